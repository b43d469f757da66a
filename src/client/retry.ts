/**
 * The only place that repeats calls: a bounded number of times, exponential waits with jitter, never earlier than the service
 * asked.
 */
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import { CallError, exhausted } from "./call-error.ts";

export type Backoff = {
  readonly retries: number;
  /** Shortest first wait, in milliseconds. */
  readonly backoffMs: number;
  /** Called before every repetition; `attempt` counts from 1. */
  readonly onRepeat?: (error: CallError, attempt: number) => void;
  /** Ends the waiting and the repetition. */
  readonly signal?: AbortSignal | undefined;
};

/** Waits are cut into slices, so that `stillWanted` is called often; see `beforeCall`. */
const sliceMs = 500;
const longestBackoffMs = 30_000;

/**
 * Runs `task` until it succeeds, fails permanently, or no retry is left; only a `retryable` CallError is repeated.
 * `stillWanted` throws to end the wait.
 */
export const retrying = async <T>(
  task: () => Promise<T>,
  stillWanted: () => void | Promise<void>,
  backoff: Backoff,
): Promise<T> => {
  try {
    return await pRetry(task, {
      retries: backoff.retries,
      minTimeout: backoff.backoffMs,
      maxTimeout: longestBackoffMs,
      randomize: true,
      ...(backoff.signal && { signal: backoff.signal }),
      shouldRetry: async ({ error, attemptNumber, retryDelay }) => {
        if (!(error instanceof CallError && error.retryable)) return false;
        backoff.onRepeat?.(error, attemptNumber);
        await waitFor((error.failure.retryAfterMs ?? 0) - retryDelay, stillWanted);
        return true;
      },
    });
  } catch (error) {
    throw exhausted(error);
  }
};

/** Waits for the part of Retry-After that exceeds the ordinary wait. */
const waitFor = async (ms: number, stillWanted: () => void | Promise<void>): Promise<void> => {
  for (let left = ms; left > 0; left -= sliceMs) {
    await stillWanted();
    await wait(Math.min(left, sliceMs));
  }
};
