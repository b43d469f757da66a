/**
 * E13–E15: the posts of a person (exactly one main post, and at most one post in each department) and their approving
 * supervisors.
 */
import { supervisorType } from "../../contract/employees.ts";
import type { EmplDeptWrite } from "../../contract/records.ts";
import type { Handlers } from "../kernel/feature.ts";
import { foldOptional } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee, findFunction, findOwn, findTitle } from "./lookup.ts";
import type { Company, EmployeeRow, PostRow } from "./tables.ts";

/**
 * Converts a post in a request to a row. A supervisor chosen earlier for the same department is kept, or dropped by the quirk
 * `supervisorsOnReplace` (R56).
 */
const readPost = (company: Company, post: EmplDeptWrite, before: readonly PostRow[], where: string): PostRow => {
  const departmentId = findDepartment(company, post.code, `${where}.code`).id;
  const [titleCode] = foldOptional(post.jobTitleCode);
  const functions = post.jobFuncs ?? [];
  const kept = company.quirks.supervisorsOnReplace === "kept" ? before : [];
  return {
    departmentId,
    main: post.isMainDept,
    titleId: titleCode === undefined ? null : findTitle(company, titleCode, `${where}.jobTitleCode`).id,
    functionIds: [...new Set(functions.map((code) => findFunction(company, code, `${where}.jobFuncs`).id))],
    supervisorId: kept.find((old) => old.departmentId === departmentId)?.supervisorId ?? null,
  };
};

/** Whose posts are written. The main post of a person of another company is there, so all posts here are part-time (R64). */
type Holder = Pick<EmployeeRow, "posts" | "corpCode">;

const requireValidPosts = (posts: readonly PostRow[], { corpCode }: Holder): void => {
  if (new Set(posts.map((post) => post.departmentId)).size < posts.length) refuse("OPA-POSTS-DUPLICATE", "depts");
  if (posts.filter((post) => post.main).length !== (corpCode === undefined ? 1 : 0)) refuse("OPA-POSTS-MAIN", "depts");
};

/**
 * The posts of `holder` after a list of posts was written; refuses unknown codes, duplicates, and a number of main posts other
 * than one (none if `holder` is of another company). The list replaces the present posts or, with the quirk `e14`, only adds and
 * changes posts; then a new main post makes the old main post part-time.
 */
export const readPosts = (
  company: Company,
  written: readonly EmplDeptWrite[],
  holder: Holder,
  merges = false,
): readonly PostRow[] => {
  const sent = written.map((post, position) => readPost(company, post, holder.posts, `depts.${position}`));
  const hasMain = sent.some((post) => post.main);
  const kept = (merges ? holder.posts : [])
    .filter((old) => !sent.some((post) => post.departmentId === old.departmentId))
    .map((old) => (hasMain ? { ...old, main: false } : old));
  const posts = [...sent, ...kept];
  requireValidPosts(posts, holder);
  return posts;
};

export const postRules: Handlers<"E13" | "E14" | "E15", Company> = {
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

  E14: (company, { body }) => {
    const person = findEmployee(company, body.user, "user");
    if (body.depts.length === 0) refuse("OPA-POSTS-EMPTY", "depts");
    const posts = readPosts(company, body.depts, person, company.quirks.e14 === "merge");
    company.employees.put({ ...person, posts });
    endManagement(company, person.id);
  },

  E15: (company, { body }) => {
    const person = findOwn(company, body.user, "user");
    if (!body.mainDept.isMainDept) refuse("OPA-POSTS-MAIN", "mainDept.isMainDept");
    const main = readPost(company, body.mainDept, person.posts, "mainDept");
    const partTime = person.posts.filter((post) => !post.main && post.departmentId !== main.departmentId);
    company.employees.put({ ...person, posts: [main, ...partTime] });
    endManagement(company, person.id);
  },
};

/**
 * The quirk `managerLeaves`: a manager who leaves the department, is disabled or deleted is removed as its manager (R40). Call
 * this when a person's posts or state have changed.
 */
export const endManagement = (company: Company, personId: number): void => {
  if (company.quirks.managerLeaves !== "cleared") return;
  const person = company.employees.get(personId);
  for (const department of company.departments.all()) {
    if (department.managerId !== personId) continue;
    const isMember = person?.posts.some((post) => post.departmentId === department.id);
    const mayStay = person?.data.active && (isMember || !company.quirks.managersAreMembers);
    if (!mayStay) company.departments.put({ ...department, managerId: null });
  }
};
