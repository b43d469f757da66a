/** The tree of departments: walking it, and moving within it without creating a cycle (R36). */
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findDepartment } from "./lookup.ts";
import { inOrder, type Place, place } from "./ordering.ts";
import { type Company, type DepartmentRow, topLevel } from "./tables.ts";

export const childrenOf = (company: Company, parentId: number | null): DepartmentRow[] =>
  inOrder(company.departments.by("siblings", parentId ?? topLevel));

/** The department and everything below it: each parent before its children, siblings in order. */
export const subtreeOf = (company: Company, root: DepartmentRow): readonly DepartmentRow[] => {
  const found: DepartmentRow[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next);
    waiting.push(...childrenOf(company, next.id).reverse());
  }
  return found;
};

/** All departments, each parent before its children, siblings in order. */
export const allInTreeOrder = (company: Company): readonly DepartmentRow[] =>
  childrenOf(company, null).flatMap((root) => subtreeOf(company, root));

/** The id of the department with this parent code; null (top level) when the code is absent, null or blank (R26). */
export const findParentId = (company: Company, code: string | null | undefined): number | null =>
  fold(code ?? "") === "" ? null : findDepartment(company, code ?? "", "parentCode").id;

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
