/**
 * Background work that reads from the store what there is to do. It is done in rounds, one after the other: at the start, and
 * whenever it is woken. A round that fails is logged and repeated after a pause.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../lib/log.ts";

export type LoopOptions = {
  readonly log?: Log | undefined;
  /** Wait before another attempt when the store could not be read or written. */
  readonly pauseMs?: number;
};

/** Starts the work; `failed` is the log's sentence for a failed round. `ended` waits for the round in progress, after `closing`. */
export const startLoop = (failed: string, options: LoopOptions, closing: AbortSignal, round: () => Promise<void>) => {
  let isAsked = false;
  let work = Promise.resolve();
  const inTurn = async (): Promise<void> => {
    isAsked = false;
    try {
      await round();
    } catch (error) {
      await pauseAfter(error, failed, options, closing);
      wake();
    }
  };
  const wake = (): void => {
    if (isAsked || closing.aborted) return;
    isAsked = true;
    work = work.then(inTurn);
  };
  wake();
  return { wake, ended: (): Promise<void> => work };
};

/** Logs why work could not be done, and waits before another attempt; neither when the service closes. */
export const pauseAfter = async (cause: unknown, what: string, options: LoopOptions, closing: AbortSignal) => {
  if (closing.aborted) return;
  options.log?.warn({ reason: (cause as Error).message }, what);
  await pause(options, closing);
};

/** Waits before another attempt, but not when the service closes. */
export const pause = ({ pauseMs = 2_000 }: LoopOptions, closing: AbortSignal): Promise<void> =>
  delay(pauseMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
