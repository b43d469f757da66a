/**
 * Limits how far the heap may grow beyond the live objects. By default V8 goes over 300 MiB while reading a hundred thousand
 * LDAP entries, which is more than a small container has. V8 versions that do not know the flag ignore it. The size of the
 * young generation can only be set on the command line, so package.json and the Dockerfile set it.
 */
import { setFlagsFromString } from "node:v8";

/** Call this when a process starts, before it reads anything large. */
export const keepHeapSmall = (): void => setFlagsFromString("--heap-growing-percent=100");
