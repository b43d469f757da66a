/**
 * The write test: harmless writes to one test person, from which a site's habits show before the first run. Each step states one thing;
 * whatever else differs afterwards, with the person or with those beside them, the write has taken along. The writes that put everything
 * back follow from the first reading.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee, Post } from "../../model/directory/directory.ts";
import { fieldsBy } from "../../model/directory/known-fields.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Kind } from "../../model/plan/plan.ts";
import type { Observed } from "./site-habits.ts";

/**
 * The test person as the service shows them. `manages`: those of the departments of their posts that they manage; `alone`: those without
 * other members; `beside`: the other members, or undefined if there are too many to look at.
 */
export type TestPerson = {
  readonly employee: Employee;
  readonly manages: readonly string[];
  readonly alone: readonly string[];
  readonly beside: readonly Employee[] | undefined;
};

/** One write; `states` names the fact that it sets, such as `employee/name`. */
export type TestStep = { readonly operation: Operation; readonly states: string; readonly becomes: unknown };

/** What a person is, by `kind/field`, and what those beside them are, by `kind/field/ACCOUNT`. Values that a site does not show are not in it. */
export const factsOf = ({ employee, manages, beside = [] }: TestPerson): ReadonlyMap<string, unknown> => {
  const { posts = [], account: _account, ...data } = employee;
  return new Map<string, unknown>([
    ...Object.entries(data).map(([field, value]) => [`employee/${field}`, value] as const),
    ["post/posts", placesOf(posts)],
    ["supervisor/supervisor", approversOf(posts)],
    ["manager/manager", [...manages].sort()],
    ...beside.flatMap((one) => [
      [`employee/active/${one.account}`, one.active] as const,
      [`post/posts/${one.account}`, placesOf(one.posts ?? [])] as const,
      [`supervisor/supervisor/${one.account}`, approversOf(one.posts ?? [])] as const,
    ]),
  ]);
};

const placesOf = (posts: readonly Post[]) => ordered(posts.map(({ supervisor: _supervisor, ...post }) => post));

const approversOf = (posts: readonly Post[]) =>
  ordered(posts.map(({ department, supervisor = null }) => ({ department, supervisor })));

const ordered = <T extends Pick<Post, "department">>(posts: readonly T[]): readonly T[] =>
  [...posts].sort((a, b) => (canonicalKey(a.department) < canonicalKey(b.department) ? -1 : 1));

const suffix = " 測試";

/**
 * `titles`: codes of titles in use. A person without a post gets no step for posts, a disabled one none for the status. Posts and
 * approvers are only tried where those beside can be looked at, a manager only of a department in which the person is alone.
 */
export const testSteps = (person: TestPerson, titles: readonly string[]): readonly TestStep[] => {
  const { account, name, active } = person.employee;
  const rename = (to: string): TestStep => ({
    operation: { id: "E11", account, newAccount: account, set: { name: to } },
    states: "employee/name",
    becomes: to,
  });
  const status = (to: boolean): TestStep => ({
    operation: { id: "E7", account, active: to },
    states: "employee/active",
    becomes: to,
  });
  return [
    ...(name === undefined ? [] : [rename(`${name}${suffix}`), rename(name)]),
    ...(person.beside ? [...titleSteps(person, titles), ...approverSteps(person)] : []),
    ...managerSteps(person),
    ...(active === false ? [] : [status(false), status(true)]),
  ];
};

/** Another title in the main post, and back. */
const titleSteps = ({ employee: { account, posts = [] } }: TestPerson, titles: readonly string[]): TestStep[] => {
  const other = titles.find((code) => !posts.some(({ title }) => title && sameKey(title, code)));
  if (posts.length === 0 || other === undefined) return [];
  const retitled = posts.map((post) => (post.main ? { ...post, title: other } : post));
  const place = (before: readonly Post[], after: readonly Post[]): TestStep => ({
    operation: { id: "E14", account, before, posts: after },
    states: "post/posts",
    becomes: placesOf(after),
  });
  return [place(posts, retitled), place(retitled, posts)];
};

