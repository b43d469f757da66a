/** The clock of the service, which the sandbox can set, so that integrators can test what happens after an expiry. */
import type { Clock } from "../../lib/clock.ts";

export const createServiceClock = (real: Clock) => {
  let aheadMs: number | undefined;
  return {
    nowMs: () => real.nowMs() + (aheadMs ?? 0),
    /** Sets the time, from which the clock runs on. Without an argument it shows the real time again. */
    set: (nowMs?: number): void => {
      aheadMs = nowMs === undefined ? undefined : nowMs - real.nowMs();
    },
    isSet: () => aheadMs !== undefined,
  };
};

export type ServiceClock = ReturnType<typeof createServiceClock>;
