/**
 * The BullMQ queue of callbacks. Each job contains the trace id of an initiation (an F1 request) and is due now or later. The
 * queue is emptied when it is opened and when it is closed. Redis may lose all jobs, because the store has all undelivered
 * callbacks.
 */
import { once } from "node:events";
import { Queue } from "bullmq";
import type { Log } from "../../lib/log.ts";
import { type ClosingState, closeQueue, logErrors, openWorker, queueOptions } from "../../queue/connection.ts";
import type { RedisHandle } from "../../queue/redis-handle.ts";

export type CallbackQueue = {
  /** Adds a callback to Redis. */
  readonly add: (traceId: string, delayMs?: number) => Promise<void>;
  /** True when Redis holds no jobs of this queue. */
  readonly isEmpty: () => Promise<boolean>;
  /** Closes the queue and releases the Redis server. Call this only while no callback is being delivered. */
  readonly close: () => Promise<void>;
};

/** Number of jobs worked on in parallel. */
const concurrency = 32;

export type CallbackQueueOptions = {
  /** Distinguishes services that share a Redis. */
  readonly owner: string;
  readonly deliver: (traceId: string) => Promise<void>;
  readonly log: Log;
  readonly closing: AbortSignal;
};

/**
 * Opens the queue and removes the jobs that a killed process has left. Their callbacks are still in the store and are added
 * again.
 */
export const openCallbackQueue = async (
  redis: RedisHandle,
  { owner, deliver, log, closing }: CallbackQueueOptions,
): Promise<CallbackQueue> => {
  const name = `callbacks-${owner}`;
  const closingState: ClosingState = { ended: false };
  const queue = new Queue<{ traceId: string }>(name, queueOptions(redis, closingState));
  logErrors(queue, log);
  await Promise.race([queue.obliterate({ force: true }), aborted(closing)]);
  const work = ({ data }: { readonly data: { traceId: string } }) => deliver(data.traceId);
  const worker = openWorker<{ traceId: string }>(name, work, { redis, closingState, log, concurrency });
  let added = 0;
  return {
    add: async (traceId, delayMs = 0) => {
      added += 1;
      // The suffix makes the job id unique, because BullMQ ignores a new job with the id of a job about to be removed.
      await queue.add("callback", { traceId }, { jobId: `${traceId}-${added}`, delay: delayMs });
    },
    isEmpty: async () => {
      const counts = await queue.getJobCounts("active", "waiting", "prioritized", "delayed");
      return Object.values(counts).every((count) => count === 0);
    },
    close: async () => {
      await closeQueue(closingState, queue, { worker, leaveNothing: true });
      await redis.close();
    },
  };
};

/** Resolves when the signal aborts. Without this, closing would wait for an unreachable Redis. */
const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, "abort");
};
