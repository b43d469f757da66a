/**
 * Keeps run requests as one BullMQ job for each installation and target. At most one run is active and one pending: all
 * requests during a run are merged into one following run. The job stays active for the whole run.
 */
import { createHash } from "node:crypto";
import type { Log } from "../lib/log.ts";
import { closeQueue, logErrors, newClosingState, openQueue, openWorker } from "./connection.ts";
import type { RedisHandle } from "./redis-handle.ts";

export type RunQueue = {
  /** Requests a run. */
  readonly ask: () => Promise<void>;
  /** Resolves when the active run has ended. */
  readonly idle: () => Promise<void>;
  /** Waits for the active run, then closes. */
  readonly close: () => Promise<void>;
};

/**
 * The owner of the runs. Daemons that share a state folder share the queue. Daemons that share only a Redis have separate
 * queues, because otherwise one would consume the other's requests.
 */
export type RunQueueOwner = { readonly installation: string; readonly target: string };

export const runQueueName = ({ installation, target }: RunQueueOwner): string =>
  `runs-${createHash("sha256").update(`${installation} ${target}`).digest("hex").slice(0, 12)}`;

/** `run` must not throw when a run fails. */
export const openRunQueue = (
  redis: RedisHandle,
  owner: RunQueueOwner,
  run: () => Promise<void>,
  log: Log,
): RunQueue => {
  const name = runQueueName(owner);
  const closingState = newClosingState();
  const queue = openQueue(name, redis, closingState);
  let running = Promise.resolve();
  const work = (): Promise<void> => {
    running = run();
    return running;
  };
  const worker = openWorker(name, work, { redis, closingState, log });
  logErrors(queue, log);
  const idle = () => running.catch(() => undefined);
  const once = { deduplication: { id: "run", keepLastIfActive: true }, removeOnComplete: true, removeOnFail: true };
  let adding: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  /** While Redis is away, an addition waits for it: at most one more is made for all requests meanwhile. */
  const ask = (): Promise<void> => {
    if (adding)
      return (following ??= adding
        .catch(() => undefined)
        .then(() => {
          following = undefined;
          return ask();
        }));
    adding = queue
      .add("run", {}, once)
      .then(() => undefined)
      .finally(() => {
        adding = undefined;
      });
    return adding;
  };
  return {
    ask,
    idle,
    close: async () => {
      await idle();
      await closeQueue(closingState, queue, { worker });
    },
  };
};
