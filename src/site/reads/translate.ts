/**
 * Translates contract records to model records, under the names of the table of fields (model/directory/fields.ts). An empty value
 * (null, blank) becomes null, or "" where the model has no null. A property that the service did not send stays absent, which
 * means that it could not be read.
 */
import type { Response } from "../../contract/contract.ts";
import type * as contract from "../../contract/records/organisation.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { Department, Gender, Post, RecordOf } from "../../model/directory/directory.ts";
import type { FieldSpec } from "../../model/directory/field-spec.ts";
import type { Fields, RecordKind } from "../../model/directory/fields.ts";
import { isPersonal, type ServiceName, specsOf } from "../../model/directory/known-fields.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { EmployeeData } from "../../model/plan/operation.ts";
import { readDate, readInstant } from "./dates.ts";

type Text = string | null | undefined;
type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The value could not be read; `field` is the contract's name. Readers add the operation and the record. */
export class UnreadableField extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`${field} cannot be understood`);
    this.field = field;
  }
}

/** Removes undefined properties. */
const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;

const isBlank = (text: Text): boolean => (text ?? "").trim() === "";

/** Null, as programs write it that make a text of everything. */
const saysNull = (text: Text): boolean => text === "null" || text === "NULL";

/** For properties that may be null in the model. */
const orNull = (text: Text): string | null | undefined =>
  text !== undefined && (isBlank(text) || saysNull(text)) ? null : text;

/** For properties that may not be null: an empty value becomes "", which differs from any name. */
const orEmpty = (text: Text): string | undefined => (text !== undefined && isBlank(text) ? "" : (text ?? undefined));

const genders: ReadonlyMap<string, Gender> = new Map(
  (["Male", "Female", "Other"] as const).map((gender) => [gender.toLowerCase(), gender]),
);

/** In any case, and with blanks around it, because some sites fill texts up to a fixed length. */
const knownGender = (text: string): Gender | undefined => genders.get(text.trim().toLowerCase());

const genderOf = (text: Text): Gender | null | undefined =>
  text === undefined ? undefined : (knownGender(text ?? "") ?? null);

const readGender = (text: string): Gender | null | undefined => (saysNull(text) ? null : knownGender(text));

const dateOf = (field: string, text: Text, read = readDate): string | null | undefined => {
  if (text === undefined) return undefined;
  const value = isBlank(text) ? null : read(text ?? "");
  if (value === undefined) throw new UnreadableField(field);
  return value;
};

/** The contract's types of the records in the service's lists. */
type Records = {
  readonly level: contract.DeptLevel;
  readonly title: contract.JobTitle;
  readonly function: contract.JobFunc;
  readonly department: contract.Dept;
  readonly employee: contract.Employee;
};

type ShownNames<K extends RecordKind> = {
  [F in keyof Fields[K]]: Fields[K][F] extends { readonly shown: false } ? never : ServiceName<K, F>;
}[keyof Fields[K]];

/** Fields that only the table of fields has, or only the contract. */
type Gap<K extends keyof Records> = Exclude<ShownNames<K>, keyof Records[K]> | Exclude<keyof Records[K], ShownNames<K>>;

/**
 * Returns a function that reads a record field by field, by the table of fields. It does not compile if the table and the
 * contract have different fields.
 */
const reader = <K extends keyof Records>(
  kind: K & ([Gap<K>] extends [never] ? unknown : { readonly "only on one side": Gap<K> }),
): ((record: Records[K]) => RecordOf<K>) => {
  const steps = specsOf(kind).flatMap(([field, spec]) => {
    const name = spec.service ?? field;
    return spec.shown === false ? [] : [{ field, name, read: valueReader(spec, name) }];
  });
  return (record) => {
    const made: Record<string, unknown> = {};
    for (const { field, name, read } of steps) {
      const value = read(record[name as keyof Records[K]] as never);
      if (value !== undefined) made[field] = value;
    }
    return made as RecordOf<K>;
  };
};

const valueReader = (spec: FieldSpec, name: string): ((value: never) => unknown) => {
  switch (spec.type) {
    case "boolean":
    case "integer":
      return (value: boolean | number | null) => value ?? undefined;
    case "gender":
      return genderOf;
    case "codes":
      return (list: readonly string[] | null) => (list === null ? [] : list);
    case "date":
      return (text: Text) => dateOf(name, text);
    case "instant":
      return (text: Text) => dateOf(name, text, readInstant);
    case "code":
    case "name":
    case "text":
    case "person":
    case "department":
      if (spec.key) return (code: string) => code;
      return spec.clearable ? orNull : orEmpty;
    case "posts":
      return () => undefined;
  }
};

export const levelOf = reader("level");
export const titleOf = reader("title");
export const functionOf = reader("function");
const plainDepartmentOf = reader("department");
const plainEmployeeOf = reader("employee");

/**
 * `company`: the code that some sites write as the parent of top departments (R26); undefined if it is a department
 * itself.
 */
