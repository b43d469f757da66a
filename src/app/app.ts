/**
 * Builds the parts of musterd from the configuration: source, store, connection to the service, Redis. Only `openRuns` opens
 * a connection that can write; all other functions of an app only read.
 */
import { join } from "node:path";
import type { Check, PartWords } from "../check/check.ts";
import { checkParts } from "../check/check-parts.ts";
import { measureEstimate } from "../check/measure-estimate.ts";
import { readStatus, type Status } from "../check/status.ts";
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { closeTimeoutMs, within } from "../lib/closing.ts";
import type { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { inspectStateFolder } from "../lib/state-folder.ts";
import type { Actor } from "../model/actor.ts";
import type { Decision } from "../model/identity.ts";
import type { Plan } from "../model/plan.ts";
import type { PhaseTimes, Progress, ReadingWatch, RunSummary } from "../model/run.ts";
import { openRedis } from "../queue/redis.ts";
import type { RedisHandle } from "../queue/redis-handle.ts";
import { takeTargetLock } from "../queue/target-lock.ts";
import { clearWaveQueue, WaveQueue } from "../queue/wave-queue.ts";
import type { Report } from "../report/entries/report.ts";
import { rowsToExplain } from "../report/page/data.ts";
import { checkDecisions } from "../run/check-decisions.ts";
import {
  type Explained,
  explainRecord,
  explainRows,
  keepingRows,
  type Readings,
  type SourceDeps,
  type Wanted,
} from "../run/explain-record.ts";
import { type PlanningDeps, type Prepared, preparePlan } from "../run/prepare-plan.ts";
import { prepareUndo } from "../run/prepare-undo.ts";
import { type RunRequest, type RunResult, reconcile } from "../run/reconcile.ts";
import { createSavedPlans, type SavedPlans } from "../run/saved-plan.ts";
import { type Stopwatch, startStopwatch } from "../run/stopwatch.ts";
import { unsafePlanError } from "../run/unsafe-plan-error.ts";
import { describeTarget, openReader, openWriter } from "../site/open-target.ts";
import type { TargetSettings } from "../site/settings.ts";
import type { TargetReader } from "../site/target.ts";
import { createHrSource } from "../source/hr-source.ts";
import type { Source } from "../source/source.ts";
import type { Lease } from "../store/lease.ts";
import type { RunStart } from "../store/runs.ts";
import { openStore, type Store } from "../store/store.ts";
import { type ComparedPlans, compareConfigurations } from "./comparison.ts";
import { createNotifying, type Notifying } from "./notifying.ts";
import { readingModeOf } from "./reading-mode.ts";
import { reportOf } from "./stored-report.ts";

export type App = {
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  readonly source: Source;
  /** The name of the target; the store keeps the data about the target under this name. */
  readonly target: string;
  /**
   * Reads both sides with a transport that cannot write, and makes a plan, restricted to the people and departments that `only`
   * names; with `undoes`, the undo of that run. Stores it as a run that was not applied.
   */
  readonly plan: (accepted: readonly string[], wanted?: WantedPlan & { readonly by?: Actor }) => Promise<PlannedRun>;
  /** The plans of this and of another configuration, from the same readings. Stores nothing. */
  readonly compare: (other: Config, accepted: readonly string[]) => Promise<ComparedPlans>;
  /** Reads both sides and makes a plan, without storing anything. */
  readonly preview: () => Promise<Preview>;
  /** Explains one record with its plan; stores nothing. `word`: see explainRecord. */
  readonly explain: (word: string) => Promise<Explained>;
  readonly savedPlans: SavedPlans;
  readonly notifying: Notifying;
  readonly openRuns: () => Promise<Runs>;
  /** The report of a stored run; undefined if there is none with a plan. With the run's readings it explains its rows. */
  readonly report: (runId: string, readings?: Readings) => Promise<Report | undefined>;
  /** Tries configuration, source, target, Redis and state folder once each, and continues after a failure. */
  readonly estimate: () => ReturnType<typeof measureEstimate>;
  readonly check: (words: PartWords) => Promise<readonly Check[]>;
  /** How musterd is doing, from what it remembers, and from its own parts if the caller has not examined them (`parts`). */
  readonly status: (words: PartWords, parts?: readonly Check[]) => Promise<Status>;
  /** Rejects with `store-unavailable` if the state folder cannot be written to. */
  readonly probeState: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Names of the people and departments to which a plan is restricted, or the id of a run to undo. */
type WantedPlan = Wanted & { readonly only?: readonly string[] };

/** `check` throws the MusterdError `decision-invalid` if decisions name what neither side has, or contradict each other. */
type Preview = { readonly plan: Plan; readonly check: (said: readonly Decision[]) => Promise<void> };

type WithReadings = { readonly readings?: Readings };

/** `error`: why the guard refuses the plan. */
type PlannedRun = WithReadings & { readonly run: RunSummary; readonly plan: Plan; readonly error?: MusterdError };

/** Carries out runs; holds the writing connection and Redis. */
export type Runs = {
  readonly redis: RedisHandle;
  readonly reconcile: (options: RunOptions) => Promise<Omit<RunResult, "prepared"> & WithReadings>;
  readonly close: () => Promise<void>;
};

type RunOptions = RunRequest &
  Wanted & {
    readonly onProgress: (progress: Progress) => void;
    /** Called when the permission refresh starts, and every 15 s until it ends. */
    readonly onRefresh?: (seconds: number) => void;
  };

/** How many pages (jobs with up to 64 changes) are in progress at a time: enough that calls never wait for the next page. */
const pagesAtATime = 4;

/** `identity`: the name of the service in the store, also where its address changes with every start. */
export type Target = { readonly identity: string; readonly connect: () => Promise<TargetSettings> };

/** The app of a service with a fixed address. */
export const openApp = (config: Config, settings: TargetSettings, log: Log, watch?: ReadingWatch): App =>
  openAppOf(config, { identity: describeTarget(settings), connect: async () => settings }, log, watch);

/** The app of a service that is opened when it is first needed. */
export const openAppOf = (
  config: Config,
  { identity: target, connect }: Target,
  log: Log,
  watch?: ReadingWatch,
): App => {
  for (const access of inspectStateFolder(config.stateFolder))
    log.warn(access, "others can use a part of the state folder");
  const store = openStore(join(config.stateFolder, "musterd.db"), target, systemClock, {
    ...config,
    configurationDigest: config.digest,
  });
  const source = openSource(config, store, watch);
  const known = { source, store, clock: systemClock, log, reading: readingModeOf(config) };
  const planningDeps = (accepted: readonly string[]): SourceDeps => ({
    ...known,
    settings: { ...config.plan, accepted },
  });

  const withReader = async <T>(
    use: (target: TargetReader) => Promise<T>,
    { time } = startStopwatch(systemClock),
  ): Promise<T> => {
    const reader = openReader(await time("reading-site", connect), log, watch?.update);
    try {
      return await use(reader);
    } finally {
      watch?.end();
      await reader.close();
    }
  };
  const readAndPlan = (deps: Omit<PlanningDeps, "target">, wanted: WantedPlan = {}, stopwatch?: Stopwatch) =>
    withReader((target) => prepare({ ...deps, target }, wanted, stopwatch), stopwatch);

  return {
    config,
    log,
    store,
    source,
    target,

    preview: async () => {
      const prepared = await readAndPlan(planningDeps([]));
      const known = async () => [...config.plan.identity.adopt, ...(await store.decisions.read())];
      return { plan: prepared.plan, check: async (said) => checkDecisions(said, await known(), prepared) };
    },
    explain: (word) => withReader((target) => explainRecord({ ...planningDeps([]), target }, word)),
    compare: async (other, accepted) =>
      compareConfigurations({ config, settings: await connect(), store, log, watch }, other, accepted),

    plan: async (accepted, wanted) => {
      const { deps, readings } = keepingRows(planningDeps(accepted), wanted);
      const startedMs = systemClock.nowMs();
      const stopwatch = startStopwatch(systemClock);
      const prepared = await readAndPlan(deps, wanted, stopwatch);
      const start = { startedMs, undoes: wanted?.undoes, by: wanted?.by };
      return { ...(await keepPlanned(store, prepared, start, stopwatch.spentMs())), ...readings(prepared) };
    },

    savedPlans: createSavedPlans(store.vault, target, systemClock),
    notifying: createNotifying({ config, store, log, target }, connect),

    openRuns: async () => openRuns({ config, log, store }, await connect(), planningDeps, watch),

    report: async (runId, readings) => {
      const report = await reportOf({ config, store, source, target }, runId);
      if (!report || !readings) return report;
      return { ...report, explain: await explainRows(planningDeps([]), readings, rowsToExplain(report), runId) };
    },

    status: (words, parts) => readStatus({ config, store, log, target }, words, parts),
    estimate: () => measureEstimate({ source, store, log }, connect),
    check: (words) => checkParts({ config, source, store, log }, connect, words),
    probeState: () => store.probe(),
    close: () => store.close(),
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

const openRuns = async (
  { config, log, store }: Pick<App, "config" | "log" | "store">,
  settings: TargetSettings,
  planningDeps: (accepted: readonly string[]) => SourceDeps,
  watch: ReadingWatch | undefined,
): Promise<Runs> => {
  const redis = await openRedis(config.redis, log);
  const writer = openWriter(settings, log, watch?.update);
  return {
    redis,
    reconcile: async ({ onProgress, onRefresh, explains, ...request }) => {
      const { undoes, release } = request;
      const { deps, readings } = keepingRows(planningDeps(release?.accepted ?? []), { explains, undoes });
      const { prepared, ...result } = await reconcile(
        {
          ...deps,
          store: withTargetLock(store, redis, describeTarget(settings)),
          target: writer,
          openQueue: (run, work) => new WaveQueue(redis, run, work, pagesAtATime, log, config.redis.timeoutMs),
          clearQueue: (run) => clearWaveQueue(redis, run),
          maxFailuresBeforeDisabling: config.maxFailuresBeforeDisabling,
          onProgress,
          ...(onRefresh && { onRefresh }),
        },
        {
          ...request,
          approve: (plan) => {
            watch?.end();
            return request.approve(plan);
          },
        },
      ).finally(() => watch?.end());
      return { ...result, ...readings(prepared) };
    },
    close: async () => {
      await within(closeTimeoutMs, async () => {
        await writer.close();
        await redis.close();
      });
    },
  };
};

/**
 * A store whose lease also holds the target's lock in Redis. The lease excludes other processes on the same state folder, the
 * lock excludes those on other state folders. `target` is an address even for an embedded service: every installation has its
 * own embedded service, so installations must not exclude each other.
 */
const withTargetLock = (store: Store, redis: RedisHandle, target: string): Store => {
  const take = async (): Promise<Lease> => {
    const lease = await store.leases.take();
    try {
      const lock = await takeTargetLock(redis, target, lease);
      const check = () => {
        const asking = lease.check();
        return asking ? asking.then(lock.check) : lock.check();
      };
      const release = async () => {
        await lock.release();
        await lease.release();
      };
      return { ...lease, check, release };
    } catch (error) {
      await lease.release();
      throw error;
    }
  };
  return { ...store, leases: { ...store.leases, take } };
};

const openSource = (config: Config, store: Store, watch: ReadingWatch | undefined): Source =>
  createHrSource(
    config.source,
    { lastProfile: () => store.sourceProfile.read(), caches: store.feeds, ...(watch && { watch }) },
    systemClock,
  );
