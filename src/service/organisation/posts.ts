/**
 * E14 and E15: writing the posts of a person: exactly one main post, and at most one post in each department. E15 replaces the
 * main post (R57).
 */
import type { EmplDeptWrite } from "../../contract/records/organisation.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { foldOptional } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee, findFunction, findOwn, findTitle } from "./lookup.ts";
import { putMember } from "./managers.ts";
import type { Company, EmployeeRow, PostRow } from "./tables.ts";

/**
 * Converts a post in a request to a row. A supervisor chosen earlier for the same department is kept, or dropped by the quirk
 * `supervisorsOnReplace` (R56).
 */
const readPost = (company: Company, post: EmplDeptWrite, before: readonly PostRow[], where: string): PostRow => {
  const departmentId = findDepartment(company, post.code, `${where}.code`).id;
  const [titleCode] = foldOptional(post.jobTitleCode);
  const kept = company.quirks.supervisorsOnReplace === "kept" ? before : [];
  return {
    departmentId,
    main: post.isMainDept,
    titleId: titleCode === undefined ? null : findTitle(company, titleCode, `${where}.jobTitleCode`).id,
    functionIds: [...new Set(post.jobFuncs?.map((code) => findFunction(company, code, `${where}.jobFuncs`).id))],
    supervisorId: kept.find((old) => old.departmentId === departmentId)?.supervisorId ?? null,
  };
};

/**
 * The posts of `holder` after a list of posts was written; refuses unknown codes, duplicates, and a number of main posts other
 * than one, and several with the quirk `severalPosts`. Somebody of another company has none: their main post is there (R64). The list replaces the present posts or, with
 * the quirk `e14`, only adds and changes posts; then a new main post makes the old main post part-time. Or the main post of before stays the
 * main post as long as it is in the list, because E15 is there to change it.
 */
export const readPosts = (
  company: Company,
  written: readonly EmplDeptWrite[],
  holder: Pick<EmployeeRow, "posts" | "corpCode">,
): readonly PostRow[] => {
  const sent = written.map((post, position) => readPost(company, post, holder.posts, `depts.${position}`));
  const hasMain = sent.some((post) => post.main);
  const kept = (company.quirks.e14 === "merge" ? holder.posts : [])
    .filter((old) => !sent.some((post) => post.departmentId === old.departmentId))
    .map((old) => (hasMain ? { ...old, main: false } : old));
  const posts = withMain([...sent, ...kept], company.quirks.e14 === "keeps-main" ? holder.posts : []);
  if (new Set(posts.map((post) => post.departmentId)).size < posts.length) refuse("OPA-POSTS-DUPLICATE", "depts");
  if (company.quirks.severalPosts === "refused" && posts.length > 1) refuse("OPA-POSTS-SEVERAL", "depts");
  const mainPosts = holder.corpCode === undefined ? 1 : 0;
  if (posts.filter((post) => post.main).length !== mainPosts) refuse("OPA-POSTS-MAIN", "depts");
  return posts;
};

/** The posts with the main post of `before`, if it is among them. */
const withMain = (posts: readonly PostRow[], before: readonly PostRow[]): readonly PostRow[] => {
  const old = before.find(({ main }) => main)?.departmentId;
  const stays = posts.some(({ main }) => main) && posts.some(({ departmentId }) => departmentId === old);
  return stays ? posts.map((post) => ({ ...post, main: post.departmentId === old })) : posts;
};

export const postRules: Handlers<"E14" | "E15", Company> = {
  E14: (company, { body }) => {
    const person = findEmployee(company, body.user, "user");
    if (body.depts.length === 0) refuse("OPA-POSTS-EMPTY", "depts");
    putMember(company, { ...person, posts: readPosts(company, body.depts, person) });
  },

  E15: (company, { body }) => {
    const person = findOwn(company, body.user, "user");
    if (!body.mainDept.isMainDept) refuse("OPA-POSTS-MAIN", "mainDept.isMainDept");
    const main = readPost(company, body.mainDept, person.posts, "mainDept");
    const partTime = person.posts.filter((post) => !post.main && post.departmentId !== main.departmentId);
    putMember(company, { ...person, posts: [main, ...partTime] });
  },
};
