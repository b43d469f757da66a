/**
 * The first object of each kind that a connection creates goes alone, and the list of its kind is read before the next one is
 * sent. So a form of answers that musterd cannot take, and that only shows once something has been created, costs one write.
 * The same holds for the first key of each sort: a site that cuts keys, or changes them in another way, without a word might make one
 * object of two, and so write over somebody else.
 */

import { numberHint, unexpected } from "../../client/answers/read-answer.ts";
import { CallError } from "../../client/call-error.ts";
import type { Employee as EmployeeRecord } from "../../contract/records/organisation.ts";
import { dayMs } from "../../lib/clock.ts";
import { oncePer } from "../../lib/once.ts";
import { canonicalKey, sameKey, withoutZeros } from "../../model/directory/canonical.ts";
import { isOfSort, type KeySort, mayBecome, sortOf, widened } from "../../model/directory/key-sorts.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";
import { sameText } from "../../model/plan/sameness.ts";
import type { Calls, Guard, ReadCalls } from "../calls/call.ts";
import { readDate } from "../reads/dates.ts";
import { employeeParams, settled } from "../reads/probe.ts";
import { peopleIn, readDepartments, readFunctions, readLevels, readTitles } from "../reads/read-lists.ts";
import { isMasked } from "../reads/translate.ts";
import type { Performed } from "../target.ts";
import type { OperationOf } from "./translate-request.ts";
import { storedOtherwise } from "./write-errors.ts";

type CreateId = "V2" | "T2" | "J5" | "D2" | "E12";

/** An object as a list shows it, or as it is created. */
type Shown = {
  readonly key: string;
  readonly name?: string | null | undefined;
  readonly number?: string | null | undefined;
};

const lists = {
  V2: async (calls: ReadCalls, guard: Guard) => (await readLevels(calls, guard)).map(coded),
  T2: async (calls: ReadCalls, guard: Guard) => (await readTitles(calls, guard)).map(coded),
  J5: async (calls: ReadCalls, guard: Guard) => (await readFunctions(calls, guard)).map(coded),
  D2: async (calls: ReadCalls, guard: Guard) => (await readDepartments(calls, guard)).map(coded),
} as const;

type Coded = { readonly code: string; readonly name?: string; readonly title?: string };

const coded = ({ code, name, title }: Coded): Shown => ({ key: code, name: name ?? title });
const person = ({ account, name, number }: Omit<Shown, "key"> & { readonly account: string }): Shown => ({
  key: account,
  name,
  number,
});

const sentBy = (operation: OperationOf<CreateId>): Shown =>
  operation.id === "E12" ? person({ ...operation.data, account: operation.account }) : coded(operation);

const readAfter = async (
  calls: ReadCalls,
  operation: OperationOf<CreateId>,
  guard: Guard,
): Promise<readonly Shown[]> => {
  if (operation.id !== "E12") return lists[operation.id](calls, guard);
  const records = await calls.read("E1", {}, guard);
  const people = await peopleIn(calls, records, guard);
  const own = people.find(({ account }) => sameKey(account, operation.account));
  const shown = own?.number;
  const { number } = operation.data;
  // If it lacks its leading zeros, every other number does, too.
  if (shown && number && shown !== number && withoutZeros(shown) === withoutZeros(number))
    throw unexpected("E1", "employee numbers with their leading zeros", [], numberHint);
  const at = records.findIndex(({ account }) => sameKey(account, operation.account));
  const created = records[at];
  if (created) checkDates(created, at, operation.data);
  if (own?.active === true && createsOf(calls, "E12").sort === undefined) await requireFound(calls, own.account, guard);
  return people.map(person);
};

/** Whom E2 does not find, as E1 shows the account, can be neither read nor written later; and E1 need not show who is inactive. */
const requireFound = async (calls: ReadCalls, userCode: string, guard: Guard): Promise<void> => {
  const ask = () => calls.readOrNone("E2", employeeParams("account", userCode), guard);
  if ((await settled(calls, ask, (found) => found !== null)) === null)
    throw unexpected("E2", "the person whom E1 shows", [], formHint);
};

const formHint =
  "the service may find accounts only in another form than E1 shows (`target.accountDomain`), or the address is another one (`target.paths`); `musterd check` tries it";

