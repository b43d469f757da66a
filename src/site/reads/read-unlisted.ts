/** Looks with E2 for people whom E1 does not list. */
import { MusterdError } from "../../lib/errors.ts";
import type { ShownEmployee, Sought } from "../../model/directory/snapshot.ts";
import type { ReadCalls } from "../calls/call.ts";
import { stopsRun } from "../calls/stops-run.ts";
import { employeeParams, isFound, isInconclusive } from "./probe.ts";
import { translatedPeople } from "./read-lists.ts";

/** Those who are there, each once. Whom E2 leaves open is nobody; a problem of the whole service rejects. */
export const readUnlisted = async (calls: ReadCalls, people: readonly Sought[]): Promise<readonly ShownEmployee[]> => {
  const ending = new AbortController();
  const guard = (): void => ending.signal.throwIfAborted();
  const records = await Promise.all(
    people.map(async ({ by, code }) => {
      try {
        const record = await calls.readOrNone("E2", employeeParams(by, code), guard);
        return record && (await isFound(calls, record, by, code, guard)) ? record : null;
      } catch (error) {
        // A 404 without an error body is how many sites say "nobody" (R52); it is no wrong address, because the lists have been read.
        if (isInconclusive(error) || (error instanceof MusterdError && !stopsRun(error))) return null;
        ending.abort(error);
        throw error;
      }
    }),
  );
  const found = translatedPeople(
    calls,
    "E2",
    records.filter((record) => record !== null),
  );
  return [...new Map(found.map((person) => [person.account, { ...person, unlisted: true } as const])).values()];
};
