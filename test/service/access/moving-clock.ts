/** A clock that only moves when a test moves it. */
import type { Clock } from "../../../src/lib/clock.ts";

export type MovingClock = Clock & { readonly pass: (seconds: number) => void; readonly set: (iso: string) => void };

/** Starts at the present time, because oidc-provider also reads the machine's clock. */
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
