/** Calls at the times of the schedule, by the wall clock, however it is set and however long the machine has slept. */
import { createTask } from "node-cron";
import type { App } from "../app/app.ts";
import { systemClock } from "../lib/clock.ts";

const checkEveryMs = 1_000;

/** A clock that is set back by less repeats no run. */
const setBackMs = 60_000;

/**
 * Calls `due` at each time, and once, late, for all the times that the machine has slept through or the clock was put forward over. Where the
 * clock is set back, the times from there on count. Returns what ends it.
 */
export const openSchedule = (
  { schedule, timeZone }: Pick<App["config"]["daemon"], "schedule" | "timeZone">,
  due: () => void,
): (() => void) => {
  // It is never started: its own timer would wait for the time that it expected before the clock was set back, be it a year.
  const times = createTask(schedule, () => undefined, { timezone: timeZone });
  const nextMs = (): number => times.getNextRuns(1)[0]?.getTime() ?? Number.POSITIVE_INFINITY;
  let expectedMs = nextMs();
  let checkedMs = systemClock.nowMs();
  const check = (): void => {
    const nowMs = systemClock.nowMs();
    if (nowMs < checkedMs - setBackMs) expectedMs = nextMs();
    checkedMs = nowMs;
    if (nowMs < expectedMs) return;
    expectedMs = nextMs();
    due();
  };
  const timer = setInterval(check, checkEveryMs);
  return () => {
    clearInterval(timer);
    void times.destroy();
  };
};
