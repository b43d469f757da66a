/**
 * What a key shows of how a site stores keys. A site may cut them, remove characters or add a domain without a word, so that two become
 * one; a key that it has stored as sent shows that it does none of this to keys of the same sort.
 */
import { canonicalKey } from "./canonical.ts";

/** `length`: of the longest key in canonical form. `characters`: those that are neither letters nor digits; "文" stands for other letters. */
export type KeySort = { readonly length: number; readonly characters: ReadonlySet<string> };

export const sortOf = (key: string): KeySort => {
  const canonical = canonicalKey(key);
  const unusual = canonical.match(/[^a-z0-9]/gu) ?? [];
  return {
    length: canonical.length,
    characters: new Set(unusual.map((one) => (/[\p{L}\p{N}]/u.test(one) ? "文" : one))),
  };
};

/** Keys of both sorts. */
export const widened = (a: KeySort | undefined, b: KeySort): KeySort =>
  a ? { length: Math.max(a.length, b.length), characters: a.characters.union(b.characters) } : b;

/** Is a key no longer than those of the sort, without any character that they lack? */
export const isOfSort = (key: string, sort: KeySort | undefined): boolean => isWithin(sortOf(key), sort);

const isWithin = ({ length, characters }: KeySort, sort: KeySort | undefined): boolean =>
  sort !== undefined && length <= sort.length && characters.isSubsetOf(sort.characters);

/** Might a site have made the second key of the first: cut, with characters removed, or with a domain added or removed? */
export const mayBecome = (sent: string, shown: string): boolean => {
  const [a, b] = [canonicalKey(sent), canonicalKey(shown)];
  if (a === b || b === "") return false;
  const [plainA, plainB] = [a, b].map((one) => one.replace(/[^\p{L}\p{N}]/gu, "")) as [string, string];
  return (
    a.startsWith(b) || (plainB !== "" && plainA.startsWith(plainB) && a.length >= b.length) || local(a) === local(b)
  );
};

/** An account without `ACME\` and `@acme.com`. */
const local = (account: string): string => account.replace(/^.*\\/, "").replace(/@.*$/, "");

/** The same keys, those first that tell most: together they are of every sort that occurs. */
export const tellingFirst = <T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] => {
  const sorts = new Map(all.map((one) => [one, sortOf(keyOf(one))]));
  let widest: KeySort | undefined;
  const telling = new Set<T>();
  for (const [one, sort] of [...sorts].sort(([, a], [, b]) => b.length - a.length)) {
    if (isWithin(sort, widest)) continue;
    widest = widened(widest, sort);
    telling.add(one);
  }
  return [...telling, ...all.filter((one) => !telling.has(one))];
};
