/** Reads the lists of the whole company, translates them, and checks that every code and account occurs once (R16, R43). */
import { unexpected } from "../../client/answers/read-answer.ts";
import type { Dept as DepartmentRecord, Employee as EmployeeRecord } from "../../contract/records/organisation.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Department, JobFunction, JobTitle, Level } from "../../model/directory/directory.ts";
import type { Ambiguous, ShownEmployee, TargetLists } from "../../model/directory/snapshot.ts";
import type { Reading } from "../../model/runs/run.ts";
import { type Guard, type ReadCalls, type ReadId } from "../calls/call.ts";
import { withoutNamesakes } from "./strangers.ts";
import { departmentOf, employeeOf, foreignDate, functionOf, levelOf, titleOf, UnreadableField } from "./translate.ts";

const unguarded: Guard = () => undefined;

/**
 * Reads V1, D1, T1, J4 and E1; rejects with the first failure. If `people` is given, it is used and E1 is not read. `onRead` is
 * called for each list when it is requested and when it has been received.
 */
export const readLists = async (
  calls: ReadCalls,
  people: Pick<TargetLists, "employees"> | undefined,
  onRead: (reading: Reading) => void,
): Promise<TargetLists> => {
  const told = async <T>(what: ReadId, list: Promise<readonly T[]>): Promise<readonly T[]> => {
    onRead({ what, unit: "records", count: 0 });
    const records = await list;
    onRead({ what, unit: "records", count: records.length });
    return records;
  };
  const firsts = [told("V1", readLevels(calls, unguarded)), told("D1", calls.read("D1", {}, unguarded))] as const;
  const [levels, records, titles, functions, employees] = await Promise.all([
    ...firsts,
    told("T1", readTitles(calls, unguarded)),
    told("J4", readFunctions(calls, unguarded)),
    people ? people.employees : told("E1", readEmployees(calls, unguarded, firsts[1])),
  ]);
  // E1 may be the only list to show that the site omits nulls.
  const departments = departmentsOf(calls, records);
  const company = companyIn(departments, calls.settings.corpCode);
  return {
    levels,
    departments,
    titles,
    functions,
    employees,
    ...(isStatusUnknown(employees) && { statusUnknown: true }),
    ...(company !== undefined && { company }),
  };
};

/** Fewer people tell nothing: a site that leaves out what is false may list nobody active. */
const enoughPeople = 3;

const isStatusUnknown = (people: readonly ShownEmployee[]): boolean =>
  people.length >= enoughPeople && people.every(({ active }) => active === undefined);

/** The company's code as a department has it that stands above all others; undefined if there is none (R26). */
const companyIn = (departments: readonly Department[], corpCode: string): string | undefined => {
  const [top, ...others] = departments.filter(({ parent }) => parent === null);
  return top && others.length === 0 && sameKey(top.code, corpCode) ? top.code : undefined;
};

/** V1, highest first. */
export const readLevels = async (calls: ReadCalls, guard: Guard): Promise<readonly (Level & Ambiguous)[]> =>
  distinct("V1", translated("V1", await calls.read("V1", {}, guard), levelOf)).sort(byOrder);

/** T1, by rank and order. */
export const readTitles = async (calls: ReadCalls, guard: Guard): Promise<readonly (JobTitle & Ambiguous)[]> => {
  const titles = translated("T1", (await calls.read("T1", {}, guard)).flat(), titleOf);
  return distinct("T1", titles).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || byOrder(a, b));
};

/** J4 in the service's order: the order of its groups is the only sign of the order of categories (R44). */
export const readFunctions = async (calls: ReadCalls, guard: Guard): Promise<readonly (JobFunction & Ambiguous)[]> =>
  distinct("J4", translated("J4", (await calls.read("J4", {}, guard)).flat(), functionOf));

/** D1 in the service's order. */
export const readDepartments = async (calls: ReadCalls, guard: Guard): Promise<readonly (Department & Ambiguous)[]> =>
  departmentsOf(calls, await calls.read("D1", {}, guard));

