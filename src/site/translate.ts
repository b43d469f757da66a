/**
 * Translates contract records to model records. Only this file and `translate-request.ts` know the contract's names of
 * fields. An empty value (null, blank) becomes null, or "" where the model has no null; a property that the service did
 * not send stays absent: not readable.
 */
import type { Response } from "../contract/contract.ts";
import type * as contract from "../contract/records.ts";
import { canonicalKey } from "../model/canonical.ts";
import type { Department, Gender, JobFunction, JobTitle, Level, Post } from "../model/directory.ts";
import type { ShownEmployee } from "../model/snapshot.ts";
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

/** For properties that may be null in the model. */
const orNull = (text: Text): string | null | undefined => (text !== undefined && isBlank(text) ? null : text);

/** For properties that may not be null: an empty value becomes "", which differs from any name. */
const orEmpty = (text: Text): string | undefined => orNull(text) ?? (text === undefined ? undefined : "");

const orAbsent = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

export const levelOf = ({ code, name, active, seq }: contract.DeptLevel): Level => ({
  code,
  ...present({ name: orEmpty(name), active: orAbsent(active), order: orAbsent(seq) }),
});

export const titleOf = ({ code, title, rank, seq, active }: contract.JobTitle): JobTitle => ({
  code,
  ...present({
    title: orEmpty(title),
    rank: orAbsent(rank),
    order: orAbsent(seq),
    active: orAbsent(active),
  }),
});

export const functionOf = ({ code, jobFunc, categoryName, seq, active }: contract.JobFunc): JobFunction => ({
  code,
  ...present({
    name: orEmpty(jobFunc),
    category: orEmpty(categoryName),
    order: orAbsent(seq),
    active: orAbsent(active),
  }),
});

/**
 * `company`: the code that some sites write as the parent of top departments (R26); undefined if it is a department
 * itself.
 */
export const departmentOf = (record: contract.Dept, company: string | undefined): Department => {
  const { code, parentCode, name, deptLevelCode, description, active, seq } = record;
  const isTop =
    isBlank(parentCode) || (company !== undefined && canonicalKey(parentCode ?? "") === canonicalKey(company));
  return {
    code,
    parent: isTop ? null : (parentCode ?? null),
    ...present({
      name: orEmpty(name),
      level: orEmpty(deptLevelCode),
      description: orNull(description),
      active: orAbsent(active),
      order: orAbsent(seq),
    }),
  };
};

/** Throws UnreadableField for a blank account and for an invalid date. */
export const employeeOf = (record: contract.Employee): ShownEmployee => {
  if (isBlank(record.account)) throw new UnreadableField("account");
  const hidden = hiddenFields(record);
  const shown =
    hidden.length === 0 ? record : { ...record, ...Object.fromEntries(hidden.map((field) => [field, undefined])) };
  return {
    account: record.account,
    ...(hidden.length > 0 && { hidden }),
    ...present({
      number: orNull(shown.employeeNumber),
      name: orEmpty(shown.name),
      englishName: orNull(shown.englishName),
      gender: genderOf(shown.gender),
      idCardNumber: orNull(shown.idCardNumber),
      birthDate: dateOf("birthDate", shown.birthDate),
      phoneNumber: orNull(shown.phoneNumber),
      businessCard: orNull(shown.businessCard),
      hireDate: dateOf("hireDate", shown.hireDate),
      email: orNull(shown.email),
      emailEx: orNull(shown.emailEx),
      loginValidation: record.loginValidation === null ? [] : record.loginValidation,
      expiredTime: dateOf("expiredTime", record.expiredTime, readInstant),
      active: orAbsent(record.active),
      locked: orAbsent(record.locked),
    }),
  };
};

/** Fields that some sites leave out of their answers; other fields are masked or shown. */
const oftenLeftOut = ["idCardNumber", "birthDate", "phoneNumber"] as const;

const maskable = [...oftenLeftOut, "name", "englishName", "businessCard", "hireDate", "email", "emailEx"] as const;

/** Stars or dots, or three times the letter x or the sign #: no real value of a person contains them. */
const mask = /[*＊∗•●○█■]|([xX#＃])\1{2}/;

/** A masked value is not known and must not be written back (R10). */
const hiddenFields = (record: contract.Employee): (typeof maskable)[number][] =>
  maskable.filter((field) => {
    const text = record[field];
    if (text === undefined) return oftenLeftOut.some((name) => name === field);
    return text !== null && mask.test(text);
  });

const genders: ReadonlySet<string> = new Set<Gender>(["Male", "Female", "Other"]);

const genderOf = (text: Text): Gender | null | undefined => {
  if (text === undefined) return undefined;
  return text !== null && genders.has(text) ? (text as Gender) : null;
};

const dateOf = (field: string, text: Text, read = readDate): string | null | undefined => {
  if (text === undefined) return undefined;
  const value = isBlank(text) ? null : read(text ?? "");
  if (value === undefined) throw new UnreadableField(field);
  return value;
};

export const postsOf = ({ depts }: Response<"E4">): readonly Post[] => depts.map(postOf);

/** A title or function with a name but no code cannot be written, so it is not known (R59). */
const postOf = ({ code, isMainDept, jobTitle, jobFuncs, superVisorAccount }: contract.EmplDeptRead): Post => ({
  department: code,
  main: isMainDept ?? false,
  supervisor: orNull(superVisorAccount) ?? null,
  ...present({
    title: isBlank(jobTitle?.code) ? (isBlank(jobTitle?.name) ? null : undefined) : jobTitle?.code,
    functions: jobFuncs?.some((held) => isBlank(held.code))
      ? undefined
      : (jobFuncs ?? []).map((held) => held.code ?? ""),
  }),
});

/** The account of a manager; null if there is none (R39). */
export const managerOf = (record: contract.Employee | null): string | null => record?.account ?? null;
