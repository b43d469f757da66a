/** Timing of the delivery of callbacks. */

export type CallbackSettings = {
  /** Attempts before delivery is given up. */
  readonly attempts: number;
  /** Approximate wait before the second attempt; each further wait is twice as long. */
  readonly firstDelayMs: number;
  /** Longest time for an attempt, from the connection to the end of the answer. */
  readonly timeoutMs: number;
};

/** With these settings a callback is given up after about two hours. */
export const defaultCallbackSettings: CallbackSettings = { attempts: 12, firstDelayMs: 5_000, timeoutMs: 10_000 };

const longestDelayMs = 60 * 60_000;

/**
 * The wait after `attempts` failed attempts: doubled each time up to an hour, then shortened randomly by up to a half, so that
 * callbacks that failed together are not sent again at the same moment. `random` is from 0 to 1.
 */
export const delayAfter = (attempts: number, { firstDelayMs }: CallbackSettings, random: number): number => {
  const full = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.ceil(full * (1 - random / 2));
};
