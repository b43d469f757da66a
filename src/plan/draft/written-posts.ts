/**
 * The titles and functions of posts, on a site whose E4 shows them of nobody: as E14 wrote them last, or as HR stated them after the
 * first run. So HR's changes are written once, and nobody is written to for nothing. They are codes, so the ledger has them in clear.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { SourceSnapshot, TargetLists, TargetSnapshot } from "../../model/directory/snapshot.ts";
import { isStale, ledgerKey, type Memory, parsePostKey, postSubject } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { correlate } from "../match/correlate.ts";

/** The reading with what is known of such posts. Where the service may be older than the memory, nothing is. */
export const withWrittenPosts = <Lists extends TargetLists>(target: Lists, memory: Memory): Lists =>
  target.employees.some(({ posts = [] }) => posts.some(lacksPart))
    ? {
        ...target,
        employees: target.employees.map((person) =>
          person.posts === undefined || isStale(memory, person.account)
            ? person
            : { ...person, posts: person.posts.map((post) => completed(memory, person.account, post)) },
        ),
      }
    : target;

/** What to remember of such posts when a title or function gets another code. `codes`: those of all renames, old (canonical) → new. */
export const partsRecoded = (
  memory: Memory,
  part: Part,
  from: string,
  codes: ReadonlyMap<string, string>,
): LedgerEntry[] =>
  [...memory.written].flatMap(([key, value]) => {
    if (!value || !key.endsWith(ledgerKey("", part))) return [];
    const [post, before] = [parsePostKey(key), listOf(value)];
    if (!post || !before.some((code) => sameKey(code, from))) return [];
    const after = before.map((code) => codes.get(canonicalKey(code)) ?? code).sort();
    return [{ subject: postSubject(post.account, post.department), field: part, value: after.join("\n") }];
  });

/** Posts of the service, where HR's values count as those that neither the service nor the memory knows. */
export const withStatedParts = (
  memory: Memory,
  account: string,
  shown: readonly Post[],
  stated: readonly Post[],
): readonly Post[] =>
  shown.map((post) => {
    const parts = lacksPart(post) && stated.find(({ department }) => sameKey(department, post.department));
    if (!parts) return post;
    const isKnown = (part: Part) => written(memory, account, post, part) !== undefined;
    return {
      ...(parts.title !== undefined && !isKnown("title") && { title: parts.title }),
      ...(parts.functions !== undefined && !isKnown("functions") && { functions: parts.functions }),
      ...post,
    };
  });

/** What to remember of posts that E14 states, where the service does not show all of the person's present ones. */
export const partsRemembered = (
  memory: Memory,
  account: string,
  present: readonly Post[],
  stated: readonly Post[],
): LedgerEntry[] =>
  parts.flatMap((part) =>
    present.some((post) => post[part] === undefined || written(memory, account, post, part) !== undefined)
      ? stated.flatMap((post) => entryOf(account, post, part))
      : [],
  );

/**
 * After a run: from now on, HR's titles and functions that were never written count as the service's. `isLacking`: does the service not
 * show the part of the post?
 */
export const postsBaseline = (
  source: SourceSnapshot,
  { employees }: Pick<TargetSnapshot, "employees">,
  memory: Memory,
  isLacking = lacks,
): LedgerEntry[] =>
  employees.some(({ posts = [] }) => posts.some((post) => parts.some((part) => isLacking(post, part))))
    ? correlate(source, employees, memory).flatMap((entry) => {
        if (entry.state !== "matched") return [];
        const { account, posts: shown = [] } = entry.current;
        return (entry.desired.posts ?? []).flatMap((post) => {
          const lacking = shown.find(({ department }) => sameKey(department, post.department));
          return parts.flatMap((part) =>
            lacking && isLacking(lacking, part) && written(memory, account, post, part) === undefined
              ? entryOf(account, post, part)
              : [],
          );
        });
      })
    : [];

const parts = ["title", "functions"] as const;

type Part = (typeof parts)[number];

export const lacks = (post: Post, part: Part): boolean => post[part] === undefined;

const lacksPart = (post: Post): boolean => parts.some((part) => lacks(post, part));

const written = ({ written: known }: Memory, account: string, { department }: Post, part: Part) =>
  known.get(ledgerKey(postSubject(account, department), part));

const entryOf = (account: string, post: Post, part: Part): LedgerEntry[] => {
  const value = post[part];
  const text = typeof value === "object" && value !== null ? [...value].sort().join("\n") : value;
  return text === undefined ? [] : [{ subject: postSubject(account, post.department), field: part, value: text }];
};

const completed = (memory: Memory, account: string, post: Post): Post => {
  const [title, functions] = parts.map((part) => written(memory, account, post, part));
  return {
    ...(title !== undefined && { title }),
    ...(functions !== undefined && functions !== null && { functions: listOf(functions) }),
    ...post,
  };
};

const listOf = (value: string | null | undefined): readonly string[] => (value ? value.split("\n") : []);
