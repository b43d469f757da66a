/** Serves the start page, the runs, and their reports. */

import type { BriefPlan } from "../../model/plan/brief-plan.ts";
import { actorOf, mayDo, type OwnVisit } from "../access/visit.ts";
import type { Making } from "../made/making.ts";
import { runPage, runStatuses, runsPage } from "../pages/runs.ts";
import { todayPage, type WaitingPlan } from "../pages/today.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Server } from "../serve.ts";
import { openHeld } from "./newest-plan.ts";
import { sendReport } from "./send-report.ts";
import { appliedBefore, askerOf, breachesText, isWaiting, waitingPlan } from "./standing.ts";

const listedRuns = 50;
const listedEntries = 100;

export const serveRuns = (server: Server, parts: ConsoleParts, making: Making): void => {
  serveToday(server, parts);
  serveHistory(server, parts, making);
};

const serveToday = (server: Server, parts: ConsoleParts): void => {
  const { app, live } = parts;
  const { store, config } = app;
  const { timeZone } = config.daemon;

  const isAgain = async (id: string, plan: BriefPlan) => {
    const run = await store.runs.find(id);
    return run !== undefined && (await appliedBefore(app, { run, plan })) !== undefined;
  };
  const today = async (visit: OwnVisit, done?: "started" | "cancelled") => {
    const newest = await store.planHeaders.newest();
    return todayPage(visit, {
      status: await parts.status(visit.language),
      running: live.running(),
      waiting: await waitingFor(visit, parts),
      again: newest && (await isAgain(newest.runId, newest.header)) ? newest.header.fingerprint : undefined,
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
  server.form(
    "/cancel",
    async (visit, { field }) => {
      const isCancelled = await parts.cancel(field("run") ?? "", actorOf(visit));
      return { to: isCancelled ? "/?done=cancelled" : "/" };
    },
    { role: "operator" },
  );
};

const serveHistory = (server: Server, { app }: ConsoleParts, making: Making): void => {
  const { store, config } = app;
  const { timeZone } = config.daemon;
  server.page("/run", async (visit, { query }) => {
    const filter = {
      status: runStatuses.find((one) => one === query("status")),
      who: query("who")?.trim() || undefined,
    };
    const before = query("before");
    const runs = await store.runs.list(listedRuns + 1, { ...filter, before });
    return runsPage(visit, { runs: runs.slice(0, listedRuns), hasMore: runs.length > listedRuns, filter, timeZone });
  });
  server.page("/run/:id", async (visit, { param }) => {
    const run = await store.runs.find(param("id"));
    if (!run) return undefined;
    const entries = mayDo(visit, "auditor") ? await store.audit.list({ run: run.id, limit: listedEntries }) : undefined;
    const plan = run.status === "blocked" ? (await store.planHeaders.find(run.id))?.header : undefined;
    const made = plan && { run, plan };
    const waits = made && (await isWaiting(app, made));
    const isAgain = made && (await appliedBefore(app, made));
    return runPage(visit, {
      run,
      hasReport: run.fingerprint !== undefined && run.endedAt !== undefined,
      entries,
      plan: waits ? "waits" : isAgain ? "again" : undefined,
      timeZone,
    });
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
    const run = await store.runs.find(param("id"));
    return sendReport(visit, reply, run && (await making.ofRun(run, `report-${visit.language}`)));
  });
};

/** The plan that waits for a decision, in the words of its report. */
const waitingFor = async (visit: OwnVisit, { app }: ConsoleParts): Promise<WaitingPlan | undefined> => {
  const waiting = await waitingPlan(app);
  if (!waiting) return undefined;
  const { fingerprint } = waiting.header;
  const askedBy = await askerOf(app, fingerprint, visit.person.name);
  return {
    fingerprint,
    ...(askedBy !== undefined && { askedBy }),
    said: breachesText(waiting.header, visit.language),
  };
};
