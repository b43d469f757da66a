/** Serves the start page, the runs, and their reports. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Actor } from "../../model/actor.ts";
import { htmlReport } from "../../report/page/html.ts";
import { capital, phrasing } from "../../report/phrasing/phrasing.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { runPage, runsPage } from "../pages/runs.ts";
import { todayPage, type WaitingPlan } from "../pages/today.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Server } from "../serve.ts";
import { openHeld, reportWith } from "./newest-plan.ts";
import { askerOf, waitingPlan } from "./standing.ts";

const listedRuns = 100;
const listedEntries = 100;

export const actorOf = ({ person }: OwnVisit): Actor => ({ kind: "person", name: person.name });

export const serveRuns = (server: Server, parts: ConsoleParts): void => {
  const { app, live } = parts;
  const { store, config } = app;
  const { timeZone } = config.daemon;

  const today = async (visit: OwnVisit, done?: "started" | "cancelled") => {
    const newest = await store.planHeaders.newest();
    return todayPage(visit, {
      status: await parts.status(visit.language),
      running: live.running(),
      waiting: await waitingFor(visit, parts),
      questions: (await openHeld(store, newest?.header)).length,
      plan: newest?.header,
      timeZone,
      ...(done && { done }),
    });
  };
  server.page("/", async (visit, { query }) => {
    const done = query("done");
    return today(visit, done === "started" || done === "cancelled" ? done : undefined);
  });
  server.form(
    "/start",
    async (visit) => {
      await store.requests.add({ trigger: "request", by: actorOf(visit) });
      parts.wake();
      return { to: "/?done=started" };
    },
    { role: "operator" },
  );
  server.form("/cancel", async (visit) => ({ to: (await parts.cancel(actorOf(visit))) ? "/?done=cancelled" : "/" }), {
    role: "operator",
  });

  server.page("/run", async (visit, { query }) =>
    runsPage(visit, await store.runs.list(listedRuns), { status: query("status"), who: query("who") }, timeZone),
  );
  server.page("/run/:id", async (visit, { param }) => {
    const run = await store.runs.find(param("id"));
    if (!run) return undefined;
    const entries = mayDo(visit, "auditor") ? await store.audit.list({ run: run.id, limit: listedEntries }) : undefined;
    const waits = (await waitingPlan(app))?.runId === run.id;
    return runPage(visit, { run, hasReport: run.fingerprint !== undefined, entries, waits, timeZone });
  });
  server.form(
    "/run/:id/undo",
    async (visit, { param }) => {
      const { run } = await app.plan([], { undoes: param("id"), by: actorOf(visit) });
      return { to: `/run/${run.id}` };
    },
    { role: "operator" },
  );
  server.page("/run/:id/report", async (visit, { param, reply }) => {
    const report = await app.report(param("id"));
    if (report) await sendReport(reply, htmlReport({ ...report, language: visit.language }));
    return undefined;
  });
};

/** The plan that waits for a decision, in the words of its report. */
const waitingFor = async (visit: OwnVisit, { app }: ConsoleParts): Promise<WaitingPlan | undefined> => {
  const waiting = await waitingPlan(app);
  if (!waiting) return undefined;
  const say = phrasing(reportWith(app, waiting.header, visit.language));
  const { fingerprint } = waiting.header;
  const askedBy = await askerOf(app, fingerprint, visit.person.name);
  return {
    fingerprint,
    ...(askedBy !== undefined && { askedBy }),
    said: waiting.header.breaches.map((breach) => capital(say.breach(breach))),
  };
};

/**
 * A report is the page that `musterd` writes to files. It has a script and styles of its own, so it is shown apart from the console:
 * sandboxed, in an origin of its own, without anything from elsewhere.
 */
export const sendReport = async (reply: FastifyReply, page: string): Promise<void> => {
  const script = /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? "";
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash("sha256", script, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`;
  await reply
    .headers({ "content-security-policy": policy, "x-frame-options": "SAMEORIGIN" })
    .type("text/html; charset=utf-8")
    .send(page);
};
