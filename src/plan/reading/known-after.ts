/** What is known of managers and posts after a run: what its reading showed, without what its writes may have changed. */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { KnownDetails } from "../../model/directory/known-details.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change } from "../../model/plan/plan.ts";
import { reached } from "../values/reached.ts";
import { managersIn, peopleIn, type Signer, type Taken } from "./known-details.ts";

/**
 * What is known after a run that ended well: what the reading shows, but for everybody and everything that a write has named, whose
 * supervisor or department it has written, and who has a title or function that it has written.
 */
export const knownAfter = (
  {
    current,
    signs,
    taken,
    turn,
    basis,
    membersOf,
  }: {
    readonly current: TargetSnapshot;
    readonly signs: Signer;
    readonly taken: Taken;
    readonly turn: number;
    readonly basis: string;
    readonly membersOf: readonly string[];
  },
  changes: readonly Change[],
  nowMs: number,
): KnownDetails => {
  const operations = changes.flatMap((change) => change.operations);
  const people = new Set(operations.flatMap(peopleIn).map((account) => canonicalKey(account)));
  const codes = new Set(
    operations.flatMap((one) => [
      ...("code" in one ? [canonicalKey(one.code)] : []),
      ...("newCode" in one ? [canonicalKey(one.newCode)] : []),
    ]),
  );
  const departments = below(current, people, operations);
  const signed = signs.postsWith(managersIn(current));
  const categories = operations.some(({ id }) => id === "J1");
  const isTouched = (post: Post) =>
    categories ||
    people.has(canonicalKey(post.supervisor ?? "")) ||
    departments.has(canonicalKey(post.department)) ||
    [post.title ?? "", ...(post.functions ?? [])].some((code) => codes.has(canonicalKey(code)));
  return {
    version: 1,
    basis,
    turn: turn + 1,
    posts: current.employees.flatMap(({ foreign, ...one }) => {
      const { posts } = one;
      if (foreign || posts === undefined || people.has(canonicalKey(one.account)) || posts.some(isTouched)) return [];
      const readMs = taken.posts.get(one.account)?.readMs ?? nowMs;
      return [[one.account, { sign: signed(one, posts), posts, readMs }] as const];
    }),
    managers: current.departments.flatMap((one) => {
      const { manager } = one;
      if (manager === undefined || departments.has(canonicalKey(one.code)) || people.has(canonicalKey(manager ?? "")))
        return [];
      const readMs = taken.managers.get(one.code)?.readMs ?? nowMs;
      return [[one.code, { sign: signs.manager(one, manager), manager, readMs }] as const];
    }),
    strangers: current.strangers ?? [],
    namesakes: current.namesakes ?? [],
    membersOf,
  };
};

/** The departments that were written, that gained or lost people, or that somebody manages who was written; and all below them. */
const below = (
  { departments }: TargetSnapshot,
  people: ReadonlySet<string>,
  operations: readonly Operation[],
): ReadonlySet<string> => {
  const touched = new Set(
    operations.flatMap((one) =>
      [
        ...(one.id.startsWith("D") && "code" in one ? [one.code] : []),
        ...("newCode" in one ? [one.newCode] : []),
        ...("posts" in one ? changedPosts(one).map(({ department }) => department) : []),
      ].map((code) => canonicalKey(code)),
    ),
  );
  for (const { code, manager } of departments)
    if (people.has(canonicalKey(manager ?? ""))) touched.add(canonicalKey(code));
  const children = Map.groupBy(departments, ({ parent }) => canonicalKey(parent ?? ""));
  return reached(touched, (code) => (children.get(code) ?? []).map((child) => canonicalKey(child.code)));
};

/** The posts that an operation gives or takes; of a new person, all. */
const changedPosts = (operation: Extract<Operation, { readonly posts: readonly Post[] }>): readonly Post[] => {
  const before = "before" in operation ? operation.before : [];
  const has = (posts: readonly Post[], { department }: Post) =>
    posts.some((one) => sameKey(one.department, department));
  return [
    ...operation.posts.filter((post) => !has(before, post)),
    ...before.filter((post) => !has(operation.posts, post)),
  ];
};
