/**
 * The only place that repeats calls: a limited number of times, with exponential waits and jitter, and never earlier than the
 * service asked in Retry-After.
 */
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import { CallError, exhausted } from "./call-error.ts";

export type Backoff = {
  readonly retries: number;
  /** Shortest wait before the first repetition, in milliseconds. */
  readonly backoffMs: number;
  /** Called before every repetition; `attempt` counts from 1. */
  readonly onRepeat?: (error: CallError, attempt: number) => void;
  /** When it aborts, waiting and repetition end. */
  readonly signal?: AbortSignal | undefined;
};

/** Long waits are divided into slices, and `stillWanted` is called before each slice, so an aborted call ends soon. */
const sliceMs = 500;
const longestBackoffMs = 30_000;

/**
 * A service that has refused a call for so long is not asked again by this call. One that asks for a longer wait, as for what is left of an
 * hour with a limit of calls, is asked once more after it; if it refuses again, it refuses all calls (site/calls/stops-run.ts).
 */
export const longestPatienceMs = 600_000;

/**
 * Runs `task` until it succeeds, fails permanently, or no retry is left; only a `retryable` CallError is repeated.
 * `stillWanted` can throw to end the wait.
 */
export const retrying = async <T>(
  task: () => Promise<T>,
  stillWanted: () => void | Promise<void>,
  backoff: Backoff,
): Promise<T> => {
  const startedMs = performance.now();
  try {
    return await pRetry(task, {
      retries: backoff.retries,
      minTimeout: backoff.backoffMs,
      maxTimeout: longestBackoffMs,
      randomize: true,
      ...(backoff.signal && { signal: backoff.signal }),
      shouldRetry: async ({ error, attemptNumber, retryDelay }) => {
        if (!(error instanceof CallError && error.retryable)) return false;
        if (performance.now() - startedMs > longestPatienceMs) return false;
        backoff.onRepeat?.(error, attemptNumber);
        await waitFor((error.failure.retryAfterMs ?? 0) - retryDelay, stillWanted, backoff.signal);
        return true;
      },
    });
  } catch (error) {
    throw exhausted(error);
  }
};

/** Waits `ms`, the part of Retry-After that exceeds the ordinary wait of p-retry. */
const waitFor = async (
  ms: number,
  stillWanted: () => void | Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  for (let left = ms; left > 0; left -= sliceMs) {
    await stillWanted();
    await wait(Math.min(left, sliceMs), undefined, signal && { signal });
  }
};
