/**
 * Finds rows by the codes in a request. An unknown code in a body is refused with 400; reads of a single record pass 404 as
 * `status` (R52).
 */

import type { RefusalCode } from "../../contract/operations/refusals.ts";
import { type PersonName, type UserRef, userType } from "../../contract/records/organisation.ts";
import { invisibleInKeys, travelsInPath } from "../../contract/records/texts.ts";
import type { Caller } from "../kernel/callers/caller.ts";
import type { Row, Table } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { type Company, type EmployeeRow, personKey, soleKey } from "./tables.ts";

type ByCode<R extends Row = Row> = Pick<Table<R, "code">, "by">;

const finder =
  <R extends Row>(tableOf: (company: Company) => ByCode<R>, unknown: RefusalCode) =>
  (company: Company, code: string, where: string, status?: number): R =>
    tableOf(company).by("code", fold(code))[0] ?? refuse(unknown, where, status);

export const findLevel = finder((company) => company.levels, "OPA-LEVEL-UNKNOWN");
export const findTitle = finder((company) => company.titles, "OPA-TITLE-UNKNOWN");
export const findFunction = finder((company) => company.functions, "OPA-FUNCTION-UNKNOWN");
export const findCategory = finder((company) => company.categories, "OPA-CATEGORY-UNKNOWN");
export const findDepartment = finder((company) => company.departments, "OPA-DEPT-UNKNOWN");

type Optional = string | null | undefined;

/** Refuses a new key that no path could name (R15), or in which nobody sees a character (R96); `present` may stay. */
export const requireUsableKey = ({ quirks }: Company, key: Optional, present: Optional, where: string): void => {
  if (!key || key === present) return;
  if (quirks.codesInPaths === "only" && !travelsInPath(key)) refuse("OPA-CODE-PATH", where);
  if (quirks.invisibleInKeys === "refused" && invisibleInKeys.test(key)) refuse("OPA-CODE-INVISIBLE", where);
};

/** Refuses a code that a row other than `self` has, that is not usable as a key, or that is too long for the site (R14). */
export const requireFreeCode = (company: Company, table: ByCode, code: string, self?: Row & { code: string }): void => {
  const { longestCode } = company.quirks;
  requireUsableKey(company, code, self?.code, "code");
  if (longestCode > 0 && code.length > longestCode && code !== self?.code) refuse("OPA-CODE-LONG", "code");
  const holder = table.by("code", fold(code))[0];
  if (holder && holder.id !== self?.id) refuse("OPA-CODE-TAKEN", "code");
};

export const otherCompany = ({ corpCode }: Company, given: Optional): string | undefined =>
  given && fold(given) !== fold(corpCode) ? given : undefined;

/** A person in a request. In a path, `userType` is text. */
export type PersonRef = Omit<UserRef, "userType"> & { readonly userType: UserRef["userType"] | "0" | "1" };

/** A person by account or employee number, or undefined. A person of another company is found only with its code. */
export const findPerson = (company: Company, ref: PersonRef): EmployeeRow | undefined => {
  const index = Number(ref.userType) === userType.account ? "account" : "number";
  return company.employees.by(index, personKey(ref.userCode, otherCompany(company, ref.corpCode)))[0];
};

/** The property of a person's reference at `where`; a reference that is the whole request has no place of its own. */
const partOf = (where: string, name: keyof UserRef): string => (where === "" ? name : `${where}.${name}`);

/** Says whether the person is unknown, or the reference names no company although the person is of another one (R64). */
const refuseUnknown = (company: Company, ref: PersonRef, where: string, status?: number, named?: string): never => {
  const others = company.employees.by("other", soleKey);
  const code = otherCompany(company, ref.corpCode);
  if (code !== undefined && !others.some(({ corpCode = "" }) => fold(corpCode) === fold(code)))
    refuse("OPA-CORP-UNKNOWN", partOf(where, "corpCode"));
  if (code === undefined && others.some(({ corpCode }) => findPerson(company, { ...ref, corpCode })))
    refuse("OPA-CORP-MISSING", partOf(where, "corpCode"));
  return refuse("OPA-USER-UNKNOWN", named ?? partOf(where, "userCode"), status);
};

/** Like `findPerson`, but refuses an unknown person. */
export const findEmployee = (company: Company, ref: PersonRef, where: string, status?: number): EmployeeRow =>
  asSpelled(company, ref, findPerson(company, ref)) ?? refuseUnknown(company, ref, where, status);

/** With the quirk `accounts: lower-exact` nobody is found under another spelling than the stored one (R14). */
const asSpelled = (
  { quirks }: Company,
  { userType: by, userCode }: PersonRef,
  found: EmployeeRow | undefined,
): EmployeeRow | undefined =>
  quirks.accounts === "lower-exact" && Number(by) === userType.account && found?.data.account !== userCode
    ? undefined
    : found;

/** Like `findEmployee`, for what only the home company may change (R64). */
export const findOwn = (company: Company, ref: UserRef, where: string): EmployeeRow => {
  const person = findEmployee(company, ref, where);
  return person.corpCode === undefined ? person : refuse("OPA-USER-FOREIGN", where || "userCode");
};

export const refOf = (name: string | Readonly<{ account: string; corpCode?: UserRef["corpCode"] }>): UserRef =>
  typeof name === "string"
    ? { userType: userType.account, userCode: name }
    : { userType: userType.account, userCode: name.account, corpCode: name.corpCode };

/** Like `findEmployee`, for a person in a company document. */
export const findNamed = (company: Company, name: PersonName, where: string, status?: number): EmployeeRow =>
  findPerson(company, refOf(name)) ??
  refuseUnknown(company, refOf(name), where, status, typeof name === "string" ? where : `${where}.account`);

export const nameOf = ({ data: { account }, corpCode }: EmployeeRow): PersonName =>
  corpCode === undefined ? account : { account, corpCode };

/** The person in this row as a company document names them; null if there is none, or it was deleted. */
export const nameById = ({ employees }: Company, id: number | null): PersonName | null => {
  const person = id === null ? undefined : employees.get(id);
  return person ? nameOf(person) : null;
};

/** The person in the path of a read; an unknown person is refused with 404 (R52). */
export const findInPath = (company: Company, path: PersonRef, status = 404): EmployeeRow =>
  findEmployee(company, path, "", status);

/** The same for E2 and E4, which a site may refuse for inactive people (R51). */
export const findShownInPath = (company: Company, path: PersonRef, status?: number): EmployeeRow => {
  const person = findInPath(company, path, status);
  const { readsOfInactive } = company.quirks;
  if (person.data.active || readsOfInactive === "answered") return person;
  return refuse("OPA-USER-UNKNOWN", "userCode", readsOfInactive === "forbidden" ? 403 : (status ?? 404));
};

/** True if E2 knows nobody under this path: as it is spelled (R14), or because the person is inactive (R51). */
export const isNobody = (company: Company, path: PersonRef): boolean => {
  const person = asSpelled(company, path, findPerson(company, path));
  return !person || (!person.data.active && company.quirks.readsOfInactive === "missing");
};

/** The person behind a user-scoped call. */
export const callingPerson = (company: Company, caller: Caller): EmployeeRow => {
  const person = caller.kind === "user" ? company.employees.get(caller.employeeId) : undefined;
  return person ?? refuse("OPA-TOKEN-INVALID");
};
