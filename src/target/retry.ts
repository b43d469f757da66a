/** The one owner of repetition: bounded, exponential with jitter, never sooner than the service asked. */
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import type { Log } from "../lib/log.ts";
import { CallError, exhausted } from "./call-error.ts";

export type Backoff = {
  readonly retries: number;
  /** Shortest first wait, in milliseconds. */
  readonly backoffMs: number;
  readonly log: Log;
};

/** A short wait is cut up so that a stop is noticed; see `beforeCall`. */
const sliceMs = 500;
const longestBackoffMs = 30_000;

/**
 * Runs `task` until it succeeds, fails for good, or the retries are spent; only a CallError that says `retryable` is
 * repeated. `stillWanted` throws when the wait should end.
 */
export const retrying = async <T>(task: () => Promise<T>, stillWanted: () => void, backoff: Backoff): Promise<T> => {
  try {
    return await pRetry(task, {
      retries: backoff.retries,
      minTimeout: backoff.backoffMs,
      maxTimeout: longestBackoffMs,
      randomize: true,
      shouldRetry: async ({ error, attemptNumber, retryDelay }) => {
        if (!(error instanceof CallError && error.retryable)) return false;
        const { code, operation, failure } = error;
        backoff.log.warn({ operation, code, status: failure.status, attempt: attemptNumber }, "call is repeated");
        await waitFor((failure.retryAfterMs ?? 0) - retryDelay, stillWanted);
        return true;
      },
    });
  } catch (error) {
    throw exhausted(error);
  }
};

/** What Retry-After asks beyond the ordinary wait. */
const waitFor = async (ms: number, stillWanted: () => void): Promise<void> => {
  for (let left = ms; left > 0; left -= sliceMs) {
    stillWanted();
    await wait(Math.min(left, sliceMs));
  }
};
