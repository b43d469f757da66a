/** How every queue and worker connects: quick recovery, no per-request retry limit, errors logged but never in a flood. */
import type { ConnectionOptions, QueueOptions, WorkerOptions } from "bullmq";
import type { Log } from "../lib/log.ts";
import type { RedisHandle } from "./redis-handle.ts";

const reconnectCapMs = 1_500;

/** One hash tag, so that everything lies in one slot of a cluster. */
const prefix = "{musterd}";

/** Belongs to who closes the connections: once it is `ended`, a Redis that is gone is not tried again. */
export type Patience = { ended: boolean };

const connection = (redis: RedisHandle, patience: Patience): ConnectionOptions =>
  ({
    ...redis.options,
    maxRetriesPerRequest: null,
    // Null ends the connection, and with it every command that waits: nothing keeps the process alive.
    retryStrategy: (attempt: number) => (patience.ended ? null : Math.min(attempt * 100, reconnectCapMs)),
    // BullMQ's own type is built without exactOptionalPropertyTypes; ioredis options are what it takes.
  }) as ConnectionOptions;

export const queueOptions = (redis: RedisHandle, patience: Patience): QueueOptions => ({
  connection: connection(redis, patience),
  prefix,
});

/** Defaults recover in a minute and a half after a kill; these in about fifteen seconds. */
export const workerOptions = (redis: RedisHandle, patience: Patience): WorkerOptions => ({
  connection: connection(redis, patience),
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

/** Takes the steps one after another, whatever becomes of each; with Redis gone not longer than three seconds. */
export const closeAll = async (patience: Patience, steps: readonly (() => Promise<unknown>)[]): Promise<void> => {
  patience.ended = true;
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, closeTimeoutMs);
  const taken = async (): Promise<void> => {
    for (const step of steps) await step().catch(() => undefined);
  };
  await Promise.race([taken(), timeout.promise]);
  clearTimeout(timer);
};
