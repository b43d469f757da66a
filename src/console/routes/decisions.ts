/** Serves the page of a plan that waits for a decision, and the answers to it. */
import { MusterdError } from "../../lib/errors.ts";
import { htmlReport } from "../../report/page/html.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { type DecideFacts, decidePage, typedNumber } from "../pages/decide.ts";
import { fingerprintDigits } from "../pages/today.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Asked, Server } from "../serve.ts";
import { actorOf, sendReport } from "./runs.ts";
import { standingOf } from "./standing.ts";

export const serveDecisions = (server: Server, parts: ConsoleParts): void => {
  const { app } = parts;
  const { store, config, deciding } = app;

  const find = async (plan: string) => {
    const run = /^[0-9a-f]{12,64}$/.test(plan) ? await store.runs.lastPlanned(plan) : undefined;
    const report = run === undefined ? undefined : await app.report(run);
    return run === undefined || !report ? undefined : { run, report };
  };
  const show = async (visit: OwnVisit, { param, query }: Asked) => {
    const found = await find(param("plan"));
    if (!found) return undefined;
    const { report, run } = found;
    const asked = query("asked");
    const facts: DecideFacts = {
      report,
      standing: await standingOf(parts, report.plan.fingerprint, visit.person.name),
      feeds: await store.readings.read(),
      may: await mayRelease(visit, run),
      others: mayDo(visit, "approver") ? await others(visit) : [],
      timeZone: config.daemon.timeZone,
      ...(asked !== undefined && { said: visit.words.decide.asked(asked) }),
    };
    return decidePage(visit, facts);
  };
  const mayRelease = async (visit: OwnVisit, run: string): Promise<DecideFacts["may"]> => {
    if (!mayDo(visit, "approver")) return "look";
    return (await deciding.refusal(deciderOf(visit), run))?.code === "four-eyes" ? "four-eyes" : "decide";
  };
  const others = async ({ person }: OwnVisit): Promise<readonly string[]> =>
    (await store.users.list())
      .filter(({ name, roles }) => name !== person.name && roles.includes("approver"))
      .map(({ name }) => name);

  /** A form about a plan, which answers with the page of the plan. */
  const decide = (
    answer: string,
    act: (visit: OwnVisit, run: string, fingerprint: string, asked: Asked) => Promise<string>,
  ) =>
    server.form(
      `/decide/:plan/${answer}`,
      async (visit, asked) => {
        const found = await find(asked.param("plan"));
        if (!found) return undefined;
        const { fingerprint } = found.report.plan;
        const said = await act(visit, found.run, fingerprint, asked);
        return { to: `/decide/${fingerprint.slice(0, fingerprintDigits)}${said}` };
      },
      { role: "approver", forLinks: true },
    );

  server.page("/decide/:plan", show, { forLinks: true });
  server.page(
    "/decide/:plan/report",
    async (visit, { param, reply }) => {
      const found = await find(param("plan"));
      if (found) await sendReport(reply, htmlReport({ ...found.report, language: visit.language }));
      return undefined;
    },
    { forLinks: true },
  );
  decide("reject", async (visit, run, fingerprint, { field }) => {
    await deciding.reject({ by: deciderOf(visit), run, fingerprint, reason: field("reason") ?? "" });
    return "";
  });
  decide("release", async (visit, run, fingerprint, { field }) => {
    const plan = (await store.plans.read(run))?.plan;
    const typed = plan && typedNumber(plan);
    if (typed !== undefined && field("typed")?.trim() !== String(typed)) {
      throw new MusterdError("release-incomplete", `the number ${typed} was not typed`, {
        hint: "go back, and look at what would happen",
      });
    }
    await deciding.release({ by: deciderOf(visit), run, fingerprint, reason: field("reason") ?? "" });
    parts.wake();
    return "";
  });
  decide("ask", async (visit, _run, fingerprint, { field }) => {
    const whom = (await others(visit)).find((name) => name === field("whom"));
    if (whom === undefined) return "";
    await store.audit.append({ event: "decision-asked", by: actorOf(visit), about: whom, facts: { fingerprint } });
    return `?asked=${encodeURIComponent(whom)}`;
  });
};

const deciderOf = (visit: OwnVisit) => ({ actor: actorOf(visit), roles: visit.person.roles });
