/** The report of a run from the store: its plan, what came of each change, and what is usual, by which a blocked plan is judged. */
import type { Config } from "../config/config.ts";
import { habitsOf } from "../model/memory/site-habit.ts";
import { actCounts } from "../model/plan/release.ts";
import type { RunSummary } from "../model/runs/run.ts";
import type { Report } from "../report/entries/report.ts";
import type { Source } from "../source/source.ts";
import type { Store } from "../store/store.ts";

/** `target`: the name of the service in the store. */
type Parts = {
  readonly config: Pick<Config, "language"> & { readonly release: Pick<Config["release"], "fourEyes"> };
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
  const {
    language,
    release: { fourEyes },
  } = config;
  const earlier = kept.plan.breaches.length > 0 ? await lastWriting(store, run) : undefined;
  const base = {
    plan: kept.plan,
    target,
    source: source.describe(),
    origins: source.origins(),
    madeAt: run.startedAt,
    language,
    fourEyes,
    ...(earlier && { earlier }),
  };
  const tried = run.status !== "planned" && run.status !== "blocked";
  if (!tried) return base;
  return { ...base, run, outcomes: kept.outcomes, habits: habitsOf(await store.ledger.read()) };
};

/**
 * The newest run before this one that followed the whole source and changed something; a blocked plan is judged by what is usual. Most
 * runs of a day find nothing to do.
 */
const lastWriting = async (
  { runs, plans }: Pick<Store, "runs" | "plans">,
  { id }: RunSummary,
): Promise<Report["earlier"]> => {
  for (let before: string | undefined = id; before !== undefined; ) {
    const earlier: readonly RunSummary[] = await runs.list(pageOfRuns, { before });
    for (const run of earlier.filter(hasChanged)) {
      const plan = (await plans.read(run.id))?.plan;
      if (plan && plan.only === undefined)
        return { at: run.startedAt, acts: actCounts(plan.changes), sourceCounts: plan.sourceCounts };
    }
    before = earlier.at(-1)?.id;
  }
  return undefined;
};

const pageOfRuns = 100;

const hasChanged = ({ status, undoes, applied, unconfirmed }: RunSummary): boolean =>
  undoes === undefined && (status === "succeeded" || status === "partial") && applied + unconfirmed > 0;