/** No approver of the person's own in one post, and the approver back. */
const approverSteps = ({ employee: { account, posts = [] } }: TestPerson): TestStep[] => {
  const approved = posts.find(({ supervisor }) => typeof supervisor === "string");
  if (!approved) return [];
  const { department } = approved;
  const approve = (supervisor: string | null): TestStep => ({
    operation: { id: "E13", account, department, supervisor },
    states: "supervisor/supervisor",
    becomes: approversOf(posts.map((post) => (post === approved ? { ...post, supervisor } : post))),
  });
  return [approve(null), approve(approved.supervisor ?? null)];
};

/** No manager of a department in which nobody else is, and the manager back. */
const managerSteps = ({ employee: { account }, manages, alone }: TestPerson): TestStep[] => {
  const code = manages.find((managed) => alone.some((one) => sameKey(one, managed)));
  if (code === undefined) return [];
  const states = "manager/manager";
  return [
    { operation: { id: "D11", code }, states, becomes: manages.filter((one) => one !== code).sort() },
    { operation: { id: "D12", code, manager: account }, states, becomes: [...manages].sort() },
  ];
};

/** What a step has shown of the site: `before` and `after` are the facts around it. */
export const shownBy = (
  { operation, states, becomes }: TestStep,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly Observed[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const expected = name === states ? becomes : before.get(name);
    if (isSame(expected, after.get(name))) return [];
    const [kind, field, other] = name.split("/") as [Kind, string, string?];
    const does = other !== undefined ? "takes-from-others" : name === states ? "stores-otherwise" : "takes-along";
    return [{ operation: operation.id, does, kind, field }];
  });

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the facts that differ. */
export const differing = (a: TestPerson, b: TestPerson): readonly string[] => {
  const [before, after] = [factsOf(a), factsOf(b)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(before.get(name), after.get(name)));
};

/** The writes that make `now` what `original` was, in order: the person's, then those of whoever is beside. */
export const restoring = (original: TestPerson, now: TestPerson): readonly Operation[] => {
  const differs = new Set(differing(original, now));
  const { employee } = original;
  const { account, posts = [] } = employee;
  const fields = fieldsBy("employee", "E11").filter((field) => differs.has(`employee/${field}`));
  const set = Object.fromEntries(fields.map((field) => [field, employee[field] ?? null]));
  return [
    ...(differs.has("employee/active") && employee.active === true
      ? [{ id: "E7", account, active: true } as const]
      : []),
    ...(fields.length > 0 ? [{ id: "E11", account, newAccount: account, set } as const] : []),
    ...(differs.has("post/posts") ? [{ id: "E14", account, before: now.employee.posts ?? [], posts } as const] : []),
    ...(differs.has("employee/expiredTime") && employee.expiredTime !== undefined
      ? [{ id: "E8", account, expiredTime: employee.expiredTime } as const]
      : []),
    ...original.manages
      .filter((code) => !now.manages.includes(code))
      .map((code) => ({ id: "D12", code, manager: account }) as const),
    ...approvals(employee, now.employee),
    ...(differs.has("employee/active") && employee.active === false
      ? [{ id: "E7", account, active: false } as const]
      : []),
    ...(original.beside ?? []).flatMap((one) => restoringBeside(one, differs, now)),
  ];
};

/** The writes that set the approvers which somebody had and has no longer. */
const approvals = ({ account, posts = [] }: Employee, now: Employee | undefined): readonly Operation[] =>
  posts.flatMap(({ department, supervisor }) => {
    const held = now?.posts?.find((post) => sameKey(post.department, department));
    if (supervisor === undefined && held?.supervisor === undefined) return [];
    return (held?.supervisor ?? null) === (supervisor ?? null)
      ? []
      : [{ id: "E13", account, department, supervisor: supervisor ?? null } as const];
  });

const restoringBeside = (one: Employee, differs: ReadonlySet<string>, { beside = [] }: TestPerson): Operation[] => {
  const { account, active, posts = [] } = one;
  const now = beside.find((other) => sameKey(other.account, account));
  return [
    ...(differs.has(`employee/active/${account}`) && active !== undefined
      ? [{ id: "E7", account, active } as const]
      : []),
    ...(differs.has(`post/posts/${account}`) ? [{ id: "E14", account, before: now?.posts ?? [], posts } as const] : []),
    ...(differs.has(`supervisor/supervisor/${account}`) ? approvals(one, now) : []),
  ];
};
