/** How long the schedule lets nothing run: silence is what lasts longer. */
import { createTask } from "node-cron";
import type { Config } from "../config/config.ts";

/** Enough to see a week of working hours, or a few months. */
const examinedRuns = 200;

/** In milliseconds: the longest wait between two of the next runs. */
export const longestWaitMs = ({ daemon }: Pick<Config, "daemon">): number => {
  const task = createTask(daemon.schedule, () => undefined, { timezone: daemon.timeZone });
  const runs = task.getNextRuns(examinedRuns).map((run) => run.getTime());
  void task.destroy();
  return Math.max(0, ...runs.slice(1).map((run, at) => run - (runs[at] ?? run)));
};
