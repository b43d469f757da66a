/**
 * D1–D3, D5, D6 and D9: departments and their members. D5 and D9 hide nobody (R38); D6 deletes only what nothing refers to, like all
 * operations that delete (R37). Neither the state nor the rank of level and parent counts (R35).
 */

import { stored } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findLevel, requireFreeCode } from "./lookup.ts";
import { removeOrdered } from "./ordering.ts";
import type { Company, DepartmentRow } from "./tables.ts";
import {
  allInTreeOrder,
  findParentId,
  isCompany,
  membersOf,
  placeDepartment,
  requireFreeName,
  subtreeOf,
} from "./tree.ts";
import { listed, showCompany, showDepartment, showEmployee } from "./views.ts";

/** The department in the path of a read, alone or with all below it. */
const named = (company: Company, params: { code: string; includeSubDept: string }): readonly DepartmentRow[] => {
  if (isCompany(company, params.code)) return params.includeSubDept === "true" ? allInTreeOrder(company) : [];
  const root = findDepartment(company, params.code, "code", 404);
  return params.includeSubDept === "true" ? subtreeOf(company, root) : [root];
};

/** A company that is listed as a department has its code, too. */
const requireFreeDepartmentCode = (company: Company, code: string, self?: DepartmentRow): void => {
  if (isCompany(company, code)) refuse("OPA-CODE-TAKEN", "code");
  requireFreeCode(company, company.departments, code, self);
};

export const departmentRules: Handlers<"D1" | "D2" | "D3" | "D5" | "D6" | "D9", Company> = {
  D1: (company) => [
    ...(company.quirks.rootParent === "company" ? [showCompany(company)] : []),
    ...allInTreeOrder(company).map((row) => showDepartment(company, row)),
  ],

  D2: (company, { body }) => {
    const { code, name, active } = body;
    requireFreeDepartmentCode(company, code);
    const parentId = findParentId(company, body.parentCode);
    const levelId = findLevel(company, body.deptLevelCode, "deptLevelCode").id;
    const description = body.description ?? null;
    const row = { id: company.newId(), code, name, description, active, levelId, parentId, managerId: null, seq: 0 };
    return showDepartment(company, placeDepartment(company, row, company.quirks.newPlace));
  },

  D3: (company, { body }) => {
    const department = findDepartment(company, body.originalCode, "originalCode");
    const present = company.quirks.e11Omitted === "keep" ? department.description : null;
    const { code, name, description = present } = body;
    requireFreeDepartmentCode(company, code, department);
    const levelId = findLevel(company, body.deptLevelCode, "deptLevelCode").id;
    const changed = { ...department, code, name, levelId, description };
    requireFreeName(company, changed);
    return showDepartment(company, stored(company.departments, changed));
  },

  D5: (company, { params }) => [
    ...(isCompany(company, params.code) ? [showCompany(company)] : []),
    ...named(company, params).map((row) => showDepartment(company, row)),
  ],

  D6: (company, { params }) => {
    const department = findDepartment(company, params.code, "code");
    const hasMembers = company.employees.by("department", department.id).length > 0;
    if (hasMembers || company.departments.by("siblings", department.id).length > 0) refuse("OPA-IN-USE", "code");
    removeOrdered(company, company.departments, department);
  },

  D9: (company, { params }) => {
    const people = membersOf(company, named(company, params));
    return listed(company, people).map((person) => showEmployee(company, person));
  },
};
