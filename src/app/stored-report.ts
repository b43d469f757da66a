/** The report of a run from the store: its plan, what came of each change, and what is usual, by which a blocked plan is judged. */
import type { Config } from "../config/config.ts";
import { actCounts } from "../model/release.ts";
import type { RunSummary } from "../model/run.ts";
import { habitsOf } from "../model/site-habit.ts";
import type { Report } from "../report/entries/report.ts";
import type { Source } from "../source/source.ts";
import type { Store } from "../store/store.ts";

/** `target`: the name of the service in the store. */
type Parts = {
  readonly config: Pick<Config, "language">;
  readonly store: Store;
  readonly source: Pick<Source, "describe" | "origins">;
  readonly target: string;
};

/** Undefined if there is no such run, or it ended before it had a plan. */
export const reportOf = async (
  { config, store, source, target }: Parts,
  runId: string,
): Promise<Report | undefined> => {
  const run = await store.runs.find(runId);
  const kept = await store.plans.read(runId);
  if (!run || !kept) return undefined;
  const { language } = config;
  const earlier = kept.plan.breaches.length > 0 ? await lastWriting(store, run) : undefined;
  const base = {
    plan: kept.plan,
    target,
    source: source.describe(),
    origins: source.origins(),
    madeAt: run.startedAt,
    language,
    ...(earlier && { earlier }),
  };
  const tried = run.status !== "planned" && run.status !== "blocked";
  if (!tried) return base;
  return { ...base, run, outcomes: kept.outcomes, habits: habitsOf(await store.ledger.read()) };
};

/** The newest run before this one that followed the source and wrote; a blocked plan is judged by what is usual. */
const lastWriting = async (
  { runs, plans }: Pick<Store, "runs" | "plans">,
  before: RunSummary,
): Promise<Report["earlier"]> => {
  const found = (await runs.list(100)).find(
    ({ status, undoes, startedAt }) =>
      startedAt < before.startedAt && undoes === undefined && (status === "succeeded" || status === "partial"),
  );
  const plan = found && (await plans.read(found.id))?.plan;
  return plan && { at: found.startedAt, acts: actCounts(plan.changes), sourceCounts: plan.sourceCounts };
};
