/** Serves the page of a plan that waits for a decision, and the answers to it. */
import { MusterdError } from "../../lib/errors.ts";
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import { actorOf, deciderOf, mayDo, type OwnVisit } from "../access/visit.ts";
import { beingMade, type Making } from "../made/making.ts";
import { type DecideFacts, decidePage, digitsOf, typedNumber } from "../pages/decide.ts";
import { earlyPage } from "../pages/early.ts";
import type { PlanView } from "../pages/plan-view.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Asked, Server } from "../serve.ts";
import { sendReport } from "./send-report.ts";
import { type MadePlan, standingOf } from "./standing.ts";

export const serveDecisions = (server: Server, parts: ConsoleParts, making: Making): void => {
  servePlan(server, parts, making);
  serveAnswers(server, parts);
};

/** The plan that an address names. */
const finding =
  ({ app: { store } }: ConsoleParts) =>
  async (plan: string): Promise<MadePlan | undefined> => {
    const id = await store.runs.lastPlanned(plan);
    const run = id === undefined ? undefined : await store.runs.find(id);
    const found = run && (await store.planHeaders.find(run.id));
    return found && { run, plan: found.header };
  };

/** Sign-ins that are looked through for approvers of the company's provider, who are in no list here. */
const lookedThrough = 1_000;

const otherApprovers = async ({ app }: ConsoleParts, { person }: OwnVisit): Promise<readonly string[]> => {
  const local = (await app.store.users.list())
    .filter(({ roles }) => roles.includes("approver"))
    .map(({ name }) => name);
  const signedIn = app.config.daemon.openid
    ? await app.store.audit.list({ events: ["signed-in"], limit: lookedThrough, newest: true })
    : [];
  // The last sign-in of each says which roles the provider gives.
  const last = new Map(
    signedIn.flatMap(({ by: { name }, facts }) =>
      name && facts["issuer"] ? [[name.toLowerCase(), { name, facts }]] : [],
    ),
  );
  const company = [...last.values()].filter(({ facts }) => [facts["roles"]].flat().includes("approver"));
  return [...local, ...company.map(({ name }) => name)].filter((name) => name !== person.name);
};

const servePlan = (server: Server, parts: ConsoleParts, making: Making): void => {
  const { app } = parts;
  const find = finding(parts);
  const mayRelease = async (visit: OwnVisit, run: string): Promise<DecideFacts["may"]> => {
    if (!mayDo(visit, "approver")) return "look";
    if (!app.config.release.fourEyes) return "decide";
    return (await app.deciding.refusal(deciderOf(visit), run))?.code === "four-eyes" ? "four-eyes" : "decide";
  };
  server.page(
    "/decide/:plan",
    async (visit, { param, query }) => {
      const found = await find(param("plan"));
      const made = found && (await making.ofPlan(found.run, `view-${visit.language}`));
      if (!found || made === undefined) return undefined;
      if (made === beingMade) return earlyPage(visit);
      const { plan, run } = found;
      const others = mayDo(visit, "approver") ? await otherApprovers(parts, visit) : [];
      // Anybody can make a link to this page, so it says only what may have happened.
      const asked = others.find((name) => name === query("asked"));
      return decidePage(visit, {
        plan,
        view: JSON.parse(made.toString()) as PlanView,
        madeAt: run.startedAt,
        standing: await standingOf(parts, found, visit),
        feeds: await app.store.readings.read(),
        may: await mayRelease(visit, run.id),
        others,
        timeZone: app.config.daemon.timeZone,
        pausedUntil: (await app.store.pauses.now())?.until,
        ...(asked !== undefined && { said: visit.words.decide.asked(asked) }),
      });
    },
    { forLinks: true },
  );
  server.page(
    "/decide/:plan/report",
    async (visit, { param, reply }) => {
      const found = await find(param("plan"));
      return sendReport(visit, reply, found && (await making.ofPlan(found.run, `report-${visit.language}`)));
    },
    { forLinks: true },
  );
};

const serveAnswers = (server: Server, parts: ConsoleParts): void => {
  const { store, deciding } = parts.app;
  const find = finding(parts);
  /** A form about a plan, which answers with the page of the plan. */
  const decide = (answer: string, act: (visit: OwnVisit, found: MadePlan, asked: Asked) => Promise<string>) =>
    server.form(
      `/decide/:plan/${answer}`,
      async (visit, asked) => {
        const found = await find(asked.param("plan"));
        if (!found) return undefined;
        const said = await act(visit, found, asked);
        return { to: `/decide/${shortFingerprint(found.plan.fingerprint)}${said}` };
      },
      { role: "approver", forLinks: true },
    );
  const answerOf = (visit: OwnVisit, { run, plan }: MadePlan, { field }: Asked) => {
    return { by: deciderOf(visit), run: run.id, fingerprint: plan.fingerprint, reason: field("reason") ?? "" };
  };
  decide("reject", async (visit, found, asked) => {
    await deciding.reject(answerOf(visit, found, asked));
    return "";
  });
  decide("release", async (visit, found, asked) => {
    const typed = typedNumber(found.plan);
    if (typed !== undefined && digitsOf(asked.field("typed") ?? "") !== String(typed)) {
      throw new MusterdError("release-incomplete", `the number ${typed} was not typed`, {
        hint: "go back, and look at what would happen",
      });
    }
    await deciding.release(answerOf(visit, found, asked));
    parts.wake();
    return "";
  });
  decide("ask", async (visit, { plan }, { field }) => {
    const whom = (await otherApprovers(parts, visit)).find((name) => name === field("whom"));
    if (whom === undefined) return "";
    const { fingerprint } = plan;
    await store.audit.append({ event: "decision-asked", by: actorOf(visit), about: whom, facts: { fingerprint } });
    return `?asked=${encodeURIComponent(whom)}`;
  });
};
