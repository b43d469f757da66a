/** The connection of every queue and worker: quick recovery, no retry limit per request, rate-limited error logs. */
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

/** The prefix of every key. Its hash tag puts all keys into one slot of a cluster. */
export const keyPrefix = "{musterd}";

/** `ended` is set when closing begins; from then on, a lost connection is not opened again. */
export type ClosingState = { ended: boolean };

const connection = (redis: RedisHandle, closingState: ClosingState): ConnectionOptions =>
  ({
    ...redis.options,
    maxRetriesPerRequest: null,
    // Null ends the connection and rejects every waiting command, so that nothing keeps the process alive.
    retryStrategy: (attempt: number) => (closingState.ended ? null : Math.min(attempt * 100, reconnectCapMs)),
    // BullMQ's type is compiled without exactOptionalPropertyTypes; the value is a valid set of ioredis options.
  }) as ConnectionOptions;

export const queueOptions = (redis: RedisHandle, closingState: ClosingState): QueueOptions => ({
  connection: connection(redis, closingState),
  prefix: keyPrefix,
});

/** BullMQ's defaults recover in 90 seconds after a kill; these settings recover in about 15 seconds. */
const workerOptions = (redis: RedisHandle, closingState: ClosingState): WorkerOptions => ({
  connection: connection(redis, closingState),
  prefix: keyPrefix,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  runRetryDelay: 1_000,
  maxStalledCount: 1_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
});

/**
 * A worker that logs its errors and pauses after every failed fetch. BullMQ repeats a failed fetch at once. If the connection
 * was reset before it was ready, the fetch fails immediately, and the loop would starve every timer, signal and other
 * connection of the process.
 */
export const openWorker = <Data>(
  name: string,
  work: Processor<Data>,
  { redis, closingState, log, concurrency = 1 }: WorkerDeps,
): Worker<Data> => {
  const worker = new Worker<Data>(name, work, { ...workerOptions(redis, closingState), concurrency });
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
  readonly closingState: ClosingState;
  readonly log: Log;
  readonly concurrency?: number;
};

const failedFetchMs = 100;

const errorEveryMs = 5_000;

/**
 * Logs an emitter's errors, at most one in five seconds: when Redis has reached maxmemory, a worker fails thousands of times.
 */
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
 * Closes a queue and its worker, which must have no active job; `leaveNothing` also removes the queue's keys. An unreachable
 * Redis is detected first, because a graceful close would wait for it for ever.
 */
export const closeQueue = async (
  closingState: ClosingState,
  queue: Queue,
  { worker, leaveNothing = false }: { readonly worker?: Worker; readonly leaveNothing?: boolean },
): Promise<void> => {
  closingState.ended = true;
  const answers = await within(answerTimeoutMs, async () => {
    await queue.count();
    return true;
  });
  await within(closeTimeoutMs, async () => worker?.close(!answers));
  if (answers && leaveNothing) await within(closeTimeoutMs, () => queue.obliterate({ force: true }));
  await within(closeTimeoutMs, () => queue.close());
};

/** The result of `work`; undefined when it fails or takes too long. */
const within = async <T>(timeoutMs: number, work: () => Promise<T>): Promise<T | undefined> => {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, timeoutMs, undefined);
  const result = await Promise.race([work().catch(() => undefined), timeout.promise]);
  clearTimeout(timer);
  return result;
};
