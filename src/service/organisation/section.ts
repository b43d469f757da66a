/**
 * Loads and dumps the section `organisation` of a company document. A load replaces the whole organisation. Every record is created with the rule of the operation that would
 * create it, so the same conditions apply as for a caller. Only the conditions of D12 (a new manager must be active and a
 * member) are not checked, because the manager may have left or been disabled since the appointment.
 */
import type { Organisation } from "../../contract/organisation.ts";
import type { PersonName } from "../../contract/records.ts";
import { serviceCaller } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { readDocument } from "../kernel/read-document.ts";
import { setMutationsOwed } from "../kernel/refreshes.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { strictBody } from "../kernel/strict-body.ts";
import { requireRow } from "../kernel/table.ts";
import { createPerson } from "./employees.ts";
import { functionsByCategory } from "./functions.ts";
import { findDepartment, findEmployee, findNamed, nameById, otherCompany, refOf } from "./lookup.ts";
import { inOrder } from "./ordering.ts";
import { organisationRules } from "./rules.ts";
import type { Company, EmployeeRow } from "./tables.ts";
import { titlesByRank } from "./titles.ts";
import { allInTreeOrder } from "./tree.ts";
import { showFunction, showLevel, showTitle } from "./views.ts";

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
  ])
    table.clear();
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

type OrganisationRules = typeof organisationRules;
type Runner = <Id extends keyof OrganisationRules>(
  id: Id,
  body: unknown,
  where: string,
  rule?: OrganisationRules[Id],
) => void;

/** Returns a function that validates a body with the schema of an operation and then runs its rule, or the given one, on it. */
const createRunner = (company: Company): Runner => {
  const schemas = new Map<keyof typeof organisationRules, ReturnType<typeof strictBody>>();
  return (id, body, where, given = organisationRules[id]) => {
    if (!schemas.has(id)) schemas.set(id, strictBody(id));
    const schema = schemas.get(id);
    const rule = given as (company: Company, request: unknown) => unknown;
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

const loadPerson = (company: Company, run: Runner, person: Person, where: string): void => {
  run("E12", person, where, (_, { body }) => createPerson(company, body, otherCompany(company, person.corpCode)));
  const row = findEmployee(company, refOf(person), where);
  const data = { ...row.data, active: person.active ?? true, locked: person.locked ?? false };
  company.employees.put({ ...row, data, resignationDate: person.resignationDate ?? null });
};

const loadSupervisors = (run: Runner, person: Person, where: string): void => {
  for (const { code, supervisor } of person.depts) {
    if (!supervisor) continue;
    const custom = { supervisorType: 1, supervisor: refOf(supervisor) };
    run("E13", { user: refOf(person), deptCode: code, ...custom }, where);
  }
};

const setManager = (company: Company, code: string, manager: PersonName): void => {
  const managerId = findNamed(company, manager, "departments.manager").id;
  company.departments.put({ ...findDepartment(company, code, "departments.code"), managerId });
};

const withoutSeq = <R extends { seq?: unknown }>(record: R): Omit<R, "seq"> => {
  const rest = { ...record };
  delete rest.seq;
  return rest;
};

const dumpEmployee = (company: Company, { data, resignationDate, posts, corpCode }: EmployeeRow) => ({
  ...data,
  ...(corpCode === undefined ? {} : { corpCode }),
  resignationDate,
  depts: posts.map((post) => ({
    code: requireRow(company.departments, post.departmentId).code,
    isMainDept: post.main,
    jobTitleCode: post.titleId === null ? null : requireRow(company.titles, post.titleId).code,
    jobFuncs: post.functionIds.map((id) => requireRow(company.functions, id).code),
    supervisor: nameById(company, post.supervisorId),
  })),
});

/** The counterpart of `loadOrganisation`. Empty function categories are not included. */
export const dumpOrganisation = (company: Company): Organisation => ({
  levels: inOrder(company.levels.all()).map((row) => withoutSeq(showLevel(company, row))),
  titles: titlesByRank(company.titles.all()).flatMap((group) => group.map((row) => withoutSeq(showTitle(row)))),
  functions: functionsByCategory(company).flatMap((group) =>
    group.map((row) => withoutSeq(showFunction(company, row))),
  ),
  departments: allInTreeOrder(company).map((row) => ({
    parentCode: row.parentId === null ? null : requireRow(company.departments, row.parentId).code,
    code: row.code,
    deptLevelCode: requireRow(company.levels, row.levelId).code,
    name: row.name,
    description: row.description,
    active: row.active,
    manager: nameById(company, row.managerId),
  })),
  employees: company.employees.all().map((row) => dumpEmployee(company, row)),
});
