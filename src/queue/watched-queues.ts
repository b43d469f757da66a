/** The queues for people who look at them: that of the runs, and while a run writes that of its waves. They are opened when first asked for. */
import type { Queue } from "bullmq";
import { closeQueue, newClosingState, openWatchedQueue } from "./connection.ts";
import type { RedisHandle } from "./redis-handle.ts";
import { type RunQueueOwner, runQueueName } from "./run-queue.ts";
import { waveQueueName } from "./wave-queue.ts";

export type WatchedQueues = {
  /** `run`: the id of the run that goes on now. */
  readonly of: (run: string | undefined) => Promise<readonly Queue[]>;
  readonly close: () => Promise<void>;
};

export const watchQueues = (redis: RedisHandle, owner: RunQueueOwner): WatchedQueues => {
  const open = new Map<string, { readonly queue: Queue; readonly close: () => Promise<void> }>();
  const opened = (name: string): Queue => {
    const known = open.get(name);
    if (known) return known.queue;
    const closingState = newClosingState();
    const queue = openWatchedQueue(name, redis, closingState);
    open.set(name, { queue, close: () => closeQueue(closingState, queue, {}) });
    return queue;
  };
  const closeBut = async (names: readonly string[]): Promise<void> => {
    const closing = [...open].filter(([name]) => !names.includes(name));
    for (const [name] of closing) open.delete(name);
    await Promise.all(closing.map(([, { close }]) => close()));
  };
  return {
    of: async (run) => {
      const names = [runQueueName(owner), ...(run === undefined ? [] : [waveQueueName(run)])];
      await closeBut(names);
      return names.map(opened);
    },
    close: () => closeBut([]),
  };
};
