/**
 * Compares two lists of posts: functions in any order, codes in canonical form. Supervisors are not compared, because they have
 * changes of their own.
 */
import { placeField } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { FieldChange, FieldValue } from "../../model/plan/plan.ts";
import { carriedBy } from "../../model/plan/sameness.ts";

/** The posts that differ, one entry per department; empty when the lists are equal. */
export const postFields = (before: readonly Post[], after: readonly Post[]): FieldChange[] => {
  if (before === after) return [];
  // Most people have the same posts on both sides, in the same order.
  const isUnchanged = before.every(
    (post, at) => post.department === after[at]?.department && samePost(post, after[at]),
  );
  if (isUnchanged && before.length === after.length) return [];
  const codes = new Map([...before, ...after].map((post) => [canonicalKey(post.department), post.department]));
  return [...codes].flatMap(([key, code]) => {
    const find = (posts: readonly Post[]) => posts.find((post) => canonicalKey(post.department) === key);
    const was = find(before);
    const willBe = find(after);
    const field = placeField("post", code);
    return samePost(was, willBe) ? [] : [{ field, before: shownPost(was), after: shownPost(willBe) }];
  });
};

/** Posts by the canonical code of their department. */
export const byDepartment = (posts: readonly Post[]): ReadonlyMap<string, Post> =>
  new Map(posts.map((post) => [canonicalKey(post.department), post]));

const stated = carriedBy("post", "E14").fields;

const samePost = (a: Post | undefined, b: Post | undefined): boolean =>
  a !== undefined && b !== undefined && stated.every(([field, same]) => same(valueIn(a, field), valueIn(b, field)));

const valueIn = (post: Post, field: string): FieldValue | undefined =>
  (post as Readonly<Record<string, FieldValue>>)[field];

/** The fields of a post apart from its department and main mark: title and functions. */
const details = stated.map(([field]) => field).filter((field) => field !== "department" && field !== "main");

/** A post as the value of a field: main or part-time, title, functions; null for no post. */
export const shownPost = (post: Post | undefined): FieldValue =>
  post ? [post.main ? "main" : "part-time"].concat(details.flatMap((field) => texts(valueIn(post, field)))) : null;

const texts = (value: FieldValue | undefined): string[] =>
  typeof value === "object" && value !== null ? [...value].sort() : [String(value ?? "")];

/** The post that a change shows in `value` (title, then functions); undefined if it shows none. */
export const parsedPost = (department: string, value: FieldValue): Post | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const [mark, title = "", ...functions] = value;
  return { department, main: mark === "main", title: title === "" ? null : title, functions };
};

/**
 * Completes a post with the target's values for what the source does not state; undefined if these values are not known.
 */
export const carryOver = (post: Post, before: readonly Post[]): Post | undefined => {
  const found = before.find((other) => sameKey(other.department, post.department));
  const title = post.title === undefined && found ? found.title : (post.title ?? null);
  const functions = post.functions ?? (found ? found.functions : []);
  if (title === undefined || functions === undefined) return undefined;
  return { department: found?.department ?? post.department, main: post.main, title, functions };
};
