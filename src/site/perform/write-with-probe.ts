/** Writes that must not be repeated without reading first: creating and renaming. */
import { CallError, isRefusal } from "../../client/call-error.ts";
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
 * | unknown: timeout, reset …  | applied    | conflict  | repeated  |
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
      const found = await probe();
      // The plan has not seen it there: this write may have made it.
      if (!unknown && found !== "unchanged") calls.noteCarriedOut();
      if (found === "as-wanted") return unknown || maybeDone ? "applied" : "already-so";
      if (found === "different" && unknown) throw conflict(write.id, error);
      maybeDone ||= unknown;
      throw error;
    }
  }, guard);
};

/** Probes after a success too: the changes that build on a new code must not be tried if the site has dropped it. */
export const renameWithProbe = async (...[calls, write, probe, guard]: Parameters<typeof writeWithProbe>) => {
  const performed = await writeWithProbe(calls, write, probe, guard);
  const shown = performed === "applied" ? await settled(calls, probe, (found) => found !== "unchanged") : performed;
  if (shown === "unchanged") throw notApplied(write.id);
  return performed;
};
