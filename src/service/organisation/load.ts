/**
 * Replaces the whole organisation with that of a document. Every record is created with the rule of the operation that would
 * create it, so the same conditions apply as for a caller. Only the conditions of D12 (a new manager must be active and a
 * member) are not checked, because the manager may have left or been disabled since the appointment.
 */
import type { Organisation } from "../../contract/organisation.ts";
import { userType } from "../../contract/records.ts";
import { serviceCaller } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { readDocument } from "../kernel/read-document.ts";
import { setMutationsOwed } from "../kernel/refreshes.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { strictBody } from "../kernel/strict-body.ts";
import { findDepartment, findEmployee } from "./lookup.ts";
import { organisationRules } from "./rules.ts";
import type { Company } from "./tables.ts";

type Departments = Organisation["departments"];
type Person = Organisation["employees"][number];

/**
 * Refuses a document that breaks a rule. No permission refresh (P1) is needed afterwards: signing routes use the loaded data at
 * once (R87).
 */
export const loadOrganisation = (company: Company, organisation: Organisation): void => {
  for (const table of [
    company.levels,
    company.titles,
    company.categories,
    company.functions,
    company.departments,
    company.employees,
  ]) {
    for (const { id } of table.all()) table.remove(id);
  }
  setMutationsOwed(company, 0);
  const run = createRunner(company);
  for (const [at, level] of organisation.levels.entries()) run("V2", withActive(level), `levels.${at}`);
  for (const [at, title] of organisation.titles.entries()) run("T2", withActive(title), `titles.${at}`);
  for (const [at, row] of organisation.functions.entries()) run("J5", withActive(row), `functions.${at}`);
  for (const department of parentsFirst(organisation.departments)) {
    run("D2", withActive(department), `departments.${department.code}`);
  }
  for (const [at, person] of organisation.employees.entries()) loadPerson(company, run, person, `employees.${at}`);
  for (const [at, person] of organisation.employees.entries()) loadSupervisors(run, person, `employees.${at}`);
  for (const { code, manager } of organisation.departments) {
    if (manager) setManager(company, code, manager);
  }
};

type Runner = (id: keyof typeof organisationRules, body: unknown, where: string) => void;

/** Returns a function that validates a body with the schema of an operation, and then runs the operation's rule on it. */
const createRunner = (company: Company): Runner => {
  const schemas = new Map<keyof typeof organisationRules, ReturnType<typeof strictBody>>();
  return (id, body, where) => {
    if (!schemas.has(id)) schemas.set(id, strictBody(id));
    const schema = schemas.get(id);
    const rule = organisationRules[id] as (company: Company, request: unknown) => unknown;
    const read = schema ? readDocument(schema, body, where) : body;
    refusingWithin(where, () => rule(company, { params: {}, caller: serviceCaller, body: read }));
  };
};

const withActive = <R extends { active?: boolean | null | undefined }>(record: R) => ({
  ...record,
  active: record.active ?? true,
});

/**
 * Sorts parents before children, and siblings in document order. Refuses departments that cannot be reached from the top level.
 */
const parentsFirst = (departments: Departments): Departments => {
  const byParent = Map.groupBy(departments, ({ parentCode }) => fold(parentCode ?? ""));
  const found: Departments = [];
  const visit = (parentCode: string): void => {
    for (const department of byParent.get(parentCode) ?? []) {
      found.push(department);
      if (fold(department.code) !== "") visit(fold(department.code));
    }
    byParent.delete(parentCode);
  };
  visit("");
  if (found.length < departments.length) refuse("OPA-TREE-CYCLE", "departments.parentCode");
  return found;
};

const byAccount = (account: string) => ({ userType: userType.account, userCode: account });

const loadPerson = (company: Company, run: Runner, person: Person, where: string): void => {
  run("E12", person, where);
  if (person.resignationDate) {
    run("E9", { user: byAccount(person.account), resignationDate: person.resignationDate }, where);
  }
  const row = findEmployee(company, byAccount(person.account), where);
  const data = { ...row.data, active: person.active ?? true, locked: person.locked ?? false };
  company.employees.put({ ...row, data });
};

const loadSupervisors = (run: Runner, person: Person, where: string): void => {
  for (const { code, supervisor } of person.depts) {
    if (!supervisor) continue;
    const custom = { supervisorType: 1, supervisor: byAccount(supervisor) };
    run("E13", { user: byAccount(person.account), deptCode: code, ...custom }, where);
  }
};

const setManager = (company: Company, code: string, account: string): void => {
  const managerId = findEmployee(company, byAccount(account), "departments.manager").id;
  company.departments.put({ ...findDepartment(company, code, "departments.code"), managerId });
};
