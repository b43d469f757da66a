/** How patiently callbacks are delivered. */

export type CallbackSettings = {
  /** Attempts before a callback is given up. */
  readonly attempts: number;
  /** About how long after the first attempt the second one follows; each further wait is twice as long. */
  readonly firstDelayMs: number;
  /** Longest time for an attempt, from the connection to the end of the answer. */
  readonly timeoutMs: number;
};

/** With these a receiver may be away for about three hours. */
export const defaultCallbackSettings: CallbackSettings = { attempts: 12, firstDelayMs: 5_000, timeoutMs: 10_000 };

const longestDelayMs = 60 * 60_000;

/**
 * The wait after `attempts` failed ones: doubled each time up to an hour, and shortened by up to a half at random, so that
 * what failed together does not come back together. `random` is from 0 to 1.
 */
export const delayAfter = (attempts: number, { firstDelayMs }: CallbackSettings, random: number): number => {
  const full = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.ceil(full * (1 - random / 2));
};
