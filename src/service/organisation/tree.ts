/** The tree of departments: walking it, and moving within it without creating a cycle (R36). */

import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment } from "./lookup.ts";
import { inOrder, type Place, place } from "./ordering.ts";
import { type Company, type DepartmentRow, type EmployeeRow, soleKey } from "./tables.ts";

export const childrenOf = (company: Company, parentId: number | null): DepartmentRow[] =>
  inOrder(company.departments.by("siblings", parentId ?? soleKey));

/** The roots and everything below them: each parent before its children, siblings in order. */
export const parentsFirst = <D>(roots: readonly D[], childrenOf: (parent: D) => readonly D[]): D[] => {
  const found: D[] = [];
  const waiting = roots.toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next);
    waiting.push(...childrenOf(next).toReversed());
  }
  return found;
};

/** The department and everything below it. */
export const subtreeOf = (company: Company, root: DepartmentRow): readonly DepartmentRow[] =>
  parentsFirst([root], ({ id }) => childrenOf(company, id));

export const allInTreeOrder = (company: Company): readonly DepartmentRow[] =>
  parentsFirst(childrenOf(company, null), ({ id }) => childrenOf(company, id));

/** The people with a post in one of the departments, oldest first. */
export const membersOf = ({ employees }: Company, departments: readonly DepartmentRow[]): readonly EmployeeRow[] => {
  const members = new Set(departments.flatMap(({ id }) => employees.by("department", id)));
  return [...members].sort((a, b) => a.id - b.id);
};

/** Is it the code of the company, and is that shown as a department (R26)? */
export const isCompany = ({ quirks, corpCode }: Company, code: string): boolean =>
  quirks.rootParent === "company" && fold(code) === fold(corpCode);

/** The id of the department with this parent code; null (top level) when the code is absent, null, blank or the company's (R26). */
export const findParentId = (company: Company, code: string | null | undefined): number | null =>
  fold(code ?? "") === "" || isCompany(company, code ?? "")
    ? null
    : findDepartment(company, code ?? "", "parentCode").id;

/** Gives each department the level of its depth; the last level is that of all depths below it. */
export const setLevelsByDepth = (company: Company): void => {
  const levels = inOrder(company.levels.all());
  const depthOf = ({ parentId }: DepartmentRow): number =>
    parentId === null ? 0 : 1 + depthOf(requireRow(company.departments, parentId));
  for (const row of company.departments.all()) {
    const levelId = levels[Math.min(depthOf(row), levels.length - 1)]?.id ?? row.levelId;
    if (levelId !== row.levelId) company.departments.put({ ...row, levelId });
  }
};

/** Refuses when the path upward from `department` returns to it. */
const requireNoCycle = (company: Company, department: DepartmentRow): void => {
  const seen = new Set([department.id]);
  for (let above = department.parentId; above !== null; above = requireRow(company.departments, above).parentId) {
    if (seen.has(above)) refuse("OPA-TREE-CYCLE", "parentCode");
    seen.add(above);
  }
};

/** Puts a new or changed department at a position under its parent. */
export const placeDepartment = (company: Company, department: DepartmentRow, to: Place): DepartmentRow => {
  const placed = place(company, company.departments, department, to);
  requireNoCycle(company, placed);
  requireFreeName(company, placed);
  return placed;
};

/** With the quirk `uniqueSiblingNames`, refuses a department with the same name as a sibling (R34). */
export const requireFreeName = (company: Company, department: DepartmentRow): void => {
  if (!company.quirks.uniqueSiblingNames) return;
  const taken = childrenOf(company, department.parentId).some(
    (sibling) => sibling.id !== department.id && fold(sibling.name) === fold(department.name),
  );
  if (taken) refuse("OPA-NAME-TAKEN", "name");
};
