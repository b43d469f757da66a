/** E4, E5 and E13: the posts of a person as they are read, and who approves for the person in each of them (R60). */
import { supervisorType } from "../../contract/operations/employees.ts";
import type { EmplDeptRead } from "../../contract/records/organisation.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee, findInPath, findShownInPath } from "./lookup.ts";
import type { Company, DepartmentRow, EmployeeRow, PostRow } from "./tables.ts";

/**
 * The manager who approves for a person in a department: the department's own manager or, if there is none or it is the same
 * person, the nearest manager above.
 */
const approver = (company: Company, person: EmployeeRow, { managerId, parentId }: DepartmentRow): number | null => {
  if (managerId !== null && managerId !== person.id) return managerId;
  return parentId === null ? null : approver(company, person, requireRow(company.departments, parentId));
};

/** People for whom this person was chosen as supervisor. */
export const supervisedBy = ({ employees }: Company, id: number): readonly EmployeeRow[] =>
  employees.all().filter(({ posts }) => posts.some(({ supervisorId }) => supervisorId === id));

/** The person no longer approves for anybody by choice. */
export const giveUpApproving = (company: Company, id: number): void => {
  for (const person of supervisedBy(company, id)) {
    const posts = person.posts.map((post) => (post.supervisorId === id ? { ...post, supervisorId: null } : post));
    company.employees.put({ ...person, posts });
  }
};

const showPost = (company: Company, person: EmployeeRow, post: PostRow): EmplDeptRead => {
  const { departments, employees, functions, titles, quirks } = company;
  const department = requireRow(departments, post.departmentId);
  const isChosen = post.supervisorId !== null || quirks.supervisorShown === "custom";
  const supervisorId = isChosen ? post.supervisorId : approver(company, person, department);
  const supervisor = supervisorId === null ? undefined : requireRow(employees, supervisorId).data;
  const title = post.titleId === null ? undefined : requireRow(titles, post.titleId);
  return {
    code: department.code,
    name: department.name,
    ...(quirks.mainPost === "shown" && { isMainDept: post.main }),
    superVisorAccount: supervisor?.account ?? null,
    superVisorEmplNumber: supervisor?.employeeNumber ?? null,
    jobTitle: title ? { code: title.code, name: title.title } : null,
    jobFuncs: post.functionIds.map((id) => requireRow(functions, id)).map(({ code, name }) => ({ code, name })),
  };
};

const showPosts = (company: Company, person: EmployeeRow) => ({
  depts: person.posts.map((post) => showPost(company, person, post)),
});

export const supervisorRules: Handlers<"E4" | "E5" | "E13", Company> = {
  E4: (company, { params }) => showPosts(company, findShownInPath(company, params)),
  E5: (company, { params }) => showPosts(company, findInPath(company, params)),

  E13: (company, { body }) => {
    const person = findEmployee(company, body.user, "user");
    const { id } = findDepartment(company, body.deptCode, "deptCode");
    if (!person.posts.some((post) => post.departmentId === id)) refuse("OPA-POST-UNKNOWN", "deptCode");
    const isCustom = body.supervisorType === supervisorType.custom;
    const chosen = isCustom ? (body.supervisor ?? refuse("OPA-SUPERVISOR-MISSING", "supervisor")) : undefined;
    const supervisorId = chosen ? findEmployee(company, chosen, "supervisor").id : null;
    const posts = person.posts.map((post) => (post.departmentId === id ? { ...post, supervisorId } : post));
    company.employees.put({ ...person, posts });
  },
};
