/** Compares two lists of posts: functions as a set, codes canonically; supervisors have changes of their own. */
import { canonicalKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { FieldChange, FieldValue } from "../model/plan.ts";
import { sameSet } from "./policy.ts";

/** The posts that differ, one entry per department; empty when the lists are equal. */
export const postFields = (before: readonly Post[], after: readonly Post[]): FieldChange[] => {
  const codes = new Map([...before, ...after].map((post) => [canonicalKey(post.department), post.department]));
  return [...codes].flatMap(([key, code]) => {
    const find = (posts: readonly Post[]) => posts.find((post) => canonicalKey(post.department) === key);
    const was = find(before);
    const willBe = find(after);
    return samePost(was, willBe) ? [] : [{ field: `post:${code}`, before: shown(was), after: shown(willBe) }];
  });
};

const samePost = (a: Post | undefined, b: Post | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.main === b.main &&
  canonicalKey(a.title ?? "") === canonicalKey(b.title ?? "") &&
  sameSet(a.functions ?? [], b.functions ?? []);

const shown = (post: Post | undefined): FieldValue =>
  post ? [post.main ? "main" : "part-time", post.title ?? "", ...[...(post.functions ?? [])].sort()] : null;
