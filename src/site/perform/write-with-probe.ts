/** Writes that must not be repeated without reading first: creating and renaming. */
import { CallError, exhausted, isRefusal, isUnderWay } from "../../client/call-error.ts";
import type { Calls, Guard, Write } from "../calls/call.ts";
import { settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";
import { conflict, notApplied } from "./write-errors.ts";

/** as-wanted: the wanted state · different: another object has the wanted key · unchanged: the state before the write. */
export type ProbeResult = "as-wanted" | "different" | "unchanged";

/*
 * Rows: the answer to the write. Columns: the result of the probe.
 *
 * | the answer                 | as-wanted  | different | unchanged |
 * |----------------------------|------------|-----------|-----------|
 * | success                    | applied (no probe)       |
 * | refused, first try         | already-so | refused   | refused   |
 * | refused, later try         | applied    | refused   | refused   |
 * | unknown: reset, 5xx …      | applied    | conflict  | repeated  |
 * | unknown: timeout, 504      | applied    | conflict  | repeated, but a create fails |
 * | not done (429, no route)   | repeated (no probe)      |
 */
export const writeWithProbe = (
  calls: Calls,
  write: Write,
  probe: () => Promise<ProbeResult>,
  guard: Guard,
): Promise<Performed> => {
  let maybeDone = false;
  return calls.repeating(async () => {
    try {
      await calls.writeOnce(write, guard);
      return "applied";
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const unknown = error.failure.outcome === "unknown";
      if (!unknown && !isRefusal(error)) throw error;
      const isLate = isUnderWay(error) && creates.has(write.id);
      const found = isLate ? await settled(calls, probe, (seen) => seen !== "unchanged") : await probe();
      // The plan has not seen it there: this write may have made it.
      if (!unknown && found !== "unchanged") calls.noteCarriedOut();
      if (found === "as-wanted") return unknown || maybeDone ? "applied" : "already-so";
      if (found === "different" && unknown) throw conflict(write.id, error);
      maybeDone ||= unknown;
      throw isLate ? exhausted(error) : error;
    }
  }, guard);
};

/** A service that is still at work on one of these would make a second object of a repetition; the next run shows what has become of it. */
const creates: ReadonlySet<string> = new Set(["V2", "T2", "J5", "D2", "E12"]);

/** Probes after a success too: the changes that build on a new code must not be tried if the site has dropped it. */
export const renameWithProbe = async (...[calls, write, probe, guard]: Parameters<typeof writeWithProbe>) => {
  const performed = await writeWithProbe(calls, write, probe, guard);
  const shown = performed === "applied" ? await settled(calls, probe, (found) => found !== "unchanged") : performed;
  if (shown === "unchanged") throw notApplied(write.id);
  return performed;
};
