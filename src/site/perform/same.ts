/** When two values are one, for deciding that nothing needs to be written (R14: canonical before comparing). */
import { canonicalKey, canonicalText, sameKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";

type Text = string | null | undefined;

export const sameText = (a: Text, b: Text): boolean => canonicalText(a ?? null) === canonicalText(b ?? null);

/** Codes; no code is one value. */
export const sameCode = (a: Text, b: Text): boolean => sameKey(a ?? "", b ?? "");

/** Lists of codes, compared as sets. */
export const sameCodes = (a: readonly string[], b: readonly string[]): boolean => {
  const keys = new Set(a.map(canonicalKey));
  const others = new Set(b.map(canonicalKey));
  return keys.size === others.size && [...keys].every((key) => others.has(key));
};

/** What E14 writes of two lists of posts; supervisors are E13's. A property not stated on one side is equal to any. */
export const samePosts = (a: readonly Post[], b: readonly Post[]): boolean => {
  const others = new Map(b.map((post) => [canonicalKey(post.department), post]));
  return a.length === b.length && a.every((post) => samePost(post, others.get(canonicalKey(post.department))));
};

const samePost = (a: Post, b: Post | undefined): boolean =>
  b !== undefined &&
  a.main === b.main &&
  (a.title === undefined || b.title === undefined || sameCode(a.title, b.title)) &&
  (a.functions === undefined || b.functions === undefined || sameCodes(a.functions, b.functions));
