/** How long the schedule lets nothing run: silence is what lasts longer. */

import { createTask } from "node-cron";
import type { Config } from "../config/config.ts";
import { dayMs } from "../lib/clock.ts";

/** As many runs as hours in a week and a day. The next of a rare schedule lie years apart, and a year of them is enough. */
const examinedRuns = 200;
const examinedMs = 366 * dayMs;
const weekMs = 8 * dayMs;

/** The times of the next runs: as many as a year has, or `examinedRuns`. Each `getNextRuns` begins now. */
const nextRuns = (schedule: string, timezone: string): readonly number[] => {
  const task = createTask(schedule, () => undefined, { timezone });
  let runs: readonly number[] = [];
  for (let count = 4; runs.length < examinedRuns && lengthOf(runs) < examinedMs; count *= 4)
    runs = task.getNextRuns(Math.min(count, examinedRuns)).map((run) => run.getTime());
  void task.destroy();
  return runs;
};

const lengthOf = (runs: readonly number[]): number => (runs.at(-1) ?? 0) - (runs[0] ?? 0);

/** The schedule with one run in each of its hours. */
const hourly = (schedule: string): string => {
  const fields = schedule.trim().split(/\s+/);
  return ["0", ...fields.slice(fields.length === 6 ? 2 : 1)].join(" ");
};

/**
 * In milliseconds: the longest wait between two of the next runs. Of a schedule with so many runs that they do not fill a week, only
 * the hours are examined, so that its nights and its weekend are seen; the wait is then right to an hour.
 */
export const longestWaitMs = ({ daemon }: Pick<Config, "daemon">): number => {
  const { schedule, timeZone } = daemon;
  const each = nextRuns(schedule, timeZone);
  const runs = lengthOf(each) < weekMs ? nextRuns(hourly(schedule), timeZone) : each;
  return Math.max(0, ...runs.slice(1).map((run, at) => run - (runs[at] ?? run)));
};
