/** How every queue and worker connects: quick recovery, no per-request retry limit, errors logged but never in a flood. */
import type { ConnectionOptions, QueueOptions, WorkerOptions } from "bullmq";
import type { Log } from "../lib/log.ts";
import type { RedisHandle } from "./redis-handle.ts";

const reconnectCapMs = 1_500;

/** One hash tag, so that everything lies in one slot of a cluster. */
const prefix = "{musterd}";

const connection = (redis: RedisHandle): ConnectionOptions =>
  ({
    ...redis.options,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, reconnectCapMs),
    // BullMQ's own type is built without exactOptionalPropertyTypes; ioredis options are what it takes.
  }) as ConnectionOptions;

export const queueOptions = (redis: RedisHandle): QueueOptions => ({ connection: connection(redis), prefix });

/** Defaults recover in a minute and a half after a kill; these in about fifteen seconds. */
export const workerOptions = (redis: RedisHandle): WorkerOptions => ({
  connection: connection(redis),
  prefix,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  runRetryDelay: 1_000,
  maxStalledCount: 1_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
});

const errorEveryMs = 5_000;

/** An emitter's errors into the log, at most one in five seconds: at maxmemory a worker fails thousands of times. */
export const logErrors = (
  emitter: { on: (event: "error", listener: (error: Error) => void) => unknown },
  log: Log,
): void => {
  let lastMs = 0;
  emitter.on("error", (error) => {
    const now = performance.now();
    if (lastMs > 0 && now - lastMs < errorEveryMs) return;
    lastMs = now;
    log.warn({ error: error.message }, "redis connection trouble");
  });
};

const closeTimeoutMs = 3_000;

/** Closes something that may wait for a Redis that is gone: not longer than three seconds. */
export const closeWithin = async (close: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeTimeoutMs);
  });
  await Promise.race([close().catch(() => undefined), timeout]);
  clearTimeout(timer);
};
