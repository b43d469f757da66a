/**
 * Creating what the site has already and does not list, because it is inactive: the create is refused for ever, whatever the lists
 * show. As for people (R51), it is enabled instead; reading back corrects its other values.
 */
import { isRefusal } from "../../client/call-error.ts";
import type { Calls, Guard, Write } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";

/** `isListed`: do the lists show the code? Throws the refusal of the create unless they show it once it is enabled. */
export const createOrEnable = async (
  calls: Calls,
  { create, enable, isListed }: Attempt,
  guard: Guard,
): Promise<Performed> => {
  try {
    return await create();
  } catch (refusal) {
    if (!isRefusal(refusal) || (await isListed())) throw refusal;
    try {
      await calls.write(enable, guard);
    } catch (error) {
      if (isRefusal(error) || isUnknownPath(error)) throw refusal;
      throw error;
    }
    if (!(await settled(calls, isListed, (isThere) => isThere))) throw refusal;
    return "applied";
  }
};

type Attempt = {
  readonly create: () => Promise<Performed>;
  readonly enable: Write;
  readonly isListed: () => Promise<boolean>;
};
