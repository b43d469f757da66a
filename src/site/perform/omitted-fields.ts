/**
 * What a site does with the fields that E11 leaves out (R10), observed instead of believed: the first change that leaves
 * out what the service hides goes alone and is read back. Where something is gone, no such change is written any more.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { ShownEmployee } from "../../model/snapshot.ts";
import type { Calls } from "../call.ts";
import type { Performed } from "../target.ts";
import { omittedFieldsCleared } from "./findings.ts";

/** What a site does with them; undefined while it could not be observed. */
type Observation = { readonly contradiction: MusterdError | undefined } | undefined;

const observations = new WeakMap<Calls, Promise<Observation>>();

/** Carries out `write`, which leaves `omitted` out; `find` reads the person afterwards. */
export const writeOmitting = async (
  calls: Calls,
  omitted: readonly string[],
  write: () => Promise<Performed>,
  find: () => Promise<ShownEmployee | null>,
): Promise<Performed> => {
  for (let known = observations.get(calls); known; known = observations.get(calls)) {
    const observation = await known;
    if (observation?.contradiction) throw observation.contradiction;
    if (observation) return write();
  }
  const { promise, resolve } = Promise.withResolvers<Observation>();
  observations.set(calls, promise);
  try {
    const result = await write();
    const after = await find();
    const cleared = omitted.filter((field) => after !== null && !after.hidden?.includes(field));
    const contradiction = cleared.length > 0 ? omittedFieldsCleared("E11", cleared) : undefined;
    resolve({ contradiction });
    if (!contradiction) return result;
    throw contradiction;
  } catch (error) {
    // Whoever waits observes in our place, unless there is something to know.
    const isKnown = error instanceof MusterdError && error.code === "omitted-fields-cleared";
    if (!isKnown) observations.delete(calls);
    resolve(undefined);
    throw error;
  }
};
