/** What an error of one operation says about the others: does it concern the whole service, or nothing but our own rules? */
import { MusterdError } from "../lib/errors.ts";

const stopping: ReadonlySet<string> = new Set(["target-unauthorized", "target-misconfigured", "write-refused"]);

/** True when no other call of the run can be expected to fare better (R5). */
export const stopsRun = (error: unknown): boolean => error instanceof MusterdError && stopping.has(error.code);

const ownRules: ReadonlySet<string> = new Set([
  "already-exists",
  "changed-since-plan",
  "gone",
  "main-post-missing",
  "omitted-fields-cleared",
  "operation-unbound",
  "path-value-refused",
  "still-occupied",
  "value-hidden",
  "value-missing",
]);

/**
 * True where musterd itself refused the operation after reading: it says nothing about the service, so it never counts
 * towards the breaker or towards the failures above which nobody is disabled.
 */
export const isOwnRefusal = (code: string | undefined): boolean => code !== undefined && ownRules.has(code);
