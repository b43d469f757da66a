/**
 * The first object of each kind that a connection creates goes alone, and the list of its kind is read before the next one is
 * sent. So a form of answers that musterd cannot take, and that only shows once something has been created, costs one write.
 */
import { CallError } from "../../client/call-error.ts";
import { numberHint, unexpected } from "../../client/read-answer.ts";
import type { Employee as EmployeeRecord } from "../../contract/records/organisation.ts";
import { sameKey } from "../../model/canonical.ts";
import type { Calls, Guard, ReadCalls } from "../call.ts";
import { readDate } from "../dates.ts";
import { peopleIn, readDepartments, readFunctions, readLevels, readTitles } from "../read-lists.ts";
import type { Performed } from "../target.ts";
import { isMasked } from "../translate.ts";
import type { OperationOf } from "../translate-request.ts";

type CreateId = "V2" | "T2" | "J5" | "D2" | "E12";

const lists = { V2: readLevels, T2: readTitles, J5: readFunctions, D2: readDepartments } as const;

const readAfter = async (calls: ReadCalls, operation: OperationOf<CreateId>, guard: Guard): Promise<void> => {
  if (operation.id !== "E12") return void (await lists[operation.id](calls, guard));
  const records = await calls.read("E1", {}, guard);
  const people = await peopleIn(calls, records, guard);
  const shown = people.find(({ account }) => sameKey(account, operation.account))?.number;
  const { number } = operation.data;
  // If it lacks its leading zeros, every other number does, too.
  if (shown && number && shown !== number && withoutZeros(shown) === withoutZeros(number))
    throw unexpected("E1", "employee numbers with their leading zeros", [], numberHint);
  const at = records.findIndex(({ account }) => sameKey(account, operation.account));
  const created = records[at];
  if (created) checkDates(created, at, operation.data);
};

/** Dates that nobody understands, or that have all moved by a day, would be those of everybody who is created after this person. */
const checkDates = (shown: EmployeeRecord, at: number, written: OperationOf<"E12">["data"]): void => {
  const moved = (["birthDate", "hireDate"] as const).flatMap((field) => {
    const [text, date] = [shown[field], written[field]];
    if (!text || !date || isMasked(text)) return [];
    const found = readDate(text);
    if (found === undefined) throw unexpected("E1", "a date that can be understood", [at, field]);
    return found === null ? [] : [{ field, days: dayNumberOf(found) - dayNumberOf(date) }];
  });
  const [first] = moved;
  if (first && Math.abs(first.days) === 1 && moved.every(({ days }) => days === first.days))
    throw unexpected(
      "E1",
      `the date that was written, not the day ${first.days < 0 ? "before" : "after"} (\`target.dateFormat\`)`,
      [at, first.field],
      dayHint,
    );
};

const dayNumberOf = (date: string): number => Date.parse(date) / 86_400_000;

const dayHint =
  "the service and musterd mean different time zones: try `target.dateFormat: local`, which writes dates without one, or `utc`; the dates of the person just created are wrong there";

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d+$)/, "");

/** True: the list was read after a create; false: nothing was created. Rejects when the list does not fit the contract. */
type FirstCreates = Map<CreateId, Promise<boolean>>;

const known = new WeakMap<ReadCalls, FirstCreates>();

/** Creates one object. After a first one that cannot be read, all others of its kind fail with the same error, unsent. */
export const createAfterFirst = async (
  calls: Calls,
  operation: OperationOf<CreateId>,
  create: () => Promise<Performed>,
  guard: Guard,
): Promise<Performed> => {
  const { id } = operation;
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
    if (mayBeThere) await readable(() => readAfter(calls, operation, guard));
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

/** Forgets first creates that could not be read: the lists have been read since, so the site answers in a known form again. */
export const forgetUnreadable = (calls: ReadCalls): void => {
  const seen = known.get(calls);
  for (const [id, read] of seen ?? []) read.catch(() => seen?.delete(id));
};

/** Any other failure says nothing about the form of the answers; later readings meet it again. */
const readable = async (read: () => Promise<unknown>): Promise<void> => {
  try {
    await read();
  } catch (error) {
    if (error instanceof CallError && error.code === "response-unexpected") throw error;
  }
};
