/**
 * Creates what stands in a list: a level, title, function or department. The site may have it already and not list it, because it is
 * inactive: then the create is refused for ever, whatever the lists show. As for people (R51), it is enabled instead; reading back
 * corrects its other values.
 */
import { isRefusal } from "../../client/call-error.ts";
import type { Calls, Guard, Write } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";
import { type ProbeResult, writeWithProbe } from "./write-with-probe.ts";

type Creation<Listed> = {
  readonly create: Write;
  /** Enables it; undefined if it is to be created inactive. */
  readonly enable: Write | undefined;
  /** Reads it in its list; null if the list does not show it. */
  readonly find: () => Promise<Listed | null>;
  /** Is what the list shows as it was to be created? */
  readonly isAsWanted: (listed: Listed) => boolean;
};

/** Throws the refusal of the create unless the list shows the object once it is enabled. */
export const createListed = async <Listed>(
  calls: Calls,
  { create, enable, find, isAsWanted }: Creation<Listed>,
  guard: Guard,
): Promise<Performed> => {
  const probe = async (): Promise<ProbeResult> => {
    const listed = await find();
    if (listed === null) return "unchanged";
    return isAsWanted(listed) ? "as-wanted" : "different";
  };
  try {
    return await writeWithProbe(calls, create, probe, guard);
  } catch (refusal) {
    if (!enable || !isRefusal(refusal) || (await find()) !== null) throw refusal;
    try {
      await calls.write(enable, guard);
    } catch (error) {
      if (isRefusal(error) || isUnknownPath(error)) throw refusal;
      throw error;
    }
    if ((await settled(calls, find, (listed) => listed !== null)) === null) throw refusal;
    return "applied";
  }
};
