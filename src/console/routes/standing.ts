/** Where a plan stands: whether it waits for a decision, what has become of it, and whom somebody has asked about it. */
import type { App } from "../../app/app.ts";
import type { BriefPlan } from "../../model/plan/brief-plan.ts";
import { actorText } from "../../model/runs/actor.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import { isOpenRelease } from "../../model/runs/verdict.ts";
import type { Language } from "../../model/words/language.ts";
import { breachText, capital } from "../../report/phrasing/phrasing.ts";
import type { OwnVisit } from "../access/visit.ts";
import type { PresentPlan, Standing } from "../pages/decide.ts";
import type { ConsoleParts } from "../parts.ts";

/** A plan with the newest run that made it. */
export type MadePlan = { readonly run: RunSummary; readonly plan: BriefPlan };

/** The newest plan of the whole source if it waits for a decision. */
export const waitingPlan = async ({
  store,
}: Pick<App, "store">): Promise<{ readonly runId: string; readonly header: BriefPlan } | undefined> => {
  const newest = await store.planHeaders.newest();
  if (newest?.status !== "blocked" || newest.header.breaches.length === 0) return undefined;
  return (await isDecided({ store }, newest.header)) ? undefined : newest;
};

const isDecided = async ({ store }: Pick<App, "store">, { fingerprint }: BriefPlan): Promise<boolean> => {
  const verdict = await store.verdicts.find(fingerprint);
  if (verdict && (verdict.verdict === "rejected" || isOpenRelease(verdict, Date.now()))) return true;
  return (await store.runs.releasedRun(fingerprint)) !== undefined;
};

/** Later runs of the source make another plan than one for some people, and than the undo of a run. */
const isOfPart = ({ only, undoes }: BriefPlan): boolean => only !== undefined || undoes !== undefined;

/** Does the plan wait for a decision? One of the whole source only as long as no run has made another one. */
export const isWaiting = async (app: Pick<App, "store">, { run, plan }: MadePlan): Promise<boolean> => {
  if (!isOfPart(plan)) return (await waitingPlan(app))?.header.fingerprint === plan.fingerprint;
  return run.status === "blocked" && plan.breaches.length > 0 && !(await isDecided(app, plan));
};

export const standingOf = async (
  { app, live }: Pick<ConsoleParts, "app" | "live">,
  made: MadePlan,
  { person: { name }, language }: OwnVisit,
): Promise<Standing> => {
  const { store } = app;
  const { fingerprint } = made.plan;
  const verdict = await store.verdicts.find(fingerprint);
  const usedBy = await store.runs.releasedRun(fingerprint);
  if (verdict?.verdict === "rejected") return { state: "rejected", by: actorText(verdict.by), reason: verdict.reason };
  const applied = await appliedBefore(app, made);
  if (applied) return { state: "again", by: applied.release?.by ?? "", run: applied };
  const isReleased = verdict && isOpenRelease(verdict, Date.now()) && !(await isOvertaken(app, made.plan));
  if (usedBy !== undefined || isReleased) {
    const run = usedBy === undefined ? undefined : await store.runs.find(usedBy);
    const by = run?.release?.by ?? (verdict ? actorText(verdict.by) : "");
    return {
      state: "released",
      by,
      reason: run?.release?.reason ?? verdict?.reason,
      until: verdict?.expiresAt,
      run,
      running: run && run.status !== "running" ? undefined : live.running(),
    };
  }
  if (await isWaiting(app, made)) return { state: "open", askedBy: await askerOf(app, fingerprint, name) };
  const waiting = await waitingPlan(app);
  return { state: "stale", present: waiting && (await presentOf(app, waiting, language)) };
};

/** The run that has applied the plan by virtue of a release, where a later one has made it again: no release counts twice. */
export const appliedBefore = async (
  app: Pick<App, "store">,
  { run, plan }: MadePlan,
): Promise<RunSummary | undefined> => {
  if (run.status !== "blocked" || plan.breaches.length === 0 || (await isOvertaken(app, plan))) return undefined;
  const usedBy = await app.store.runs.releasedRun(plan.fingerprint);
  const applied = usedBy === undefined ? undefined : await app.store.runs.find(usedBy);
  return applied && applied.status !== "running" && applied.startedAt < run.startedAt ? applied : undefined;
};

/** A plan that was released is the newest one; if another is, the run that was to write it has found it changed. */
const isOvertaken = async ({ store }: Pick<App, "store">, plan: BriefPlan): Promise<boolean> =>
  !isOfPart(plan) && (await store.planHeaders.newest())?.header.fingerprint !== plan.fingerprint;

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
