/**
 * The write test: harmless writes to one test person, from which a site's habits show before the first run. Each step states one thing;
 * whatever else differs afterwards, the write has taken along. The writes that put everything back follow from the first reading.
 */
import { canonicalKey } from "../../model/canonical.ts";
import type { Employee, Post } from "../../model/directory.ts";
import { fieldsBy } from "../../model/known-fields.ts";
import type { Operation } from "../../model/operation.ts";
import type { Kind } from "../../model/plan.ts";
import type { Observed } from "./site-habits.ts";

/** The test person as the service shows them, with the departments that they manage among those where they have posts. */
export type TestPerson = { readonly employee: Employee; readonly manages: readonly string[] };

/** One write; `states` names the fact that it sets, such as `employee/name`. */
export type TestStep = { readonly operation: Operation; readonly states: string; readonly becomes: unknown };

/** What a person is, by `kind/field`. Values that a site does not show are not in it. */
export const factsOf = ({ employee, manages }: TestPerson): ReadonlyMap<string, unknown> => {
  const { posts = [], account: _account, ...data } = employee;
  const places = posts.map(({ supervisor: _supervisor, ...post }) => post);
  return new Map<string, unknown>([
    ...Object.entries(data).map(([field, value]) => [`employee/${field}`, value] as const),
    ["post/posts", ordered(places)],
    ["supervisor/supervisor", ordered(posts.map(({ department, supervisor }) => ({ department, supervisor })))],
    ["manager/manager", [...manages].sort()],
  ]);
};

const ordered = <T extends Pick<Post, "department">>(posts: readonly T[]): readonly T[] =>
  [...posts].sort((a, b) => (canonicalKey(a.department) < canonicalKey(b.department) ? -1 : 1));

const suffix = " 測試";

/** `titles`: codes of titles in use. A person without a post gets no step for posts, a disabled one none for the status. */
export const testSteps = ({ employee }: TestPerson, titles: readonly string[]): readonly TestStep[] => {
  const { account, name, active, posts = [] } = employee;
  const rename = (to: string): TestStep => ({
    operation: { id: "E11", account, newAccount: account, set: { name: to } },
    states: "employee/name",
    becomes: to,
  });
  const other = titles.find((code) => !posts.some(({ title }) => title && canonicalKey(title) === canonicalKey(code)));
  const retitled = posts.map((post) => (post.main && other !== undefined ? { ...post, title: other } : post));
  const place = (before: readonly Post[], after: readonly Post[]): TestStep => ({
    operation: { id: "E14", account, before, posts: after },
    states: "post/posts",
    becomes: ordered(after.map(({ supervisor: _supervisor, ...post }) => post)),
  });
  const status = (to: boolean): TestStep => ({
    operation: { id: "E7", account, active: to },
    states: "employee/active",
    becomes: to,
  });
  return [
    ...(name === undefined ? [] : [rename(`${name}${suffix}`), rename(name)]),
    ...(posts.length > 0 && other !== undefined ? [place(posts, retitled), place(retitled, posts)] : []),
    ...(active === false ? [] : [status(false), status(true)]),
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
    const [kind, field] = name.split("/") as [Kind, string];
    return [{ operation: operation.id, does: name === states ? "stores-otherwise" : "takes-along", kind, field }];
  });

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the facts that differ. */
export const differing = (a: TestPerson, b: TestPerson): readonly string[] => {
  const [before, after] = [factsOf(a), factsOf(b)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(before.get(name), after.get(name)));
};

/** The writes that make `now` what `original` was, in order. */
export const restoring = (original: TestPerson, now: TestPerson): readonly Operation[] => {
  const differs = new Set(differing(original, now));
  const { employee } = original;
  const { account, posts = [] } = employee;
  const fields = fieldsBy("employee", "E11").filter((field) => differs.has(`employee/${field}`));
  const set = Object.fromEntries(fields.map((field) => [field, employee[field] ?? null]));
  const approved = posts.filter(({ department, supervisor }) => {
    const held = now.employee.posts?.find((post) => canonicalKey(post.department) === canonicalKey(department));
    return supervisor !== undefined && held?.supervisor !== supervisor;
  });
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
    ...approved.map(({ department, supervisor = null }) => ({ id: "E13", account, department, supervisor }) as const),
    ...(differs.has("employee/active") && employee.active === false
      ? [{ id: "E7", account, active: false } as const]
      : []),
  ];
};
