/**
 * How musterd is doing, from what it remembers: the last runs, what they have left, and when the next one is due. Neither HR nor
 * the service is asked, so it is cheap enough for a monitor.
 */
import { createTask } from "node-cron";
import type { Config } from "../config/config.ts";
import { isoInstant } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { RunSummary } from "../model/runs/run.ts";
import type { Store } from "../store/store.ts";
import type { Check, PartWords, Remaining } from "./check.ts";
import { checkJson, remainingJson } from "./check-json.ts";
import { checkOwnParts } from "./own-parts.ts";
import { findRemaining } from "./remaining.ts";

/** A run without the names of people who asked for it or released it. */
export type StatusRun = Pick<
  RunSummary,
  "id" | "status" | "trigger" | "startedAt" | "endedAt" | "entries" | "refresh"
> & {
  /** Of the error that ended it. */
  readonly code?: string;
};

export type Status = {
  /** trouble: a part does not work, or the last run failed · waiting: somebody must act · well: neither */
  readonly state: "well" | "trouble" | "waiting";
  readonly target: string;
  readonly lastGood?: StatusRun;
  /** The last one of any kind, also one that goes on. */
  readonly lastRun?: StatusRun;
  /** What the examined parts have that is not well. */
  readonly parts: readonly Check[];
  readonly remaining: readonly Remaining[];
  /** When the daemon begins the next run, if it is running. */
  readonly nextRun?: { readonly at: string; readonly by: "schedule" | "retry" };
};

type Looked = { readonly config: Config; readonly store: Store; readonly log: Log; readonly target: string };

/** `parts`: what the caller has found out about the own parts; by default they are examined. */
export const readStatus = async (looked: Looked, words: PartWords, parts?: readonly Check[]): Promise<Status> => {
  const { config, store, target } = looked;
  const lastGood = await store.runs.lastEnded(config.daemon.apply ? ["succeeded"] : ["succeeded", "planned"]);
  const [lastRun] = await store.runs.list(1);
  const remaining = await findRemaining(looked, words.remaining);
  const nextRun = await nextRunOf(config, store);
  const bad = (parts ?? (await checkOwnParts(looked, words))).filter((part) => !("found" in part));
  return {
    state: stateOf(bad, remaining),
    target,
    ...(lastGood && { lastGood: shortOf(lastGood) }),
    ...(lastRun && { lastRun: shortOf(lastRun) }),
    parts: bad,
    remaining,
    ...(nextRun && { nextRun }),
  };
};

/** The status for programs. */
export const statusJson = ({ parts, remaining, ...status }: Status): object => ({
  ...status,
  parts: parts.map(checkJson),
  remaining: remaining.map(remainingJson),
});

/** A dead or strange lock waits for somebody; other warnings are about what may not work tomorrow. */
const stateOf = (parts: readonly Check[], remaining: readonly Remaining[]): Status["state"] => {
  const hasFailed = parts.some((part) => "error" in part) || remaining.some(({ level }) => level === "trouble");
  if (hasFailed) return "trouble";
  return remaining.length > 0 || parts.some(({ part }) => part === "lock") ? "waiting" : "well";
};

const shortOf = ({ id, status, trigger, startedAt, endedAt, entries, refresh, error }: RunSummary): StatusRun => ({
  id,
  status,
  trigger,
  startedAt,
  ...(endedAt !== undefined && { endedAt }),
  entries,
  refresh,
  ...(error && { code: error.code }),
});

/** The earlier one of the schedule and the repetition of a failed run. */
const nextRunOf = async ({ daemon }: Config, store: Store): Promise<Status["nextRun"]> => {
  const task = createTask(daemon.schedule, () => undefined, { timezone: daemon.timeZone });
  const [scheduled] = task.getNextRuns(1);
  await task.destroy();
  const failure = await store.retries.read();
  const at = scheduled && isoInstant(scheduled.getTime());
  if (failure && (at === undefined || failure.nextTry < at)) return { at: failure.nextTry, by: "retry" };
  return at === undefined ? undefined : { at, by: "schedule" };
};
