/** The clock of the service, which the sandbox can set, so that integrators can test what happens after an expiry. */
import type { Clock } from "../../lib/clock.ts";

export type ServiceClock = Clock & {
  /** Sets the time, from which the clock runs on. Without an argument it shows the real time again. */
  readonly set: (nowMs?: number) => void;
  readonly isSet: () => boolean;
};

export const createServiceClock = (real: Clock): ServiceClock => {
  let aheadMs: number | undefined;
  return {
    nowMs: () => real.nowMs() + (aheadMs ?? 0),
    set: (nowMs) => {
      aheadMs = nowMs === undefined ? undefined : nowMs - real.nowMs();
    },
    isSet: () => aheadMs !== undefined,
  };
};
