/** Reads both sides with a transport that cannot write, and makes plans. Loaded only by commands that plan. */
import type { Estimate } from "../check/estimate.ts";
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import type { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { type DecidedPair, type Decision, isSamePair } from "../model/directory/identity.ts";
import type { SourceSnapshot, TargetLists } from "../model/directory/snapshot.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Actor } from "../model/runs/actor.ts";
import type { PhaseTimes, ReadingWatch, RunSummary } from "../model/runs/run.ts";
import type { Report } from "../report/entries/report.ts";
import {
  type Explained,
  explainRecord,
  explainRows,
  keepingRows,
  type Readings,
  type SourceDeps,
  type Wanted,
} from "../run/explain-record.ts";
import { checkDecisions } from "../run/permit/check-decisions.ts";
import { unsafePlanError } from "../run/permit/unsafe-plan-error.ts";
import { type PlanningDeps, type Prepared, preparePlan } from "../run/prepare/prepare-plan.ts";
import { prepareUndo } from "../run/prepare/prepare-undo.ts";
import { type Stopwatch, startStopwatch } from "../run/prepare/stopwatch.ts";
import { soughtCount } from "../run/prepare/who-is-who.ts";
import { openReader } from "../site/open-target.ts";
import type { TargetSettings } from "../site/settings/settings.ts";
import type { TargetReader } from "../site/target.ts";
import type { Source } from "../source/source.ts";
import type { RunStart } from "../store/runs/runs.ts";
import type { Store } from "../store/store.ts";
import type { InTurn } from "./readings-in-turn.ts";

/** Names of the people and departments to which a plan is restricted, or the id of a run to undo. */
export type WantedPlan = Wanted & { readonly only?: readonly string[] };

/** `check` throws the MusterdError `decision-invalid` if decisions name what neither side has, or contradict each other. */
export type Preview = {
  readonly plan: Plan;
  readonly check: (said: readonly Decision[], withdrawn?: readonly DecidedPair[]) => Promise<void>;
};

type WithReadings = { readonly readings?: Readings };

/** `error`: why the guard refuses the plan. */
export type PlannedRun = WithReadings & {
  readonly run: RunSummary;
  readonly plan: Plan;
  readonly error?: MusterdError;
};

type Parts = {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
  /** The parts of a plan that do not depend on the target; `accepted`: the breaches and rules that a person accepts. */
  readonly planningDeps: (accepted: readonly string[]) => SourceDeps;
  readonly connect: () => Promise<TargetSettings>;
  readonly watch: ReadingWatch | undefined;
  readonly inTurn: InTurn;
};

/** The methods of an app that need both sides. */
export const openPlanning = ({ config, store, log, planningDeps, connect, watch, inTurn }: Parts) => {
  const withReader = <T>(
    use: (target: TargetReader) => Promise<T>,
    { time } = startStopwatch(systemClock),
  ): Promise<T> =>
    inTurn(async () => {
      const reader = openReader(await time("reading-site", connect), log, watch?.update);
      try {
        return await use(reader);
      } finally {
        watch?.end();
        await reader.close();
      }
    });
  const readAndPlan = (deps: Omit<PlanningDeps, "target">, wanted: WantedPlan = {}, stopwatch?: Stopwatch) =>
    withReader((target) => prepare({ ...deps, target }, wanted, stopwatch), stopwatch);

  return {
    preview: async (): Promise<Preview> => {
      const prepared = await readAndPlan(planningDeps([]));
      const known = async () => [...config.plan.identity.adopt, ...(await store.decisions.read())];
      return {
        plan: prepared.plan,
        check: async (said, withdrawn = []) => {
          const isLeft = (one: Decision) => !withdrawn.some((pair) => isSamePair(one, pair));
          checkDecisions(said, (await known()).filter(isLeft), prepared);
        },
      };
    },
    estimate: async (source: Source): Promise<Estimate> => {
      const { measureEstimate } = await import("../check/measure-estimate.ts");
      const sought = (desired: SourceSnapshot, lists: TargetLists) => soughtCount(desired, lists, planningDeps([]));
      return measureEstimate({ source, store, log, sought }, connect);
    },
    explain: (word: string): Promise<Explained> =>
      withReader((target) => explainRecord({ ...planningDeps([]), target }, word)),
    plan: async (accepted: readonly string[], wanted?: WantedPlan & { readonly by?: Actor }): Promise<PlannedRun> => {
      const { deps, readings } = keepingRows(planningDeps(accepted), wanted);
      const startedMs = systemClock.nowMs();
      const stopwatch = startStopwatch(systemClock);
      const prepared = await readAndPlan(deps, wanted, stopwatch);
      const start = { startedMs, undoes: wanted?.undoes, by: wanted?.by };
      return { ...(await keepPlanned(store, prepared, start, stopwatch.spentMs())), ...readings(prepared) };
    },
    /** The report with explanations of the rows that it shows. */
    explained: async (report: Report, readings: Readings, runId: string): Promise<Report> => {
      const { rowsToExplain } = await import("../report/page/data.ts");
      return { ...report, explain: await explainRows(planningDeps([]), readings, rowsToExplain(report), runId) };
    },
  };
};

const prepare = (deps: PlanningDeps, { only, undoes }: WantedPlan, stopwatch?: Stopwatch): Promise<Prepared> =>
  undoes === undefined ? preparePlan(deps, only, stopwatch) : prepareUndo(deps, undoes, stopwatch);

/** Stores a plan as a run that was not applied. */
const keepPlanned = async (
  store: Store,
  { plan, digests }: Prepared,
  start: RunStart,
  phasesMs: PhaseTimes,
): Promise<Omit<PlannedRun, "readings">> => {
  const id = await store.runs.begin("command", "planned", start);
  await store.plans.keep(id, plan, digests);
  const refresh = await store.debts.refreshState();
  const error = plan.breaches.length > 0 ? unsafePlanError(plan) : undefined;
  const run = await store.runs.end(id, {
    status: error ? "blocked" : "planned",
    refresh,
    phasesMs,
    ...(error && { error }),
  });
  return { run, plan, ...(error && { error }) };
};
