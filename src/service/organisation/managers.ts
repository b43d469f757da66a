/** D10–D12: the managers of departments, and when somebody is no longer one (R40). */

import { requireRow } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee } from "./lookup.ts";
import type { Company, DepartmentRow, EmployeeRow } from "./tables.ts";
import { isCompany } from "./tree.ts";
import { showEmployee } from "./views.ts";

export const managedBy = ({ departments }: Company, personId: number): readonly DepartmentRow[] =>
  departments.all().filter(({ managerId }) => managerId === personId);

/** The person no longer manages any department but the one to keep. */
export const giveUpDepartments = (company: Company, personId: number, keptId?: number): void => {
  for (const row of managedBy(company, personId))
    if (row.id !== keptId) company.departments.put({ ...row, managerId: null });
};

/** True if the person has a post in the department, or with the quirk `managersAreMembers` needs none. */
const isMember = ({ quirks }: Company, { posts }: EmployeeRow, { id }: DepartmentRow): boolean =>
  !quirks.managersAreMembers || posts.some(({ departmentId }) => departmentId === id);

/**
 * Stores a person whose posts or state have changed. With the quirk `managerLeaves`, somebody who is now inactive or has left a
 * department no longer manages it.
 */
export const putMember = (company: Company, person: EmployeeRow): void => {
  company.employees.put(person);
  if (company.quirks.managerLeaves === "stays") return;
  for (const department of managedBy(company, person.id)) {
    const mayStay = person.data.active && isMember(company, person, department);
    if (!mayStay) company.departments.put({ ...department, managerId: null });
  }
};

/** With the quirk `noManager: manager-above`, a department without a manager shows the next one above it. */
const shownManager = (company: Company, { managerId, parentId }: DepartmentRow): number | null =>
  managerId === null && parentId !== null && company.quirks.noManager === "manager-above"
    ? shownManager(company, requireRow(company.departments, parentId))
    : managerId;

export const managerRules: Handlers<"D10" | "D11" | "D12", Company> = {
  D10: (company, { params }) => {
    if (isCompany(company, params.code)) return null;
    const managerId = shownManager(company, findDepartment(company, params.code, "code", 404));
    return managerId === null ? null : showEmployee(company, requireRow(company.employees, managerId));
  },

  D11: (company, { params }) => {
    company.departments.put({ ...findDepartment(company, params.code, "code"), managerId: null });
  },

  D12: (company, { body }) => {
    const department = findDepartment(company, body.code, "code");
    const person = findEmployee(company, body.manager, "manager");
    if (!person.data.active) refuse("OPA-MANAGER-INACTIVE", "manager");
    if (!isMember(company, person, department)) refuse("OPA-MANAGER-NOT-MEMBER", "manager");
    company.departments.put({ ...department, managerId: person.id });
  },
};
