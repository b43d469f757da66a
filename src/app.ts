/**
 * Builds concrete things from the configuration: the source, the store, the connection to the service, Redis. What can
 * write is opened only by `openRuns`; everything else an app offers reads.
 */
import { join } from "node:path";
import type { Config } from "./config.ts";
import { systemClock } from "./lib/clock.ts";
import { asMusterdError, type MusterdError } from "./lib/errors.ts";
import type { Log } from "./lib/log.ts";
import type { Directory } from "./model/directory.ts";
import type { Plan } from "./model/plan.ts";
import type { Progress, ReadingWatch, RunSummary } from "./model/run.ts";
import { sortedByLoss } from "./model/snapshot.ts";
import { openRedis } from "./queue/redis.ts";
import type { RedisHandle } from "./queue/redis-handle.ts";
import { takeTargetLock } from "./queue/target-lock.ts";
import { clearWaveQueue, WaveQueue } from "./queue/wave-queue.ts";
import type { Report } from "./report/report.ts";
import { preparePlan } from "./run/prepare-plan.ts";
import { type RunRequest, type RunResult, reconcile } from "./run/reconcile.ts";
import { unsafePlan } from "./run/unsafe-plan.ts";
import type { CheckWords } from "./site/check-bindings.ts";
import { describeTarget, openReader, openWriter } from "./site/open-target.ts";
import type { TargetSettings } from "./site/settings.ts";
import { createHrSource } from "./source/hr-source.ts";
import type { Source, SourceReading } from "./source/source.ts";
import type { Lease } from "./store/lease.ts";
import { openStore, type Store } from "./store/store.ts";

