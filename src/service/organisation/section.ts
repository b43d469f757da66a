/**
 * Loads and dumps the section `organisation` of a company document. A load replaces the whole organisation. Every record is
 * created with the rule of the operation that would create it, so the same conditions apply as for a caller. Only the conditions
 * of D12 (a new manager must be active and a member) are not checked, because the manager may have left or been disabled since.
 */
import { z } from "zod";
import { supervisorType } from "../../contract/operations/employees.ts";
import type { Organisation } from "../../contract/sections/organisation.ts";
import { strictBody } from "../../contract/strict-body.ts";
import { setMutationsOwed } from "../kernel/company/refreshes.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Request } from "../kernel/http/feature.ts";
import { readDocument } from "../kernel/http/read-document.ts";
import { fold } from "../kernel/identity.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { departmentRules } from "./departments.ts";
import { createPerson } from "./employees.ts";
import { functionRules, functionsByCategory, showFunction } from "./functions.ts";
import { levelRules } from "./levels.ts";
import { findDepartment, findNamed, nameById, refOf } from "./lookup.ts";
import { inOrder } from "./ordering.ts";
import { supervisorRules } from "./supervisors.ts";
import type { Company, EmployeeRow } from "./tables.ts";
import { titleRules, titlesByRank } from "./titles.ts";
import { allInTreeOrder, parentsFirst } from "./tree.ts";
import { showDepartment } from "./views.ts";

type Person = Organisation["employees"][number];

/**
 * Refuses a document that breaks a rule. No permission refresh (P1) is needed afterwards: signing routes use the loaded data at
 * once (R87). Rows are put last, whatever the quirk `newPlace` says, so that they keep their order.
 */
export const loadOrganisation = (given: Company, organisation: Organisation): void => {
  const company: Company = { ...given, quirks: { ...given.quirks, newPlace: "last" } };
  const { levels, titles, categories, functions, departments, employees } = company;
  for (const table of [levels, titles, categories, functions, departments, employees]) table.clear();
  setMutationsOwed(company, 0);
  for (const [at, level] of organisation.levels.entries()) run(company, "V2", level, `levels.${at}`);
  for (const [at, title] of organisation.titles.entries()) run(company, "T2", title, `titles.${at}`);
  for (const [at, row] of organisation.functions.entries()) run(company, "J5", row, `functions.${at}`);
  for (const row of inTreeOrder(organisation.departments)) run(company, "D2", row, `departments.${row.code}`);
  for (const [at, person] of organisation.employees.entries()) run(company, "E12", person, `employees.${at}`);
  for (const [at, person] of organisation.employees.entries()) loadSupervisors(company, person, `employees.${at}`);
  for (const { code, manager } of organisation.departments) {
    if (!manager) continue;
    const managerId = findNamed(company, manager, "departments.manager").id;
    departments.put({ ...findDepartment(company, code, "departments.code"), managerId });
  }
};

const rules = {
  V2: levelRules.V2,
  T2: titleRules.T2,
  J5: functionRules.J5,
  D2: departmentRules.D2,
  E13: supervisorRules.E13,
  E12: (company: Company, { body }: Request<"E12">, person: Person) => createPerson(company, body, person),
};

/**
 * Validates the properties of a record that belong to an operation, and runs the rule on them. A record is active unless it says
 * otherwise.
 */
const run = (company: Company, id: keyof typeof rules, record: Record<string, unknown>, where: string): void => {
  const body = readDocument(strictBody(id) ?? z.never(), { ...record, active: record["active"] ?? true }, where);
  const rule: (company: Company, request: never, record: never) => unknown = rules[id];
  refusingWithin(where, () => rule(company, { params: {}, body } as never, record as never));
};

/** Parents before children, siblings in document order. Refuses departments that cannot be reached from the top level. */
const inTreeOrder = (departments: Organisation["departments"]): Organisation["departments"] => {
  const byParent = Map.groupBy(departments, ({ parentCode }) => fold(parentCode ?? ""));
  /** The children of a code are taken once, also when two departments have that code or one is its own parent. */
  const takeChildren = (code: string) => {
    const children = byParent.get(code) ?? [];
    byParent.delete(code);
    return children;
  };
  const found = parentsFirst(takeChildren(""), ({ code }) => takeChildren(fold(code)));
  if (found.length < departments.length) refuse("OPA-TREE-CYCLE", "departments.parentCode");
  return found;
};

const loadSupervisors = (company: Company, person: Person, where: string): void => {
  for (const { code, supervisor } of person.depts) {
    if (!supervisor) continue;
    const chosen = { supervisorType: supervisorType.custom, supervisor: refOf(supervisor) };
    run(company, "E13", { user: refOf(person), deptCode: code, ...chosen }, where);
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

const withoutSeq = <R extends { seq?: unknown }>({ seq: _, ...rest }: R): Omit<R, "seq"> => rest;

/** The counterpart of `loadOrganisation`. Empty function categories are not included. */
export const dumpOrganisation = (company: Company): Organisation => ({
  levels: inOrder(company.levels.all()).map(({ code, name, active }) => ({ code, name, active })),
  titles: titlesByRank(company.titles.all())
    .flat()
    .map(({ code, title, rank, active }) => ({ code, title, rank, active })),
  functions: functionsByCategory(company)
    .flat()
    .map((row) => withoutSeq(showFunction(company, row))),
  departments: allInTreeOrder(company).map((row) => {
    const shown = withoutSeq(showDepartment(company, row));
    return {
      ...shown,
      parentCode: row.parentId === null ? null : (shown.parentCode ?? null),
      manager: nameById(company, row.managerId),
    };
  }),
  employees: company.employees.all().map((row) => dumpEmployee(company, row)),
});
