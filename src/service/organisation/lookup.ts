/**
 * Finds rows by the codes in a request. An unknown code in a body is refused with 400; reads of a single record pass 404 as
 * `status` (R52).
 */
import { type UserRef, userType } from "../../contract/records.ts";
import type { Caller } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { type RefusalCode, refuse } from "../kernel/refusal.ts";
import type { Row, Table } from "../kernel/table.ts";
import type { CategoryRow, Company, DepartmentRow, EmployeeRow, FunctionRow, LevelRow, TitleRow } from "./tables.ts";

const finder =
  <R extends Row>(tableOf: (company: Company) => Pick<Table<R, "code">, "by">, unknown: RefusalCode) =>
  (company: Company, code: string, where: string, status?: number): R =>
    tableOf(company).by("code", fold(code))[0] ?? refuse(unknown, where, status);

export const findLevel = finder<LevelRow>((company) => company.levels, "OPA-LEVEL-UNKNOWN");
export const findTitle = finder<TitleRow>((company) => company.titles, "OPA-TITLE-UNKNOWN");
export const findFunction = finder<FunctionRow>((company) => company.functions, "OPA-FUNCTION-UNKNOWN");
export const findCategory = finder<CategoryRow>((company) => company.categories, "OPA-CATEGORY-UNKNOWN");
export const findDepartment = finder<DepartmentRow>((company) => company.departments, "OPA-DEPT-UNKNOWN");

/** Refuses a code that a row other than `self` has, or that is too long for the site (R14). */
export const requireFreeCode = (
  { quirks }: Company,
  table: Pick<Table<Row, "code">, "by">,
  code: string,
  self?: Row,
): void => {
  if (quirks.longestCode > 0 && code.length > quirks.longestCode) refuse("OPA-CODE-LONG", "code");
  const holder = table.by("code", fold(code))[0];
  if (holder && holder.id !== self?.id) refuse("OPA-CODE-TAKEN", "code");
};

const requireOwnCompany = (company: Company, corpCode: string | null | undefined, where: string): void => {
  if (corpCode && corpCode !== company.corpCode) refuse("OPA-CORP-UNKNOWN", where);
};

/** A person by account or employee number, or undefined. */
export const findPerson = ({ employees }: Company, { userType: type, userCode }: UserRef): EmployeeRow | undefined =>
  employees.by(type === userType.account ? "account" : "number", fold(userCode))[0];

/** Like `findPerson`, but refuses an unknown person. */
export const findEmployee = (company: Company, ref: UserRef, where: string, status?: number): EmployeeRow => {
  requireOwnCompany(company, ref.corpCode, `${where}.corpCode`);
  return findPerson(company, ref) ?? refuse("OPA-USER-UNKNOWN", `${where}.userCode`, status);
};

export const byAccount = (account: string): UserRef => ({ userType: userType.account, userCode: account });

/** Like `findEmployee`, for an account. */
export const findAccount = (company: Company, account: string, where: string, status?: number): EmployeeRow =>
  findEmployee(company, byAccount(account), where, status);

/** The account of the person in this row; null if there is none, or it was deleted. */
export const accountOf = ({ employees }: Company, id: number | null): string | null =>
  (id === null ? undefined : employees.get(id)?.data.account) ?? null;

/** A person in the path of a request. */
export type PathUser = { readonly userType: "0" | "1"; readonly userCode: string; readonly corpCode?: string };

export const pathRef = ({ userType: type, userCode }: PathUser): UserRef => ({
  userType: type === "0" ? userType.account : userType.employeeNumber,
  userCode,
});

/** The person in the path of a read; an unknown person is refused with 404 (R52). */
export const findInPath = (company: Company, path: PathUser, status = 404): EmployeeRow => {
  requireOwnCompany(company, path.corpCode, "corpCode");
  return findEmployee(company, pathRef(path), "path", status);
};

/** The person behind a user-scoped call. */
export const callingPerson = (company: Company, caller: Caller): EmployeeRow => {
  const person = caller.kind === "user" ? company.employees.get(caller.employeeId) : undefined;
  return person ?? refuse("OPA-TOKEN-INVALID");
};
