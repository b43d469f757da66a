/**
 * Limits how far the heap may grow beyond the live objects. By default V8 goes over 300 MiB while reading a hundred thousand
 * LDAP entries, which is more than a small container has. V8 versions that do not know the flag ignore it. The size of the
 * young generation can only be set on the command line, so package.json and the Dockerfile set it.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Call this when a process starts, before it reads anything large. */
export const keepHeapSmall = (): void => setFlagsFromString("--heap-growing-percent=100");

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
