/** A clock that stands still until a test moves it. */
import type { Clock } from "../../../src/lib/clock.ts";

export type MovingClock = Clock & { readonly pass: (seconds: number) => void; readonly set: (iso: string) => void };

/** Begins at the present, because the OAuth library reads the machine's own clock beside it. */
export const movingClock = (): MovingClock => {
  let nowMs = Date.now();
  return {
    nowMs: () => nowMs,
    pass: (seconds) => {
      nowMs += seconds * 1000;
    },
    set: (iso) => {
      nowMs = Date.parse(iso);
    },
  };
};
