/** Measures how long a run is in each of its phases, so that a slow night can be told from a person who did not answer. */
import { channel } from "node:diagnostics_channel";
import type { Clock } from "../../lib/clock.ts";
import type { Phase, PhaseTimes } from "../../model/runs/run.ts";

export type Stopwatch = {
  /** Adds the time until `work` has settled to the phase. */
  readonly time: <Result>(phase: Phase, work: () => Result | Promise<Result>) => Promise<Result>;
  readonly spentMs: () => PhaseTimes;
};

/** Tells the bench when a phase begins and ends. */
const phases = channel("musterd:phase");

export const startStopwatch = (clock: Clock): Stopwatch => {
  const spent = new Map<Phase, number>();
  return {
    time: async (phase, work) => {
      const startedMs = clock.nowMs();
      phases.publish({ name: phase, work, isEnd: false });
      try {
        return await work();
      } finally {
        spent.set(phase, (spent.get(phase) ?? 0) + Math.max(0, clock.nowMs() - startedMs));
        phases.publish({ name: phase, work, isEnd: true });
      }
    },
    spentMs: () => Object.fromEntries(spent),
  };
};
