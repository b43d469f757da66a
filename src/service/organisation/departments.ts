/** D1–D12 without D8: departments, their place in the tree, their members and managers. */
import type { Handlers } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow, stored } from "../kernel/table.ts";
import { disableDepartment } from "./department-batch.ts";
import { findDepartment, findEmployee, findLevel, requireFreeCode } from "./lookup.ts";
import { newPlace, removeOrdered } from "./ordering.ts";
import type { Company, DepartmentRow } from "./tables.ts";
import { allInTreeOrder, childrenOf, findParentId, placeDepartment, requireFreeName, subtreeOf } from "./tree.ts";
import { listed, showDepartment, showEmployee } from "./views.ts";

type Ids = "D1" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D9" | "D10" | "D11" | "D12";

/** The department in the path of a read, alone or with all below it. */
const named = (company: Company, params: { code: string; includeSubDept: string }): readonly DepartmentRow[] => {
  const root = findDepartment(company, params.code, "code", 404);
  return params.includeSubDept === "true" ? subtreeOf(company, root) : [root];
};

/** The quirk `d7`: a new parent removes the manager and, if the parent is inactive, disables the department (R27). */
const applyMoveQuirk = (company: Company, moved: DepartmentRow): void => {
  const unmanaged = stored(company.departments, { ...moved, managerId: null });
  const { parentId } = moved;
  if (parentId !== null && !requireRow(company.departments, parentId).active) disableDepartment(company, unmanaged);
};

export const departmentRules: Handlers<Ids, Company> = {
  D1: (company) => allInTreeOrder(company).map((row) => showDepartment(company, row)),

  D2: (company, { body, caller }) => {
    const { code, name, active } = body;
    requireFreeCode(company, company.departments, code);
    const parentId = findParentId(company, body.parentCode);
    const levelId = findLevel(company, body.deptLevelCode, "deptLevelCode").id;
    const description = body.description ?? null;
    const row = { id: company.newId(), code, name, description, active, levelId, parentId, managerId: null, seq: 0 };
    return showDepartment(company, placeDepartment(company, row, newPlace(company, caller)));
  },

  D3: (company, { body }) => {
    const { code, name } = body;
    const department = findDepartment(company, body.originalCode, "originalCode");
    requireFreeCode(company, company.departments, code, department);
    const levelId = findLevel(company, body.deptLevelCode, "deptLevelCode").id;
    const omitted = company.quirks.e11Omitted === "keep" ? department.description : null;
    const description = body.description === undefined ? omitted : body.description;
    const changed = { ...department, code, name, levelId, description };
    requireFreeName(company, changed);
    return showDepartment(company, stored(company.departments, changed));
  },

  D4: (company, { body }) => {
    const department = findDepartment(company, body.code, "code");
    if (body.active) company.departments.put({ ...department, active: true });
    else disableDepartment(company, department);
    return showDepartment(company, requireRow(company.departments, department.id));
  },

  D5: (company, { params }) => named(company, params).map((row) => showDepartment(company, row)),

  D6: (company, { params }) => {
    const department = findDepartment(company, params.code, "code");
    const hasMembers = company.employees.by("department", department.id).length > 0;
    if (hasMembers || childrenOf(company, department.id).length > 0) refuse("OPA-IN-USE", "code");
    removeOrdered(company, company.departments, department);
  },

  D7: (company, { body }) => {
    const department = findDepartment(company, body.code, "code");
    const parentId = findParentId(company, body.parentCode);
    const placed = placeDepartment(company, { ...department, parentId }, body.seq);
    if (parentId !== department.parentId && company.quirks.d7 === "takes-along") applyMoveQuirk(company, placed);
  },

  D9: (company, { params }) => {
    const members = named(company, params).flatMap((row) => company.employees.by("department", row.id));
    const people = [...new Set(members)].sort((a, b) => a.id - b.id);
    return listed(company, people).map((person) => showEmployee(company, person));
  },

  D10: (company, { params }) => {
    const { managerId } = findDepartment(company, params.code, "code", 404);
    return managerId === null ? null : showEmployee(company, requireRow(company.employees, managerId));
  },

  D11: (company, { params }) => {
    company.departments.put({ ...findDepartment(company, params.code, "code"), managerId: null });
  },

  D12: (company, { body }) => {
    const department = findDepartment(company, body.code, "code");
    const person = findEmployee(company, body.manager, "manager");
    if (!person.data.active) refuse("OPA-MANAGER-INACTIVE", "manager");
    const isMember = person.posts.some((post) => post.departmentId === department.id);
    if (!isMember && company.quirks.managersAreMembers) refuse("OPA-MANAGER-NOT-MEMBER", "manager");
    company.departments.put({ ...department, managerId: person.id });
  },
};
