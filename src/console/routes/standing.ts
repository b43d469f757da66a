/** Where a plan stands: whether it waits for a decision, what has become of it, and whom somebody has asked about it. */
import type { App } from "../../app/app.ts";
import { actorText } from "../../model/actor.ts";
import type { BriefPlan } from "../../model/brief-plan.ts";
import type { Language } from "../../model/language.ts";
import { breachText, capital } from "../../report/phrasing/phrasing.ts";
import type { OwnVisit } from "../access/visit.ts";
import type { PresentPlan, Standing } from "../pages/decide.ts";
import type { ConsoleParts } from "../parts.ts";

/** The newest plan of the whole source if it waits for a decision. */
export const waitingPlan = async ({
  store,
}: Pick<App, "store">): Promise<{ readonly runId: string; readonly header: BriefPlan } | undefined> => {
  const newest = await store.planHeaders.newest();
  if (newest?.status !== "blocked" || newest.header.breaches.length === 0) return undefined;
  const verdict = await store.verdicts.find(newest.header.fingerprint);
  return verdict === undefined || isOver(verdict.expiresAt) ? newest : undefined;
};

const isOver = (expiresAt: string | undefined): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();

export const standingOf = async (
  { app, live }: Pick<ConsoleParts, "app" | "live">,
  fingerprint: string,
  { person: { name }, language }: OwnVisit,
): Promise<Standing> => {
  const { store } = app;
  const verdict = await store.verdicts.find(fingerprint);
  const usedBy = await store.runs.releasedRun(fingerprint);
  if (verdict?.verdict === "rejected") return { state: "rejected", by: actorText(verdict.by) };
  if (usedBy !== undefined || (verdict && !isOver(verdict.expiresAt))) {
    const run = usedBy === undefined ? undefined : await store.runs.find(usedBy);
    const by = run?.release?.by ?? (verdict ? actorText(verdict.by) : "");
    return { state: "released", by, run, running: run && run.status !== "running" ? undefined : live.running() };
  }
  const waiting = await waitingPlan(app);
  if (waiting?.header.fingerprint === fingerprint)
    return { state: "open", askedBy: await askerOf(app, fingerprint, name) };
  return { state: "stale", present: waiting && (await presentOf(app, waiting, language)) };
};

const presentOf = async (
  app: App,
  { runId, header }: NonNullable<Awaited<ReturnType<typeof waitingPlan>>>,
  language: Language,
): Promise<PresentPlan> => ({
  fingerprint: header.fingerprint,
  madeAt: (await app.store.runs.find(runId))?.startedAt ?? "",
  limits: breachesText(header, language),
});

/** The limits that a plan exceeds, in words. */
export const breachesText = ({ breaches }: BriefPlan, language: Language): readonly string[] =>
  breaches.map((breach) => capital(breachText(breach, language)));

const remembered = 20;

/** Who has asked this person to decide about the plan. */
export const askerOf = async (
  { store }: Pick<App, "store">,
  fingerprint: string,
  name: string,
): Promise<string | undefined> => {
  const asked = await store.audit.list({ events: ["decision-asked"], limit: remembered, newest: true });
  const own = asked.findLast((entry) => entry.facts["fingerprint"] === fingerprint && entry.about === name);
  return own && actorText(own.by);
};
