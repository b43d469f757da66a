/** E1–E3 and E6–E12: the list, people's data, and the four states that prevent a login (E6–E9). */

import { type Employee, noEmployeeData, personalData, type UserRef } from "../../contract/records/organisation.ts";
import type { Organisation } from "../../contract/sections/organisation.ts";
import type { StrictBody } from "../../contract/strict-body.ts";
import { stored } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { fold } from "../kernel/identity.ts";
import { refuse, refuseInvalid } from "../kernel/refusal.ts";
import { findInPath, findOwn, findShownInPath, isNobody, otherCompany, requireUsableKey } from "./lookup.ts";
import { giveUpDepartments, managedBy, putMember } from "./managers.ts";
import { readPosts } from "./posts.ts";
import { giveUpApproving, supervisedBy } from "./supervisors.ts";
import { type Company, type EmployeeRow, personKey } from "./tables.ts";
import { listed, showEmployee } from "./views.ts";

/** All fields that E11 can change, including `account`. */
const dataFields = Object.keys(personalData) as (keyof typeof personalData)[];

const storedAccount = (account: string, form: Company["quirks"]["accounts"]): string =>
  form === "lower" || form === "lower-exact" ? account.toLowerCase() : form === "cut" ? account.slice(0, 10) : account;

/** `before` with the fields of a body. The quirk `e11Omitted` decides whether absent fields stay or are cleared (R10). */
const mergeData = (before: Employee, body: StrictBody<"E11" | "E12">, quirks: Company["quirks"]): Employee => {
  const sent: Partial<Employee> = { ...body, account: storedAccount(body.account, quirks.accounts) };
  const given = dataFields.filter((name) => name in sent || quirks.e11Omitted === "clear");
  return { ...before, ...Object.fromEntries(given.map((name) => [name, sent[name] ?? null])) };
};

/** Refuses an account or employee number that another person of the same company has, or a new one that no path could name. */
const requireFreeIdentity = (company: Company, { id, data, corpCode }: Omit<EmployeeRow, "posts">): void => {
  const present = company.employees.get(id)?.data;
  const isTaken = (index: "account" | "number", code: string) =>
    company.employees.by(index, personKey(code, corpCode)).some((holder) => holder.id !== id);
  requireUsableKey(company, data.account, present?.account, "account");
  requireUsableKey(company, data.employeeNumber, present?.employeeNumber, "employeeNumber");
  if (isTaken("account", data.account)) refuse("OPA-ACCOUNT-TAKEN", "account");
  if (isTaken("number", data.employeeNumber ?? "")) refuse("OPA-NUMBER-TAKEN", "employeeNumber");
};

/** Returns the person with other data, for the state that an operation sets. */
const withData = (company: Company, user: UserRef, data: Partial<Employee>): EmployeeRow => {
  const person = findOwn(company, user, "user");
  return { ...person, data: { ...person.data, ...data } };
};

type Ids = "E1" | "E2" | "E3" | "E6" | "E7" | "E8" | "E9" | "E10" | "E11" | "E12";

export const employeeRules: Handlers<Ids, Company> = {
  E1: (company) => {
    const { employees, quirks } = company;
    const ours = employees.all().filter(({ corpCode }) => corpCode === undefined || quirks.otherCompanies === "listed");
    return listed(company, ours).map((person) => showEmployee(company, person));
  },
  E2: (company, { params }) => {
    const { nobody } = company.quirks;
    const isNull = nobody === "null" || nobody === "empty-object";
    const status = nobody === "error" ? 400 : 404;
    if (isNull && isNobody(company, params)) return null;
    return showEmployee(company, findShownInPath(company, params, status));
  },
  E3: (company, { params }) => showEmployee(company, findInPath(company, params)),

  E6: (company, { body: { user, locked } }) => company.employees.put(withData(company, user, { locked })),
  E7: (company, { body: { user, active } }) => putMember(company, withData(company, user, { active })),
  E8: (company, { body: { user, expiredTime } }) => {
    if (expiredTime === null && company.quirks.nullExpiry === "refused")
      refuseInvalid("expiredTime", "must not be null at this site");
    company.employees.put(withData(company, user, { expiredTime }));
  },
  E9: (company, { body: { user, resignationDate } }) =>
    company.employees.put({ ...findOwn(company, user, "user"), resignationDate }),

  E10: (company, { body }) => {
    const { id } = findOwn(company, body, "");
    if (managedBy(company, id).length > 0 || supervisedBy(company, id).length > 0) refuse("OPA-IN-USE", "userCode");
    company.employees.remove(id);
  },

  E11: (company, { body }) => {
    const person = findOwn(company, body.user, "user");
    const data = mergeData(person.data, body, company.quirks);
    requireFreeIdentity(company, { ...person, data });
    company.employees.put({ ...person, data });
    const isRenamed = fold(data.account) !== fold(person.data.account);
    if (!isRenamed || company.quirks.renamedAccounts !== "forgotten") return;
    giveUpDepartments(company, person.id);
    giveUpApproving(company, person.id);
  },

  E12: (company, { body }) => {
    const { newEmployees } = company.quirks;
    const person = createPerson(company, body, { active: newEmployees !== "inactive" });
    const bare = { data: { ...person.data, employeeNumber: null, expiredTime: null }, posts: [] };
    if (newEmployees === "bare") company.employees.put({ ...person, ...bare });
  },
};

/** What only a loaded document says about a new person. */
type State = Partial<Pick<Organisation["employees"][number], "active" | "locked" | "resignationDate" | "corpCode">>;

/** Creates a person as E12 does. Returns the stored row. */
export const createPerson = (company: Company, body: StrictBody<"E12">, state: State): EmployeeRow => {
  const { active, locked, resignationDate } = state;
  const values = mergeData({ account: body.account, ...noEmployeeData }, body, company.quirks);
  const states = { active: active ?? true, locked: locked ?? false, expiredTime: body.expiredTime ?? null };
  const corpCode = otherCompany(company, state.corpCode);
  const more = { resignationDate: resignationDate ?? null, ...(corpCode !== undefined && { corpCode }) };
  const person = { id: company.newId(), data: { ...values, ...states }, ...more };
  const posts = body.depts?.length ? readPosts(company, body.depts, { ...person, posts: [] }) : [];
  requireFreeIdentity(company, person);
  return stored(company.employees, { ...person, posts });
};
