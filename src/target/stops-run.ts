/** Which errors concern the whole service and not the one object a call was about. */
import { MusterdError } from "../lib/errors.ts";

const stopping: ReadonlySet<string> = new Set(["target-unauthorized", "target-misconfigured", "write-refused"]);

/** True when no other call of the run can be expected to fare better (R5). */
export const stopsRun = (error: unknown): boolean => error instanceof MusterdError && stopping.has(error.code);
