/**
 * How fast the heap may outgrow what is alive. Left alone, V8 lets a reading of a hundred thousand entries, which leaves
 * more behind than a file does, go over 300 MiB before it tidies up, and a container has a limit. A V8 that does not know the flag ignores it. The size of
 * the young generation can only be given on the command line: package.json and the Dockerfile do.
 */
import { setFlagsFromString } from "node:v8";

/** For the start of a process, before anything large is read. */
export const keepHeapSmall = (): void => setFlagsFromString("--heap-growing-percent=100");
