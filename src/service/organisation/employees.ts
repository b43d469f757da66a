/** E1–E12 without the posts of existing people: the list, people's data, and the four states that prevent a login (E6–E9). */
import { contract, type OperationId } from "../../contract/contract.ts";
import { type Employee, noEmployeeData } from "../../contract/records.ts";
import type { Handlers } from "../kernel/feature.ts";
import { fold, foldOptional } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import type { StrictBody } from "../kernel/strict-body.ts";
import { findInPath, findOwn, findPerson, pathRef, requireTravelling } from "./lookup.ts";
import { endManagement, readPosts } from "./posts.ts";
import { type Company, type EmployeeRow, personKey } from "./tables.ts";
import { listed, showEmployee, showPost } from "./views.ts";

const showPosts = (company: Company, person: EmployeeRow) => ({
  depts: person.posts.map((post) => showPost(company, person, post)),
});

/** All fields that E11 can change, including `account`. */
const dataFields = Object.keys(contract.E11.body.shape).filter((name) => name !== "user") as (keyof Employee)[];

/** `before` with the fields of a body. The quirk `e11Omitted` decides whether absent fields stay or are cleared (R10). */
const mergeData = (before: Employee, body: StrictBody<"E11" | "E12">, quirks: Company["quirks"]): Employee => {
  const sent: Partial<Employee> = quirks.accounts === "lower" ? { ...body, account: body.account.toLowerCase() } : body;
  const isCleared = (name: keyof Employee) => quirks.e11Omitted === "clear" || name in sent;
  const values = dataFields.map((name) => [name, sent[name] ?? (isCleared(name) ? null : before[name])]);
  return { ...before, ...Object.fromEntries(values) };
};

/** Refuses an account or employee number that another person of the same company has, or a new one that no path could name. */
const requireFreeIdentity = (company: Company, row: Pick<EmployeeRow, "id" | "data" | "corpCode">): void => {
  const { employees } = company;
  const { id, data, corpCode } = row;
  const present = employees.get(id)?.data;
  requireTravelling(company, data.account, present?.account, "account");
  requireTravelling(company, data.employeeNumber, present?.employeeNumber, "employeeNumber");
  const isTaken = (holders: readonly EmployeeRow[]) => holders.some((holder) => holder.id !== id);
  if (isTaken(employees.by("account", personKey(data.account, corpCode)))) refuse("OPA-ACCOUNT-TAKEN", "account");
  for (const number of foldOptional(data.employeeNumber)) {
    if (isTaken(employees.by("number", personKey(number, corpCode)))) refuse("OPA-NUMBER-TAKEN", "employeeNumber");
  }
};

/** Removes the person as manager and as chosen supervisor everywhere. */
const forgetReferences = ({ departments, employees }: Company, id: number): void => {
  for (const department of departments.all().filter(({ managerId }) => managerId === id))
    departments.put({ ...department, managerId: null });
  for (const person of employees.all().filter(({ posts }) => posts.some(({ supervisorId }) => supervisorId === id))) {
    const posts = person.posts.map((post) => (post.supervisorId === id ? { ...post, supervisorId: null } : post));
    employees.put({ ...person, posts });
  }
};

const setData = (company: Company, person: EmployeeRow, data: Partial<Employee>): void =>
  company.employees.put({ ...person, data: { ...person.data, ...data } });

type Ids = Extract<OperationId, "E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8" | "E9" | "E10" | "E11" | "E12">;

export const employeeRules: Handlers<Ids, Company> = {
  E1: (company) => {
    const isListed = ({ corpCode }: EmployeeRow) =>
      corpCode === undefined || company.quirks.otherCompanies === "listed";
    return listed(company, company.employees.all().filter(isListed)).map((person) => showEmployee(company, person));
  },
  E2: (company, { params }) => {
    const { nobody } = company.quirks;
    if (nobody === "not-found" || nobody === "error") {
      return showEmployee(company, findInPath(company, params, nobody === "error" ? 400 : 404));
    }
    const person = findPerson(company, pathRef(params));
    return person ? showEmployee(company, person) : null;
  },
  E3: (company, { params }) => showEmployee(company, findInPath(company, params)),
  E4: (company, { params }) => showPosts(company, findInPath(company, params)),
  E5: (company, { params }) => showPosts(company, findInPath(company, params)),

  E6: (company, { body }) => setData(company, findOwn(company, body.user, "user"), { locked: body.locked }),
  E7: (company, { body }) => {
    const person = findOwn(company, body.user, "user");
    setData(company, person, { active: body.active });
    endManagement(company, person.id);
  },
  E8: (company, { body }) => {
    if (body.expiredTime === null && company.quirks.nullExpiry === "refused")
      refuse("OPA-REQUEST-INVALID", "expiredTime");
    setData(company, findOwn(company, body.user, "user"), { expiredTime: body.expiredTime });
  },
  E9: (company, { body }) => {
    const person = findOwn(company, body.user, "user");
    company.employees.put({ ...person, resignationDate: body.resignationDate });
  },

  E10: (company, { body }) => {
    const person = findOwn(company, body, "");
    const isManager = company.departments.all().some((department) => department.managerId === person.id);
    const isSupervisor = () =>
      company.employees.all().some((other) => other.posts.some((post) => post.supervisorId === person.id));
    if (isManager || isSupervisor()) refuse("OPA-IN-USE", "userCode");
    company.employees.remove(person.id);
  },

  E11: (company, { body }) => {
    const person = findOwn(company, body.user, "user");
    const data = mergeData(person.data, body, company.quirks);
    requireFreeIdentity(company, { ...person, data });
    company.employees.put({ ...person, data });
    const isRenamed = fold(data.account) !== fold(person.data.account);
    if (isRenamed && company.quirks.renamedAccounts === "forgotten") forgetReferences(company, person.id);
  },

  E12: (company, { body }) => createPerson(company, body),
};

/** Creates a person as E12 does; `corpCode` is the home company of a person of another company. */
export const createPerson = (company: Company, body: StrictBody<"E12">, corpCode?: string): void => {
  const { newEmployees } = company.quirks;
  const before = { account: body.account, ...noEmployeeData, active: newEmployees !== "inactive", locked: false };
  const merged = mergeData(before, body, { ...company.quirks, e11Omitted: "keep" });
  const data = { ...merged, expiredTime: body.expiredTime ?? null };
  const person = { id: company.newId(), resignationDate: null, ...(corpCode === undefined ? {} : { corpCode }) };
  const posts = body.depts?.length ? readPosts(company, body.depts, { ...person, posts: [] }) : [];
  requireFreeIdentity(company, { ...person, data });
  const bare = { data: { ...data, employeeNumber: null, expiredTime: null }, posts: [] };
  company.employees.put({ ...person, ...(newEmployees === "bare" ? bare : { data, posts }) });
};
