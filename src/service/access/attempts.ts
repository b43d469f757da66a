/** Counts wrong attempts by key, and makes a key wait after too many. What is remembered is bounded and not stored. */
import type { Clock } from "../../lib/clock.ts";

const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;
/** Time after the end of a wait until earlier attempts are forgotten. */
const forgottenAfterMs = 60 * 60_000;
/** Maximum number of keys that are remembered; the key with the oldest attempt is forgotten first. */
const rememberedKeys = 10_000;

/** The first wait begins after `free` attempts; each further attempt doubles it. */
export const createAttempts = (clock: Clock, free: number) => {
  const known = new Map<string, { readonly failed: number; readonly againMs: number }>();
  const waitAfter = (failed: number): number =>
    failed < free ? 0 : Math.min(firstWaitMs * 2 ** (failed - free), longestWaitMs);
  return {
    /** Returns how long this key must still wait, in milliseconds. */
    waitMs: (key: string): number => Math.max(0, (known.get(key)?.againMs ?? 0) - clock.nowMs()),
    /**
     * Counts an attempt before it is checked, so that parallel attempts cannot exceed the limit. The result takes it back, if it
     * was right.
     */
    count: (key: string) => {
      const nowMs = clock.nowMs();
      const before = known.get(key);
      const failed = before && before.againMs + forgottenAfterMs > nowMs ? before.failed + 1 : 1;
      const mine = { failed, againMs: nowMs + waitAfter(failed) };
      known.delete(key);
      known.set(key, mine);
      const [oldest] = known.keys();
      if (known.size > rememberedKeys && oldest !== undefined) known.delete(oldest);
      return (): void => {
        const last = known.get(key);
        const left = (last?.failed ?? 1) - 1;
        const isFree = last === mine || waitAfter(left) === 0;
        if (last) known.set(key, { failed: left, againMs: isFree ? nowMs : last.againMs });
      };
    },
    /** Forgets all attempts of this key. */
    forget: (key: string): void => void known.delete(key),
  };
};
