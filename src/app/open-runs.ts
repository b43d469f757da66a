/** Opens what carries out runs: the writing connection to the service, and Redis. Loaded only by commands that run. */
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { closeTimeoutMs, within } from "../lib/http/closing.ts";
import type { Log } from "../lib/log.ts";
import type { Progress, ReadingWatch } from "../model/runs/run.ts";
import { openRedis } from "../queue/redis.ts";
import type { RedisHandle } from "../queue/redis-handle.ts";
import { clearWaveQueue, WaveQueue } from "../queue/wave-queue.ts";
import { closeInterruptedRuns } from "../run/close-interrupted-runs.ts";
import { keepingRows, type Readings, type SourceDeps, type Wanted } from "../run/explain-record.ts";
import { payRefresh } from "../run/pay-refresh.ts";
import { startStopwatch } from "../run/prepare/stopwatch.ts";
import { type RunRequest, type RunResult, reconcile } from "../run/reconcile.ts";
import { openWriter } from "../site/open-target.ts";
import { describeTarget, type TargetSettings } from "../site/settings/settings.ts";
import type { Store } from "../store/store.ts";
import { withTargetLock } from "./target-lock.ts";

/** Carries out runs; holds the writing connection and Redis. */
export type Runs = {
  readonly redis: RedisHandle;
  readonly reconcile: (options: RunOptions) => Promise<Omit<RunResult, "prepared"> & { readonly readings?: Readings }>;
  /** Closes what a dead process has left, and makes the refresh that is owed, without a run. Rejects with `run-in-progress`, or with the failure of the refresh. */
  readonly refresh: () => Promise<void>;
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

/** Fails with a code `redis-…` if Redis does not answer. */
export const openRuns = async (
  { config, log, store }: { readonly config: Config; readonly log: Log; readonly store: Store },
  settings: TargetSettings,
  planningDeps: (accepted: readonly string[]) => SourceDeps,
  watch: ReadingWatch | undefined,
): Promise<Runs> => {
  const redis = await openRedis(config.redis, log);
  const writer = openWriter(settings, log, watch?.update);
  const locked = withTargetLock(store, redis, describeTarget(settings));
  const clearQueue = (run: string) => clearWaveQueue(redis, run);
  return {
    redis,
    reconcile: async ({ onProgress, onRefresh, explains, ...request }) => {
      const { undoes, release } = request;
      const { deps, readings } = keepingRows(planningDeps(release?.accepted ?? []), { explains, undoes });
      const { prepared, ...result } = await reconcile(
        {
          ...deps,
          store: locked,
          target: writer,
          openQueue: (run, work) => new WaveQueue(redis, run, work, pagesAtATime, log, config.redis.timeoutMs),
          clearQueue,
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
    refresh: async () => {
      const lease = await locked.leases.take();
      try {
        await closeInterruptedRuns({ store, log, clearQueue });
        const { error } = await payRefresh(
          { store, target: writer, log, clock: systemClock },
          lease,
          startStopwatch(systemClock),
        );
        if (error) throw error;
      } finally {
        await lease.release();
      }
    },
    close: async () => {
      await within(closeTimeoutMs, async () => {
        await writer.close();
        await redis.close();
      });
    },
  };
};