/** Dates that nobody understands, or that have all moved by a day, would be those of everybody who is created after this person. */
const checkDates = (shown: EmployeeRecord, at: number, written: OperationOf<"E12">["data"]): void => {
  const moved = (["birthDate", "hireDate", "expiredTime"] as const).flatMap((field) => {
    const text = shown[field];
    if (!text || isMasked(text)) return [];
    const found = readDate(text);
    if (found === undefined) throw unexpected("E1", "a date that can be understood", [at, field]);
    const date = field === "expiredTime" ? undefined : written[field];
    return found === null || !date ? [] : [{ field, days: dayNumberOf(found) - dayNumberOf(date) }];
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

const dayNumberOf = (date: string): number => Date.parse(date) / dayMs;

const dayHint =
  "the service and musterd mean different time zones: try `target.dateFormat: local`, which writes dates without one, or `utc`; the dates of the person just created are wrong there";

/** The creates of one kind over one connection. */
type Creates = {
  /** The keys that the site has stored as they were sent are of this sort. */
  sort: KeySort | undefined;
  /** A create that goes alone. */
  alone: Promise<unknown> | undefined;
  readonly underWay: Set<Promise<unknown>>;
  /** What the site has made of keys that it has not stored as sent. */
  readonly madeOfOthers: Set<string>;
  /** Why no key of another sort is sent any more. */
  failed: { readonly error: unknown } | undefined;
};

type Known = { readonly creates: Map<CreateId, Creates>; before: Partial<Record<CreateId, readonly Shown[]>> };

const knownOf = oncePer((): Known => ({ creates: new Map(), before: {} }), new WeakMap<ReadCalls, Known>());

const createsOf = (calls: ReadCalls, id: CreateId): Creates => {
  const { creates } = knownOf(calls);
  const found = creates.get(id) ?? {
    sort: undefined,
    alone: undefined,
    underWay: new Set(),
    madeOfOthers: new Set(),
    failed: undefined,
  };
  creates.set(id, found);
  return found;
};

/**
 * Creates one object; `create` is told whether it goes alone, so that nothing is known yet of how the site stores such a key. After one
 * whose list cannot be read, all others of the kind fail with the same error, unsent; after one that was stored under another key, those
 * whose keys the site might change, too.
 */
export const createAfterFirst = async (
  calls: Calls,
  operation: OperationOf<CreateId>,
  create: (goesAlone: boolean) => Promise<Performed>,
  guard: Guard,
): Promise<Performed> => {
  const { key } = sentBy(operation);
  const creates = createsOf(calls, operation.id);
  while (creates.alone) await creates.alone;
  if (creates.madeOfOthers.has(canonicalKey(key))) throw storedOtherwise(operation.id);
  if (isOfSort(key, creates.sort)) return noted(creates.underWay, create(false));
  if (creates.failed) throw creates.failed.error;
  const made = createAlone(calls, operation, creates, create, guard);
  const end = () => {
    creates.alone = undefined;
  };
  creates.alone = made.then(end, end);
  return made;
};

const noted = <T>(all: Set<Promise<unknown>>, one: Promise<T>): Promise<T> => {
  all.add(one);
  const end = () => all.delete(one);
  one.then(end, end);
  return one;
};

const createAlone = async (
  calls: Calls,
  operation: OperationOf<CreateId>,
  creates: Creates,
  create: (goesAlone: boolean) => Promise<Performed>,
  guard: Guard,
): Promise<Performed> => {
  await Promise.allSettled(creates.underWay);
  const mutationsBefore = calls.mutations();
  const made = create(true);
  const [ended] = await Promise.allSettled([made]);
  const isMade = ended.status === "fulfilled";
  if (isMade || calls.mutations() > mutationsBefore)
    try {
      await noteStored(calls, operation, creates, isMade, guard);
    } catch (error) {
      creates.failed = { error };
      throw error;
    }
  return made;
};

/** Looks what the site has made of a key. If no list shows it at all, reading back must tell. */
const noteStored = async (
  calls: Calls,
  operation: OperationOf<CreateId>,
  creates: Creates,
  isMade: boolean,
  guard: Guard,
): Promise<void> => {
  const sent = sentBy(operation);
  const before = knownOf(calls).before[operation.id] ?? [];
  const read = async () => {
    const shown = await readAfter(calls, operation, guard);
    return { asSent: shown.some(({ key }) => sameKey(key, sent.key)), other: otherwiseIn(shown, sent, before) };
  };
  const isShown = ({ asSent, other }: Awaited<ReturnType<typeof read>>) => asSent || other !== undefined || !isMade;
  const found = await readable(() => settled(calls, read, isShown));
  if (found?.other === undefined || found.asSent) {
    if (isMade || found?.asSent) creates.sort = widened(creates.sort, sortOf(sent.key));
    return;
  }
  // Keys that are like what was left of this one stay as they are.
  if (found.other.length <= sent.key.length) creates.sort = widened(creates.sort, sortOf(found.other));
  creates.madeOfOthers.add(canonicalKey(found.other));
  throw storedOtherwise(operation.id);
};

/** The key under which the site shows what was sent, if it is another one. */
const otherwiseIn = (shown: readonly Shown[], sent: Shown, before: readonly Shown[]): string | undefined => {
  const isSent = ({ key, name, number }: Shown): boolean =>
    number && sent.number
      ? sameKey(number, sent.number)
      : Boolean(name) && sameText(name, sent.name) && mayBecome(sent.key, key);
  const wasThere = (one: Shown): boolean =>
    before.some(({ key, ...values }) => key === one.key && isSent({ key, ...values }));
  return shown.find((one) => isSent(one) && !wasThere(one))?.key;
};

/**
 * Notes what the lists show, and forgets first creates that could not be read: the site answers in a known form again. What it makes of keys
 * stays known.
 */
export const noteLists = (
  calls: ReadCalls,
  { levels, titles, functions, departments, employees }: TargetLists,
): void => {
  const all = knownOf(calls);
  all.before = {
    V2: levels.map(coded),
    T2: titles.map(coded),
    J5: functions.map(coded),
    D2: departments.map(coded),
    E12: employees.map(person),
  };
  for (const creates of all.creates.values())
    if (creates.failed?.error instanceof CallError) creates.failed = undefined;
};

const aboutForm: ReadonlySet<string> = new Set(["response-unexpected", "response-incomplete"]);

/** An answer that is no JSON after all repetitions was not cut off by accident. Any other failure says nothing about the form of answers. */
const readable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CallError && aboutForm.has(error.code)) throw error;
    return undefined;
  }
};
