/** What the effects of the quirk `takesAlong` are made of (R102). */
import type { UserRef } from "../../contract/records/organisation.ts";
import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { findPerson } from "./lookup.ts";
import type { Company, DepartmentRow, EmployeeRow, PostRow } from "./tables.ts";

/** The parameters and the body of a request, as far as effects use them. */
export type Sent = {
  readonly user?: UserRef;
  readonly account?: string;
  readonly code?: string;
  readonly originalCode?: string;
  readonly deptCode?: string;
  readonly parentCode?: string | null;
  readonly active?: boolean;
  readonly depts?: readonly { readonly code: string }[] | null;
  readonly resignationDate?: string | null;
  readonly expiredTime?: string | null;
};

/** Called before the rule of the operation; what it returns is called after the rule. */
export type Effect = (company: Company, sent: Sent) => (() => void) | undefined;

/** Changes the rows of people with these ids; rows that are gone are left out. */
export const changePeople = (
  { employees }: Company,
  ids: readonly number[],
  change: (person: EmployeeRow) => EmployeeRow,
): void => {
  for (const person of ids.flatMap((id) => employees.get(id) ?? [])) employees.put(change(person));
};

/** Changes the posts of a person; a post for which nothing is returned is removed. */
export const changingPosts =
  (change: (post: PostRow) => PostRow | undefined) =>
  (person: EmployeeRow): EmployeeRow => ({ ...person, posts: person.posts.flatMap((post) => change(post) ?? []) });

export const withoutApprover = (post: PostRow): PostRow => ({ ...post, supervisorId: null });
export const withoutTitle = (post: PostRow): PostRow => ({ ...post, titleId: null });
export const withoutFunctions = (post: PostRow): PostRow => ({ ...post, functionIds: [] });
export const unlessPartTime = (post: PostRow): PostRow | undefined => (post.main ? post : undefined);

export const disabled = (person: EmployeeRow): EmployeeRow => withActive(person, false);
export const withActive = (person: EmployeeRow, active: boolean): EmployeeRow => ({
  ...person,
  data: { ...person.data, active },
});
export const withoutExpiry = (person: EmployeeRow): EmployeeRow => ({
  ...person,
  data: { ...person.data, expiredTime: null },
});
export const withoutResignation = (person: EmployeeRow): EmployeeRow => ({ ...person, resignationDate: null });

/** An effect on the person whom the request names as `user`; `applies` may restrict it. */
export const onUser =
  (act: (company: Company, id: number) => void, applies: (sent: Sent) => boolean = () => true): Effect =>
  (company, sent) => {
    const id = sent.user && findPerson(company, sent.user)?.id;
    return id !== undefined && applies(sent) ? () => act(company, id) : undefined;
  };

/** Changes the row of the person whom the request names as `user`. */
export const changingUser = (change: (person: EmployeeRow) => EmployeeRow, applies?: (sent: Sent) => boolean): Effect =>
  onUser((company, id) => changePeople(company, [id], change), applies);

export const isOff = ({ active }: Sent): boolean => active === false;
export const isOn = ({ active }: Sent): boolean => active === true;

export const departmentWith = ({ departments }: Company, code: string | null | undefined): DepartmentRow | undefined =>
  departments.by("code", fold(code ?? ""))[0];

/** Changes the posts of all members in the departments with these ids. */
export const changePostsIn = (
  company: Company,
  departmentIds: readonly number[],
  change: (post: PostRow) => PostRow | undefined,
): void => {
  for (const departmentId of departmentIds) {
    const inside = changingPosts((post) => (post.departmentId === departmentId ? change(post) : post));
    for (const person of company.employees.by("department", departmentId)) company.employees.put(inside(person));
  }
};

/** An effect on the department that the request names, by its present code. */
export const onDepartment =
  (act: (company: Company, row: DepartmentRow) => void, applies: (sent: Sent) => boolean = () => true): Effect =>
  (company, sent) => {
    const id = departmentWith(company, sent.originalCode ?? sent.deptCode ?? sent.code)?.id;
    return id !== undefined && applies(sent) ? () => act(company, requireRow(company.departments, id)) : undefined;
  };

/** Changes all posts in the department that the request names. */
export const changingMembers = (
  change: (post: PostRow) => PostRow | undefined,
  applies?: (sent: Sent) => boolean,
): Effect => onDepartment((company, { id }) => changePostsIn(company, [id], change), applies);
