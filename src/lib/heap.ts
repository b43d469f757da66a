/** What the heap still has room for, and the removal of garbage. How far the heap may grow is set where the process starts (musterd.js). */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The part of the heap that may be filled: V8 ends the process when it finds nothing more to free. */
const usablePart = 0.85;

/** Has the heap room for so many more bytes? Garbage is removed before the answer is no. */
export const fitsIntoHeap = (bytes: number): boolean => {
  if (bytes < roomInHeap()) return true;
  collectGarbage();
  return bytes < roomInHeap();
};

/** Removes all garbage at once, and gives the memory of it back to the machine. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  setFlagsFromString("--no-expose-gc");
  // The other flavor keeps most of the memory for later.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
};

const roomInHeap = (): number => {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
  return limit * usablePart - used;
};
