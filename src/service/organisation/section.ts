/**
 * Loads and dumps the section `organisation` of a company document. A load replaces the whole organisation. Every record is
 * created with the rule of the operation that would create it, so the same conditions apply as for a caller. Only the conditions
 * of D12 (a new manager must be active and a member) are not checked, because the manager may have left or been disabled since.
 */
import { z } from "zod";
import type { OperationId } from "../../contract/contract.ts";
import { supervisorType } from "../../contract/employees.ts";
import type { Organisation } from "../../contract/organisation.ts";
import type { Request } from "../kernel/feature.ts";
import { fold } from "../kernel/identity.ts";
import { readDocument } from "../kernel/read-document.ts";
import { setMutationsOwed } from "../kernel/refreshes.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { strictBody } from "../kernel/strict-body.ts";
import { requireRow } from "../kernel/table.ts";
import { departmentRules } from "./departments.ts";
import { createPerson } from "./employees.ts";
import { functionRules, functionsByCategory } from "./functions.ts";
import { levelRules } from "./levels.ts";
import { findDepartment, findNamed, nameById, otherCompany, refOf } from "./lookup.ts";
import { inOrder } from "./ordering.ts";
import { supervisorRules } from "./supervisors.ts";
import type { Company, EmployeeRow } from "./tables.ts";
import { titleRules, titlesByRank } from "./titles.ts";
import { allInTreeOrder } from "./tree.ts";

type Departments = Organisation["departments"];
type Person = Organisation["employees"][number];
type Coded = { readonly active?: boolean | null | undefined };

const creators = { V2: levelRules.V2, T2: titleRules.T2, J5: functionRules.J5, D2: departmentRules.D2 };

/**
 * Refuses a document that breaks a rule. No permission refresh (P1) is needed afterwards: signing routes use the loaded data at
 * once (R87). Rows are put last, whatever the quirk `newPlace` says, so that they keep their order.
 */
export const loadOrganisation = (given: Company, organisation: Organisation): void => {
  const company: Company = { ...given, quirks: { ...given.quirks, newPlace: "last" } };
  const { levels, titles, categories, functions, departments, employees } = company;
  for (const table of [levels, titles, categories, functions, departments, employees]) table.clear();
  setMutationsOwed(company, 0);
  const create = (id: keyof typeof creators, row: Coded, where: string): void =>
    run(company, id, creators[id], { ...row, active: row.active ?? true }, where);
  for (const [at, level] of organisation.levels.entries()) create("V2", level, `levels.${at}`);
  for (const [at, title] of organisation.titles.entries()) create("T2", title, `titles.${at}`);
  for (const [at, row] of organisation.functions.entries()) create("J5", row, `functions.${at}`);
  for (const row of parentsFirst(organisation.departments)) create("D2", row, `departments.${row.code}`);
  for (const [at, person] of organisation.employees.entries()) loadPerson(company, person, `employees.${at}`);
  for (const [at, person] of organisation.employees.entries()) loadSupervisors(company, person, `employees.${at}`);
  for (const { code, manager } of organisation.departments) {
    if (!manager) continue;
    const managerId = findNamed(company, manager, "departments.manager").id;
    departments.put({ ...findDepartment(company, code, "departments.code"), managerId });
  }
};

type Rule = (company: Company, request: never) => unknown;

/** Validates a body with the schema of an operation, and runs a rule on it. */
const run = (company: Company, id: OperationId, rule: Rule, body: unknown, where: string): void => {
  const read = readDocument(strictBody(id) ?? z.never(), body, where);
  refusingWithin(where, () => rule(company, { params: {}, body: read } as never));
};

/** Parents before children, siblings in document order. Refuses departments that cannot be reached from the top level. */
const parentsFirst = (departments: Departments): Departments => {
  const byParent = Map.groupBy(departments, ({ parentCode }) => fold(parentCode ?? ""));
  const found: Departments = [];
  const visit = (parentCode: string): void => {
    const children = byParent.get(parentCode) ?? [];
    byParent.delete(parentCode);
    for (const department of children) {
      found.push(department);
      visit(fold(department.code));
    }
  };
  visit("");
  if (found.length < departments.length) refuse("OPA-TREE-CYCLE", "departments.parentCode");
  return found;
};

const loadPerson = (company: Company, person: Person, where: string): void => {
  const { active, locked, resignationDate } = person;
  const corpCode = otherCompany(company, person.corpCode);
  const more = { resignationDate: resignationDate ?? null, ...(corpCode !== undefined && { corpCode }) };
  const rule = (_: Company, { body }: Request<"E12">) =>
    createPerson(company, body, { active: active ?? true, locked: locked ?? false }, more);
  run(company, "E12", rule, person, where);
};

const loadSupervisors = (company: Company, person: Person, where: string): void => {
  for (const { code, supervisor } of person.depts) {
    if (!supervisor) continue;
    const chosen = { supervisorType: supervisorType.custom, supervisor: refOf(supervisor) };
    run(company, "E13", supervisorRules.E13, { user: refOf(person), deptCode: code, ...chosen }, where);
  }
};

const dumpEmployee = (company: Company, { data, resignationDate, posts, corpCode }: EmployeeRow) => ({
  ...data,
  ...(corpCode !== undefined && { corpCode }),
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
  levels: inOrder(company.levels.all()).map(({ code, name, active }) => ({ code, name, active })),
  titles: titlesByRank(company.titles.all())
    .flat()
    .map(({ code, title, rank, active }) => ({ code, title, rank, active })),
  functions: functionsByCategory(company)
    .flat()
    .map(({ categoryId, code, name: jobFunc, active }) => {
      const categoryName = requireRow(company.categories, categoryId).name;
      return { categoryName, code, jobFunc, active };
    }),
  departments: allInTreeOrder(company).map(({ parentId, levelId, managerId, code, name, description, active }) => ({
    parentCode: parentId === null ? null : requireRow(company.departments, parentId).code,
    deptLevelCode: requireRow(company.levels, levelId).code,
    manager: nameById(company, managerId),
    ...{ code, name, description, active },
  })),
  employees: company.employees.all().map((row) => dumpEmployee(company, row)),
});
