/** The one owner of repetition: bounded, exponential with jitter, never sooner than the service asked. */
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import { CallError, exhausted } from "./call-error.ts";

export type Backoff = {
  readonly retries: number;
  /** Shortest first wait, in milliseconds. */
  readonly backoffMs: number;
  /** Told of every failure that is repeated; `attempt` counts from 1. */
  readonly onRepeat?: (error: CallError, attempt: number) => void;
  /** Ends the waiting, and the repeating. */
  readonly signal?: AbortSignal | undefined;
};

/** A short wait is cut up so that a stop is noticed; see `beforeCall`. */
const sliceMs = 500;
const longestBackoffMs = 30_000;

/**
 * Runs `task` until it succeeds, fails for good, or the retries are spent; only a CallError that says `retryable` is
 * repeated. `stillWanted` throws when the wait should end.
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

/** What Retry-After asks beyond the ordinary wait. */
const waitFor = async (ms: number, stillWanted: () => void | Promise<void>): Promise<void> => {
  for (let left = ms; left > 0; left -= sliceMs) {
    await stillWanted();
    await wait(Math.min(left, sliceMs));
  }
};