const departmentsOf = (calls: ReadCalls, records: readonly DepartmentRecord[]): readonly (Department & Ambiguous)[] => {
  const company = calls.settings.corpCode;
  const top = records.some(({ code }) => sameKey(code, company)) ? undefined : company;
  const omitsNulls = calls.shownOfPeople.omitsNulls || isSomeLeftOut(records);
  // Of a site that omits nulls, what it shows of no department is null in all of them.
  const seen = new Set(omitsNulls ? ["description"] : []);
  return distinct(
    "D1",
    translated("D1", records, (record) => departmentOf(record, top), seen),
  );
};

/** Does a record lack what others have? */
const isSomeLeftOut = (records: readonly object[]): boolean => {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return records.some((one) => Object.keys(one).length < names.size);
};

/** E1 in the service's order, without posts. `besides`: D1, which may show that the site leaves out nulls where all people have everything. */
export const readEmployees = async (
  calls: ReadCalls,
  guard: Guard,
  besides?: Promise<readonly object[]>,
): Promise<readonly ShownEmployee[]> => {
  const [records, others] = await Promise.all([calls.read("E1", {}, guard), besides]);
  return peopleIn(calls, records, guard, others);
};

/** The people of an answer to E1; `others`: the records of D1, if they were read. */
export const peopleIn = async (
  calls: ReadCalls,
  records: readonly EmployeeRecord[],
  guard: Guard,
  others: readonly object[] = [],
): Promise<readonly ShownEmployee[]> => {
  const isNullSent = [...records, ...others].some((one) => Object.values(one).includes(null));
  calls.shownOfPeople.omitsNulls ||= !isNullSent && isSomeLeftOut(others);
  const all = translatedPeople(calls, "E1", withAccounts(records));
  const people = distinctPeople(
    await withoutNamesakes(
      calls,
      all.filter((_, at) => !isNameless(records[at])),
      guard,
    ),
  );
  const numbers = new Set(people.map(({ number }) => canonicalKey(number ?? "")));
  // Whoever has the number with an account is the person.
  const nameless = all.filter(
    ({ number }, at) => isNameless(records[at]) && !(number && numbers.has(canonicalKey(number))),
  );
  return [...people, ...nameless.map((person) => ({ ...person, nameless: true as const }))];
};

const isNameless = (record: EmployeeRecord | undefined): boolean => record?.account.trim() === "";

/**
 * Gives people without an account, by which alone an operation could name them, a text that is nobody's account: HR's record of them must
 * be held, and not be taken for a newcomer's. If most people have none, the site has it under another name.
 */
const withAccounts = (records: readonly EmployeeRecord[]): readonly EmployeeRecord[] => {
  const taken = new Set(records.map(({ account }) => canonicalKey(account)));
  if (taken.size === records.length && !taken.has("")) return records;
  const first = records.findIndex(isNameless);
  if (records.filter(isNameless).length * 2 > records.length) throw unexpected("E1", "an account", [first, "account"]);
  return records.map((record, at) => {
    if (!isNameless(record)) return record;
    const text = `(${record.employeeNumber || record.name || "?"})`;
    const account = taken.has(canonicalKey(text)) ? `${text} ${at}` : text;
    taken.add(canonicalKey(account));
    return { ...record, account };
  });
};

/**
 * Translates the people that E1, E2 or D9 returned. If a record lacks a property that E1 returned for other people, its value is
 * null. A property that E1 returned for nobody is unknown where it is missing, even if E2 returned it for somebody.
 */
export const translatedPeople = (
  calls: ReadCalls,
  operation: "E1" | "E2" | "D9",
  records: readonly EmployeeRecord[],
): ShownEmployee[] => {
  const { shownOfPeople: shown } = calls;
  const translate = (record: EmployeeRecord) => employeeOf(record, shown.omitsNulls);
  if (operation !== "E1") return translated(operation, records, translate, new Set(shown.fields));
  const foreign = foreignDate(records);
  if (foreign) throw unexpected(operation, "a date that can be understood", foreign);
  for (const record of records) for (const field in record) shown.fields.add(field);
  shown.showsNumbers ||= records.some(({ employeeNumber }) => employeeNumber);
  shown.omitsNulls ||= records.some((record) => Object.keys(record).length < shown.fields.size);
  return translated(operation, records, translate, new Set(shown.fields));
};

/**
 * Translates each record. The error for a value that cannot be read names its place in the answer. `seen`: the
 * properties that records of this kind are known to have; those of `records` are added.
 */
