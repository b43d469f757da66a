/** Equality of values, to decide that nothing needs to be written. Values are compared in canonical form (R14). */
import { canonicalKey, canonicalText, sameKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";

type Text = string | null | undefined;

export const sameText = (a: Text, b: Text): boolean => canonicalText(a ?? null) === canonicalText(b ?? null);

/** Compares codes; a missing code equals a blank one. */
export const sameCode = (a: Text, b: Text): boolean => sameKey(a ?? "", b ?? "");

/** Compares lists of codes as sets. */
export const sameCodes = (a: readonly string[], b: readonly string[]): boolean => {
  const keys = new Set(a.map(canonicalKey));
  const others = new Set(b.map(canonicalKey));
  return keys.size === others.size && [...keys].every((key) => others.has(key));
};

/** Compares what E14 writes; E13 writes supervisors. A property that one side does not state equals any value. */
export const samePosts = (a: readonly Post[], b: readonly Post[]): boolean => {
  const others = new Map(b.map((post) => [canonicalKey(post.department), post]));
  return a.length === b.length && a.every((post) => samePost(post, others.get(canonicalKey(post.department))));
};

const samePost = (a: Post, b: Post | undefined): boolean =>
  b !== undefined &&
  a.main === b.main &&
  (a.title === undefined || b.title === undefined || sameCode(a.title, b.title)) &&
  (a.functions === undefined || b.functions === undefined || sameCodes(a.functions, b.functions));
