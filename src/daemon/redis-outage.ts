/**
 * How long Redis has been away while a request for a run waits. The queue would wait for it in silence, for hours: after `timeoutMs` the run is
 * tried without the queue. It fails where it needs Redis, and is told and repeated like any run that fails.
 */

/** Returns whether Redis has refused writes for so long, at each time at which it was asked. */
export const redisOutage = (probe: () => Promise<void>, timeoutMs: number): (() => Promise<boolean>) => {
  let sinceMs: number | undefined;
  return async () => {
    const asked = performance.now();
    try {
      await probe();
      sinceMs = undefined;
      return false;
    } catch {
      sinceMs ??= asked;
      return performance.now() - sinceMs >= timeoutMs;
    }
  };
};
