/**
 * Gives memory back while no run goes on. V8 collects what is old once the heap has grown by a part of itself, which it may not do for
 * days after a run or a visit to the console.
 */
import { getHeapStatistics } from "node:v8";
import { collectGarbage } from "../lib/heap.ts";

/** In bytes: a smaller gain is not worth a tenth of a second of processor time. */
const worthwhile = 16 * 2 ** 20;

/** Returns what is to be called from time to time; `heapSize`: in bytes, as far as V8 has it from the machine. */
export const givingMemoryBack = (
  state: { readonly running: boolean },
  heapSize = (): number => getHeapStatistics().total_heap_size,
  collect = collectGarbage,
): (() => Promise<void>) => {
  let least = heapSize();
  return async () => {
    if (state.running) return;
    if (heapSize() - least >= worthwhile) {
      collect();
      least = heapSize();
    }
    least = Math.min(least, heapSize());
  };
};
