/**
 * The first object of each kind that a connection creates goes alone, and the list of its kind is read before the next one is
 * sent. So a form of answers that musterd cannot take, and that only shows once something has been created, costs one write.
 */
import { CallError } from "../../client/call-error.ts";
import type { Calls, Guard } from "../call.ts";
import { readDepartments, readEmployees, readFunctions, readLevels, readTitles } from "../read-lists.ts";
import type { Performed } from "../target.ts";

type CreateId = "V2" | "T2" | "J5" | "D2" | "E12";

const lists = { V2: readLevels, T2: readTitles, J5: readFunctions, D2: readDepartments, E12: readEmployees } as const;

/** True: the list was read after a create; false: nothing was created. Rejects when the list does not fit the contract. */
type FirstCreates = Map<CreateId, Promise<boolean>>;

const known = new WeakMap<Calls, FirstCreates>();

/** Creates one object. After a first one that cannot be read, all others of its kind fail with the same error, unsent. */
export const createAfterFirst = async (
  calls: Calls,
  id: CreateId,
  create: () => Promise<Performed>,
  guard: Guard,
): Promise<Performed> => {
  const seen: FirstCreates = known.get(calls) ?? new Map();
  known.set(calls, seen);
  for (let earlier = seen.get(id); earlier !== undefined; earlier = seen.get(id)) {
    if (await earlier) return create();
    if (seen.get(id) === earlier) seen.delete(id);
  }
  const mutationsBefore = calls.mutations();
  const made = create();
  const wasSent = made.then(
    () => true,
    () => calls.mutations() > mutationsBefore,
  );
  const checked = wasSent.then(async (mayBeThere) => {
    if (mayBeThere) await readable(() => lists[id](calls, guard));
    return mayBeThere;
  });
  seen.set(id, checked);
  const performed = await made.catch(async (error: unknown) => {
    await checked;
    throw error;
  });
  await checked;
  return performed;
};

/** Any other failure says nothing about the form of the answers; later readings meet it again. */
const readable = async (read: () => Promise<unknown>): Promise<void> => {
  try {
    await read();
  } catch (error) {
    if (error instanceof CallError && error.code === "response-unexpected") throw error;
  }
};
