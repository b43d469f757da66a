/** Dumps the organisation as a document that `organisation-load.ts` can load. Empty function categories are not included. */
import type { Organisation } from "../../contract/organisation.ts";
import { requireRow } from "../kernel/table.ts";
import { functionsByCategory } from "./functions.ts";
import { inOrder } from "./ordering.ts";
import type { Company, EmployeeRow } from "./tables.ts";
import { titlesByRank } from "./titles.ts";
import { allInTreeOrder } from "./tree.ts";
import { showFunction, showLevel, showTitle } from "./views.ts";

const withoutSeq = <R extends { seq?: unknown }>(record: R): Omit<R, "seq"> => {
  const rest = { ...record };
  delete rest.seq;
  return rest;
};

const accountOf = (company: Company, id: number | null): string | null =>
  id === null ? null : requireRow(company.employees, id).data.account;

const dumpEmployee = (company: Company, { data, resignationDate, posts }: EmployeeRow) => ({
  ...data,
  resignationDate,
  depts: posts.map((post) => ({
    code: requireRow(company.departments, post.departmentId).code,
    isMainDept: post.main,
    jobTitleCode: post.titleId === null ? null : requireRow(company.titles, post.titleId).code,
    jobFuncs: post.functionIds.map((id) => requireRow(company.functions, id).code),
    supervisor: accountOf(company, post.supervisorId),
  })),
});

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
    manager: accountOf(company, row.managerId),
  })),
  employees: company.employees.all().map((row) => dumpEmployee(company, row)),
});
