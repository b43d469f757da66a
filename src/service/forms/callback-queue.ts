/**
 * The BullMQ side of callbacks: jobs that carry a trace id and come due now or later. Redis is only the transport: the queue
 * starts empty, ends empty, and may lose everything.
 */
import { once } from "node:events";
import { Queue } from "bullmq";
import type { Log } from "../../lib/log.ts";
import { closeQueue, logErrors, openWorker, type Patience, queueOptions } from "../../queue/connection.ts";
import type { RedisHandle } from "../../queue/redis-handle.ts";

export type CallbackQueue = {
  /** Hands a callback to Redis. */
  readonly add: (traceId: string, delayMs?: number) => Promise<void>;
  /** Does Redis hold no job at all? */
  readonly isEmpty: () => Promise<boolean>;
  /** To be called when nothing is being delivered. Lets go of the Redis as well. */
  readonly close: () => Promise<void>;
};

/** Jobs worked on at a time. */
const concurrency = 32;

export type CallbackQueueOptions = {
  /** Tells apart services that share a Redis. */
  readonly owner: string;
  readonly deliver: (traceId: string) => Promise<void>;
  readonly log: Log;
  readonly closing: AbortSignal;
};

/** Empties the queue of what a killed process left behind: it is owed in the store, and comes from there. */
export const openCallbackQueue = async (
  redis: RedisHandle,
  { owner, deliver, log, closing }: CallbackQueueOptions,
): Promise<CallbackQueue> => {
  const name = `callbacks-${owner}`;
  const patience: Patience = { ended: false };
  const queue = new Queue<{ traceId: string }>(name, queueOptions(redis, patience));
  logErrors(queue, log);
  await Promise.race([queue.obliterate({ force: true }), aborted(closing)]);
  const work = ({ data }: { readonly data: { traceId: string } }) => deliver(data.traceId);
  const worker = openWorker<{ traceId: string }>(name, work, { redis, patience, log, concurrency });
  let added = 0;
  return {
    add: async (traceId, delayMs = 0) => {
      added += 1;
      // A job of the same id that is about to be removed would swallow this one.
      await queue.add("callback", { traceId }, { jobId: `${traceId}-${added}`, delay: delayMs });
    },
    isEmpty: async () => {
      const counts = await queue.getJobCounts("active", "waiting", "prioritized", "delayed");
      return Object.values(counts).every((count) => count === 0);
    },
    close: async () => {
      await closeQueue(patience, queue, { worker, leaveNothing: true });
      await redis.close();
    },
  };
};

/** A Redis that goes away would keep whoever closes waiting. */
const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, "abort");
};
