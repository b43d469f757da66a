/**
 * The BullMQ side of callbacks: jobs with a trace id, due now or later. Redis is only the transport: the queue is emptied when
 * it is opened and closed, and may lose everything.
 */
import { once } from "node:events";
import { Queue } from "bullmq";
import type { Log } from "../../lib/log.ts";
import { type ClosingState, closeQueue, logErrors, openWorker, queueOptions } from "../../queue/connection.ts";
import type { RedisHandle } from "../../queue/redis-handle.ts";

export type CallbackQueue = {
  /** Adds a callback to Redis. */
  readonly add: (traceId: string, delayMs?: number) => Promise<void>;
  /** True when Redis holds no jobs. */
  readonly isEmpty: () => Promise<boolean>;
  /** Call this when nothing is being delivered. Also releases the Redis. */
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

/** Removes the jobs of a killed process; the store still knows their callbacks and adds them again. */
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
      // The suffix makes the job id unique: a job with the same id that is about to be removed would swallow this one.
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

/** Without this, closing would wait for an unreachable Redis. */
const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, "abort");
};
