/**
 * Observes what a site does with fields that E11 leaves out (R10). The first write that omits hidden fields runs alone
 * and is read back. If the site has cleared a field, no further write of this kind is made.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { Calls } from "../calls/call.ts";
import type { Performed } from "../target.ts";
import { omittedFieldsCleared } from "./write-errors.ts";

/**
 * What was observed: `contradiction` is the error if the site clears the fields, undefined if it keeps them. The whole
 * observation is undefined if the behaviour could not be observed.
 */
type Observation = { readonly contradiction: MusterdError | undefined } | undefined;

const observations = new WeakMap<Calls, Promise<Observation>>();

/** Runs `write`, which leaves out `omitted`; `find` reads the person afterwards. */
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
  /** The next waiting write observes instead. */
  const unobserved = <T>(ended: T): T => {
    observations.delete(calls);
    resolve(undefined);
    return ended;
  };
  try {
    const result = await write();
    const after = await find();
    if (!after) return unobserved(result);
    const cleared = omitted.filter((field) => !after.hidden?.includes(field));
    const contradiction = cleared.length > 0 ? omittedFieldsCleared("E11", cleared) : undefined;
    resolve({ contradiction });
    if (!contradiction) return result;
    throw contradiction;
  } catch (error) {
    const isKnown = error instanceof MusterdError && error.code === "omitted-fields-cleared";
    throw isKnown ? error : unobserved(error);
  }
};