export const departmentOf = (record: contract.Dept, company: string | undefined): Department => {
  const { parentCode } = record;
  // Some sites name the department itself above a top-level one (R26).
  const isTop = sameKey(parentCode ?? "", record.code) || (company !== undefined && sameKey(parentCode ?? "", company));
  return plainDepartmentOf(isTop || parentCode === undefined ? { ...record, parentCode: null } : record);
};

/**
 * `omitsNulls`: does the site leave out what is null? Throws UnreadableField for a blank account. Another value that cannot be
 * understood counts as hidden, or as not sent where nothing writes it along with others: one person's value must not stop everybody's.
 */
export const employeeOf = (record: contract.Employee, omitsNulls: boolean): ShownEmployee => {
  if (isBlank(record.account)) throw new UnreadableField("account");
  const hidden = hiddenFields(record, omitsNulls);
  const isExpiryKnown = isUnderstood("expiredTime", record.expiredTime);
  if (hidden.length === 0 && isExpiryKnown) return plainEmployeeOf(record);
  const unknown = [...hidden, ...(isExpiryKnown ? [] : ["expiredTime"])];
  const shown = plainEmployeeOf({ ...record, ...Object.fromEntries(unknown.map((field) => [field, undefined])) });
  return hidden.length === 0 ? shown : { ...shown, hidden };
};

const readers: ReadonlyMap<string, (text: string) => unknown> = new Map(
  specsOf("employee").flatMap(([field, { type }]) => {
    const read = { date: readDate, instant: readInstant, gender: readGender }[type as string];
    return read ? [[field, read] as const] : [];
  }),
);

/** Whether a date or a gender is one; other texts are what they are. */
const isUnderstood = (field: string, text: Text): boolean => {
  const read = readers.get(field);
  return read === undefined || text === undefined || isBlank(text) || read(text ?? "") !== undefined;
};

const dates = [...readers.keys()].filter((field) => field !== "gender") as ("birthDate" | "hireDate" | "expiredTime")[];

/**
 * The first date that cannot be understood, as the index of its record and its field, if that is so of many people and no date of that
 * field can be: then the site writes dates otherwise.
 */
export const foreignDate = (records: readonly contract.Employee[]): readonly [number, string] | undefined => {
  const isFilled = (text: Text) => !isBlank(text) && !isMasked(text);
  for (const field of dates) {
    if (records.some((record) => isFilled(record[field]) && isUnderstood(field, record[field]))) continue;
    const odd = [...records.keys()].filter((at) => isFilled(records[at]?.[field]));
    if (odd[0] !== undefined && odd.length >= mostOdd) return [odd[0], field];
  }
  return undefined;
};

const mostOdd = 3;

export const isMasked = (text: Text): boolean => mask.test(text ?? "");

/** Any value may be hidden, except the employee number, which identifies the person. */
const hideable = specsOf("employee").flatMap(([field, { by, identifies }]) =>
  by.includes("E11") && !identifies ? [field as HideableField] : [],
);

type HideableField = Exclude<keyof EmployeeData, "number">;

/** A sign that hides letters, or three times another one that may: no real value of a person contains them. */
const mask = /[*＊∗•●○█■□◯〇]|([xX×#＃?？_.-])\1{2}/;

/**
 * Returns the fields that the site masks or writes so that nobody understands them, and those that it leaves out. Their values are
 * not known and must not be written back (R10). Of a site that omits nulls, what it shows of nobody may be null: only personal
 * values and sign-in methods, which everybody has, count as left out.
 */
const hiddenFields = (record: contract.Employee, omitsNulls: boolean): HideableField[] =>
  hideable.filter((field) => {
    const value = record[field];
    if (value === undefined) return isPersonal(field) || field === "loginValidation" || !omitsNulls;
    if (typeof value !== "string") return false;
    return isMasked(value) || !isUnderstood(field, value);
  });

/** A post that the answer repeats word for word counts once. */
export const distinctPosts = ({ depts }: Response<"E4">): contract.EmplDeptRead[] => [
  ...new Map(depts.map((post) => [JSON.stringify(post), post])).values(),
];

/** A post that stands alone is the main post, of which everybody has one, also where the site does not say so. */
export const postsOf = ({ depts }: Response<"E4">): readonly Post[] =>
  depts.map(({ isMainDept, ...post }) => postOf(post, isMainDept ?? depts.length === 1));

/** A title or function with a name but no code counts as unknown, because a write could not refer to it (R59). */
const postOf = (
  { code, jobTitle, jobFuncs, superVisorAccount }: Omit<contract.EmplDeptRead, "isMainDept">,
  main: boolean,
): Post =>
  present<{ [F in keyof Post]-?: Post[F] | undefined }>({
    department: code,
    main,
    supervisor: orNull(superVisorAccount) ?? null,
    title: isBlank(jobTitle?.code) ? (isBlank(jobTitle?.name) ? null : undefined) : jobTitle?.code,
    functions: jobFuncs?.some((held) => isBlank(held.code))
      ? undefined
      : (jobFuncs ?? []).map((held) => held.code ?? ""),
  }) as Post;