const translated = <R extends object, T>(
  operation: ReadId,
  records: readonly R[],
  translate: (record: R) => T,
  seen = new Set<string>(),
): T[] => {
  for (const record of records) for (const key in record) seen.add(key);
  const missing = { ...Object.fromEntries([...seen].map((key) => [key, null])), ...leftOut(records) };
  return records.map((record, index) => {
    try {
      // If some records have a property, the site returns it; in records that lack the property, its value is null.
      return translate({ ...missing, ...record });
    } catch (error) {
      if (!(error instanceof UnreadableField)) throw error;
      throw unexpected(operation, "a value that can be understood", [index, error.field]);
    }
  });
};

/** The values that a site may leave out, by the property that may lack them. */
const emptyValues = { active: false, seq: 0 } as const;

/**
 * The properties of which the list as a whole shows that the site leaves out false and 0: some records have the property, others
 * lack it, and no record has false or 0 anywhere. A list of one record shows nothing.
 */
const leftOut = (records: readonly object[]): Readonly<Record<string, false | 0>> => {
  const sent = (record: object) => Object.values(record).some((value) => value === false || value === 0);
  if (records.some(sent)) return {};
  return Object.fromEntries(
    Object.entries(emptyValues).filter(([name, empty]) => {
      const values = records.map((record) => (record as Readonly<Record<string, unknown>>)[name]);
      return values.includes(undefined) && values.some((value) => typeof value === typeof empty);
    }),
  );
};

const byOrder = (a: { readonly order?: number }, b: { readonly order?: number }): number =>
  (a.order ?? 0) - (b.order ?? 0);

/**
 * Removes repeated records: J4 and T1 may return one record in several groups, and a list that is read in pages may repeat one.
 * Of different records with one code, or with codes that differ in case only, the first stays and is marked, because HR's code could
 * mean any of them (R43): a site may keep what it has closed under a code that is used again. If that is so of most records, the
 * code is not what tells them apart.
 */
const distinct = <T extends Coded>(operation: ReadId, records: readonly T[]): (T & Ambiguous)[] => {
  const byCode = new Map<string, { readonly at: number; readonly record: T; readonly text: string }>();
  const ambiguous = new Set<string>();
  for (const [at, record] of withCodes(operation, records).entries()) {
    const code = canonicalKey(record.code);
    const known = byCode.get(code);
    if (!known) byCode.set(code, { at, record, text: JSON.stringify(record) });
    else if (known.text !== JSON.stringify(record)) ambiguous.add(code);
  }
  const [first] = ambiguous;
  if (first !== undefined && ambiguous.size * 2 > byCode.size)
    throw unexpected(operation, "every record once", [byCode.get(first)?.at ?? 0, "code"], sameCodesHint);
  return [...byCode].map(([code, { record }]) => (ambiguous.has(code) ? { ...record, ambiguous: true } : record));
};

/** The records that an operation could name. If most have no code, the site has it under another name. */
const withCodes = <T extends Coded>(operation: ReadId, records: readonly T[]): readonly T[] => {
  const without = records.findIndex(({ code }) => code.trim() === "");
  if (without === -1) return records;
  const named = records.filter(({ code }) => code.trim() !== "");
  if (named.length * 2 < records.length) throw unexpected(operation, "a code", [without, "code"]);
  return named;
};

type Coded = { readonly code: string };

/**
 * Removes repeated people. Of different records with one account the first stays and is marked, unless that is so of most people; accounts
 * that differ in case are held for their people.
 */
const distinctPeople = (people: readonly ShownEmployee[]): (ShownEmployee & Ambiguous)[] => {
  const byAccount = new Map<string, ShownEmployee>();
  const ambiguous = new Map<string, number>();
  for (const [at, person] of people.entries()) {
    const known = byAccount.get(person.account);
    if (!known) byAccount.set(person.account, person);
    else if (JSON.stringify(known) !== JSON.stringify(person)) ambiguous.set(person.account, at);
  }
  const [first] = ambiguous.values();
  if (first !== undefined && ambiguous.size * 2 > byAccount.size)
    throw unexpected("E1", "every record once", [first, "account"]);
  return [...byAccount.values()].map((one) => (ambiguous.has(one.account) ? { ...one, ambiguous: true } : one));
};

const sameCodesHint = "give one of the two records another code in the service; HR's code could mean either";
