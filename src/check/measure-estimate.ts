/** Times what an estimate needs: HR's reading, the five lists, and three bursts of readings. Nothing is written. */
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../lib/log.ts";
import type { SourceSnapshot, TargetLists } from "../model/directory/snapshot.ts";
import { habitsOf } from "../model/memory/site-habit.ts";
import { openReader } from "../site/open-target.ts";
import type { TargetSettings } from "../site/settings/settings.ts";
import type { Source } from "../source/source.ts";
import type { Store } from "../store/store.ts";
import { type Estimate, estimateOf } from "./estimate.ts";

const bursts = 3;

/** How many rounds of calls a burst has, each as wide as the connections of a run. */
const rounds = 4;

type Measured = {
  readonly source: Source;
  readonly store: Store;
  readonly log: Log;
  /** How many people without work a plan looks for because the service does not list them. */
  readonly sought: (desired: SourceSnapshot, lists: TargetLists) => number;
};

/** Rejects as a plan does if HR or the service cannot be read. */
export const measureEstimate = async (
  { source, store, log, sought }: Measured,
  connect: () => Promise<TargetSettings>,
): Promise<Estimate> => {
  const startMs = process.uptime() * 1000;
  const { took: sourceMs, result: reading } = await timed(() => source.read([]));
  const settings = await connect();
  const reader = openReader(settings, log);
  try {
    const { took: listsMs, result: lists } = await timed(() => reader.readLists());
    const found: number[] = [];
    for (let burst = 0; burst < bursts; burst++) {
      const calls = settings.concurrency * rounds;
      const { took } = await timed(() => Promise.all(Array.from({ length: calls }, () => reader.check())));
      found.push(took / calls);
      await wait(50);
    }
    // What else goes on while a burst runs makes it slower, never faster.
    const burstMs = Math.min(...found);
    const looksAtAll = habitsOf(await store.ledger.read()).length > 0;
    const isKnown = (await store.knownDetails.read()) !== undefined;
    const habits = { looksAtAll, reading: settings.reading, isKnown, sought: sought(reading.snapshot, lists) };
    return estimateOf(reading.snapshot.directory, lists, { startMs, sourceMs, listsMs, burstMs }, habits);
  } finally {
    await reader.close();
  }
};

const timed = async <T>(task: () => Promise<T>): Promise<{ readonly took: number; readonly result: T }> => {
  const began = performance.now();
  const result = await task();
  return { took: performance.now() - began, result };
};