export type App = {
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  readonly source: Source;
  /** The target in words, and the key under which the store keeps what belongs to it. */
  readonly target: string;
  /** Reads both sides and plans; the transport it uses cannot write. The plan is kept as a run that was not applied. */
  readonly plan: (accepted: readonly string[]) => Promise<PlannedRun>;
  /** The plan alone; nothing is kept of it. */
  readonly preview: () => Promise<Plan>;
  readonly openRuns: () => Promise<Runs>;
  /** The report of a run in the store; undefined when there is none, or it ended before it had a plan. */
  readonly report: (runId: string) => Promise<Report | undefined>;
  /** Tries every part once, and goes on after a failure. */
  readonly check: (words: PartWords) => Promise<readonly Check[]>;
  /** Resolves when the state folder takes writes; MusterdError `store-unavailable`. */
  readonly probeState: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** `error`: what keeps the plan from being applied, where the guard refuses it. */
type PlannedRun = { readonly run: RunSummary; readonly plan: Plan; readonly error?: MusterdError };

/** Can carry out runs: holds the writing connection and Redis. */
export type Runs = {
  readonly redis: RedisHandle;
  readonly reconcile: (options: RunOptions) => Promise<RunResult>;
  readonly close: () => Promise<void>;
};

type RunOptions = RunRequest & {
  readonly onProgress: (progress: Progress) => void;
  /** Told that the permission refresh is awaited, at its start and every 15 s. */
  readonly onRefresh?: (seconds: number) => void;
};

type Check =
  | { readonly part: string; readonly found: string }
  | { readonly part: string; readonly error: MusterdError };

/** Pages of changes worked on at a time: enough that the calls in flight never wait for the next page. */
const pagesAtATime = 4;

type AppOptions = {
  /** The service's name in the store, where its address is not lasting. */
  readonly identity?: string;
  readonly watch?: ReadingWatch;
};

/** `settings`: the service to connect to. */
export const openApp = (
  config: Config,
  settings: TargetSettings,
  log: Log,
  { identity, watch }: AppOptions = {},
): App => {
  const target = identity ?? describeTarget(settings);
  const store = openStore(join(config.stateFolder, "musterd.db"), target, systemClock);
  const source = openSource(config, store, watch);
  const planningDeps = (accepted: readonly string[]) => {
    const settings = { ...config.plan, accepted };
    return { source, store, settings, clock: systemClock, log };
  };

  const readAndPlan = async (accepted: readonly string[]): Promise<Plan> => {
    const reader = openReader(settings, log, watch?.update);
    try {
      return (await preparePlan({ ...planningDeps(accepted), target: reader })).plan;
    } finally {
      watch?.end();
      await reader.close();
    }
  };

  return {
    config,
    log,
    store,
    source,
    target,

    preview: () => readAndPlan([]),

    plan: async (accepted) => {
      const plan = await readAndPlan(accepted);
      const id = await store.runs.begin("command", "planned");
      await store.plans.keep(id, plan);
      const refresh = await store.debts.refreshState();
      const error = plan.breaches.length > 0 ? unsafePlan(plan.breaches) : undefined;
      const status = error ? "blocked" : "planned";
      const run = await store.runs.end(id, { status, refresh, ...(error && { error }) });
      return { run, plan, ...(error && { error }) };
    },

    openRuns: async () => {
      const redis = await openRedis(config.redis, log);
      const writer = openWriter(settings, log, watch?.update);
      return {
        redis,
        reconcile: ({ onProgress, onRefresh, ...request }) =>
          reconcile(
            {
              ...planningDeps(request.release?.accepted ?? []),
              store: withTargetLock(store, redis, describeTarget(settings)),
              target: writer,
              openQueue: (run, work) => new WaveQueue(redis, run, work, pagesAtATime, log, config.redis.timeoutMs),
              clearQueue: (run) => clearWaveQueue(redis, run),
              changesAtATime: settings.concurrency,
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
          ).finally(() => watch?.end()),
        close: async () => {
          await writer.close();
          await redis.close();
        },
      };
    },

    report: (runId) => reportOf({ config, store, source, target }, runId),

    check: (words) => checkParts({ config, source, store, log }, settings, words),
    probeState: () => store.probe(),
    close: () => store.close(),
  };
};

const reportOf = async (
  { config, store, source, target }: Pick<App, "config" | "store" | "source" | "target">,
  runId: string,
): Promise<Report | undefined> => {
  const run = await store.runs.find(runId);
  const kept = await store.plans.read(runId);
  if (!run || !kept) return undefined;
  const { language } = config;
  const base = { plan: kept.plan, target, source: source.describe(), madeAt: run.startedAt, language };
  const tried = run.status !== "planned" && run.status !== "blocked";
  return tried ? { ...base, run, outcomes: kept.outcomes } : base;
};

/**
 * The store with a lease that holds the lock of the target in Redis as well: the lease keeps apart the processes of one
 * state folder, the lock those of several. `target` is an address even where the service is embedded, because each
 * installation has an embedded service of its own.
 */
const withTargetLock = (store: Store, redis: RedisHandle, target: string): Store => {
  const take = async (): Promise<Lease> => {
    const lease = await store.leases.take();
    try {
      const lock = await takeTargetLock(redis, target);
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

/** HR's source, with the store for its memory. */
const openSource = (config: Config, store: Store, watch: ReadingWatch | undefined): Source =>
  createHrSource(
    config.source,
    { lastProfile: () => store.sourceProfile.read(), caches: store.feeds, ...(watch && { watch }) },
    systemClock,
  );

/** Records by kind; a kind that is not managed has none. */
type DirectoryCounts = { readonly [kind in keyof Directory]?: number };

/** How a check says what it has found. */
export type PartWords = CheckWords & {
  readonly sourceFound: (counts: DirectoryCounts, rejectedRows: number, droppedFields: number) => string;
};

const checkParts = async (
  { config, source, store, log }: Pick<App, "config" | "source" | "store" | "log">,
  settings: TargetSettings,
  words: PartWords,
): Promise<readonly Check[]> => {
  const reader = openReader(settings, log);
  const parts: readonly (readonly [string, () => Promise<string | readonly Check[]>])[] = [
    ["configuration", async () => config.file],
    ["source", async () => describeSource(await source.read([]), words)],
    ["target", () => reader.checkBindings(words)],
    [
      "redis",
      async () => {
        const redis = await openRedis(config.redis, log);
        await redis.close();
        return redis.description;
      },
    ],
    [
      "state",
      async () => {
        await store.probe();
        return config.stateFolder;
      },
    ],
  ];
  const results: Check[] = [];
  for (const [part, attempt] of parts) {
    try {
      const found = await attempt();
      results.push(...(typeof found === "string" ? [{ part, found }] : found));
    } catch (thrown) {
      results.push({ part, error: asMusterdError(thrown) });
    }
  }
  await reader.close();
  return results;
};

const describeSource = ({ snapshot: { directory, rejected } }: SourceReading, words: PartWords): string => {
  const counts = Object.fromEntries(Object.entries(directory).map(([kind, records]) => [kind, records.length]));
  const { rowCount, fields } = sortedByLoss(rejected);
  return words.sourceFound(counts, rowCount, fields.length);
};
