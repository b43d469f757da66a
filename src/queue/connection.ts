/** How every queue and worker connects: quick recovery, no per-request retry limit, errors logged but never in a flood. */
import { setTimeout as delay } from "node:timers/promises";
import {
  type ConnectionOptions,
  type Processor,
  type Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
} from "bullmq";
import type { Log } from "../lib/log.ts";
import type { RedisHandle } from "./redis-handle.ts";

const reconnectCapMs = 1_500;

/** What every key begins with: one hash tag, so that everything lies in one slot of a cluster. */
export const keyPrefix = "{musterd}";

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
  prefix: keyPrefix,
});

/** Defaults recover in a minute and a half after a kill; these in about fifteen seconds. */
const workerOptions = (redis: RedisHandle, patience: Patience): WorkerOptions => ({
  connection: connection(redis, patience),
  prefix: keyPrefix,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  runRetryDelay: 1_000,
  maxStalledCount: 1_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
});

/**
 * A worker that logs its errors. BullMQ repeats a fetch that fails; one that fails at once, because the connection was
 * reset before it was ready, would be repeated for ever before any timer, signal or other connection of the process is
 * served. So every failed fetch takes a moment.
 */
export const openWorker = <Data>(
  name: string,
  work: Processor<Data>,
  { redis, patience, log, concurrency = 1 }: WorkerDeps,
): Worker<Data> => {
  const worker = new Worker<Data>(name, work, { ...workerOptions(redis, patience), concurrency });
  const { backend } = worker;
  const fetch = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...asked) => {
    try {
      return await fetch(...asked);
    } catch (error) {
      await delay(failedFetchMs);
      throw error;
    }
  };
  logErrors(worker, log);
  return worker;
};

type WorkerDeps = {
  readonly redis: RedisHandle;
  readonly patience: Patience;
  readonly log: Log;
  readonly concurrency?: number;
};

const failedFetchMs = 100;

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

const answerTimeoutMs = 1_000;
const closeTimeoutMs = 3_000;

/**
 * Closes a queue with its worker, which must have no job under way; `leaveNothing` removes the queue's keys as well. A
 * Redis that is gone is noticed, because a worker that is asked to close politely would wait for it for ever.
 */
export const closeQueue = async (
  patience: Patience,
  queue: Queue,
  { worker, leaveNothing = false }: { readonly worker?: Worker; readonly leaveNothing?: boolean },
): Promise<void> => {
  patience.ended = true;
  const answers = await within(answerTimeoutMs, async () => {
    await queue.count();
    return true;
  });
  await within(closeTimeoutMs, async () => worker?.close(!answers));
  if (answers && leaveNothing) await within(closeTimeoutMs, () => queue.obliterate({ force: true }));
  await within(closeTimeoutMs, () => queue.close());
};

/** What `work` resolves to; undefined when it fails or takes too long. */
const within = async <T>(timeoutMs: number, work: () => Promise<T>): Promise<T | undefined> => {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, timeoutMs, undefined);
  const result = await Promise.race([work().catch(() => undefined), timeout.promise]);
  clearTimeout(timer);
  return result;
};
