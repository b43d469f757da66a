/**
 * Gives memory back when the daemon rests. V8 collects once the heap has grown by a part of itself, which may not happen for days after a
 * run or a visit to the console, and until then the process also keeps what the garbage holds outside the heap: more than the heap has.
 */
import { collectGarbage } from "../lib/heap.ts";

/** In bytes: a smaller gain is not worth a third of a second of processor time. */
const worthwhile = 16 * 2 ** 20;
/** In bytes: a process that works changes more from one call to the next. */
const still = 2 ** 20;

/** Returns what is to be called every few seconds; `residentBytes`: the memory of the process. */
export const givingMemoryBack = (
  state: { readonly running: boolean },
  residentBytes = residentOrUnknown,
  collect = collectGarbage,
): (() => Promise<void>) => {
  let last = residentBytes();
  let least = last;
  return async () => {
    const now = residentBytes();
    const isStill = Math.abs(now - last) < still;
    last = now;
    least = Math.min(least, now);
    if (state.running || !isStill || now - least < worthwhile) return;
    collect();
    last = residentBytes();
    least = last;
  };
};

/** Of no use for comparing where the system does not tell it, as in a process without a free descriptor. */
const residentOrUnknown = (): number => {
  try {
    return process.memoryUsage.rss();
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};
