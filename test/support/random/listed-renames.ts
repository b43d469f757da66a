/** Renames codes, category names and accounts in a desired directory, and returns the rename list for them. */
import * as fc from "fast-check";
import type { Rename } from "../../../src/model/directory/snapshot.ts";
import type { FullDirectory } from "../directory/full-directory.ts";
import { pick } from "./random-directory.ts";

const kinds = ["department", "level", "title", "function", "category"] as const;

export type RenameDraw = { readonly kind: number; readonly a: number; readonly b: number; readonly how: number };
type Mapping = Map<string, string>;

export const renameDraws = (): fc.Arbitrary<readonly RenameDraw[]> => {
  const nat = fc.nat({ max: 99 });
  return fc.array(fc.record({ kind: fc.nat({ max: 7 }), a: nat, b: nat, how: fc.nat({ max: 5 }) }), { maxLength: 3 });
};

const keysOf = (directory: FullDirectory, kind: Rename["kind"]): readonly string[] => {
  if (kind === "category")
    return directory.categories.filter((name) => directory.functions.some((item) => item.category === name));
  const lists = {
    department: directory.departments,
    level: directory.levels,
    title: directory.titles,
    function: directory.functions,
  };
  return lists[kind].map((item) => item.code);
};

/**
 * Adds one drawn rename: to a new key, a swap of two keys, or a chain (an object takes the key of another, which gets a new
 * key).
 */
const extend = (mapping: Mapping, shared: readonly string[], { a, b, how }: RenameDraw): void => {
  const free = shared.filter((key) => !mapping.has(key));
  const from = pick(free, a);
  const other = pick(
    free.filter((key) => key !== from),
    b,
  );
  if (from === undefined) return;
  const taken = new Set([...shared, ...mapping.values()]);
  if (other !== undefined && how === 3 && !taken.has(`${other}X`)) {
    mapping.set(from, other);
    mapping.set(other, `${other}X`);
  } else if (other !== undefined && how === 4) {
    mapping.set(from, other);
    mapping.set(other, from);
  } else if (!taken.has(`${from}X`)) mapping.set(from, `${from}X`);
};

const rewrite = (directory: FullDirectory, maps: ReadonlyMap<Rename["kind"], Mapping>): void => {
  const to = <Code extends string | null>(kind: Rename["kind"], code: Code): Code =>
    (code === null ? code : (maps.get(kind)?.get(code) ?? code)) as Code;
  for (const level of directory.levels) level.code = to("level", level.code);
  for (const title of directory.titles) title.code = to("title", title.code);
  directory.categories = directory.categories.map((name) => to("category", name));
  for (const item of directory.functions) {
    item.code = to("function", item.code);
    item.category = to("category", item.category);
  }
  for (const department of directory.departments) {
    department.code = to("department", department.code);
    department.parent = to("department", department.parent);
    department.level = to("level", department.level);
  }
  for (const post of directory.employees.flatMap((person) => person.posts)) {
    post.department = to("department", post.department);
    post.title = to("title", post.title);
    post.functions = post.functions.map((code) => to("function", code));
  }
};

/**
 * Renames, in place, objects of `desired` that are also in `current`, and returns the rename list. A drawn `kind` above 4 means
 * a department.
 */
export const renameCodes = (
  desired: FullDirectory,
  current: FullDirectory,
  drawn: readonly RenameDraw[],
): readonly Rename[] => {
  const maps = new Map<Rename["kind"], Mapping>(kinds.map((kind) => [kind, new Map()]));
  for (const draw of drawn) {
    const kind = kinds[draw.kind] ?? "department";
    const mapping = maps.get(kind);
    const here = new Set(keysOf(desired, kind));
    if (mapping !== undefined)
      extend(
        mapping,
        keysOf(current, kind).filter((key) => here.has(key)),
        draw,
      );
  }
  rewrite(desired, maps);
  return [...maps].flatMap(([kind, mapping]) => [...mapping].map(([from, to]) => ({ kind, from, to })));
};

const takeAccount = (desired: FullDirectory, account: string, renamed: string): void => {
  for (const person of desired.employees) if (person.account === account) person.account = renamed;
  for (const department of desired.departments) if (department.manager === account) department.manager = renamed;
  for (const post of desired.employees.flatMap((other) => other.posts))
    if (post.supervisor === account) post.supervisor = renamed;
};

/**
 * Gives some people a new account, in place. Only people with a number are chosen who have the same number and account in
 * `current`. One in three takes another person's account, and that person gets a new one.
 */
export const renameAccounts = (desired: FullDirectory, current: FullDirectory, drawn: readonly number[]): void => {
  const done = new Set<string>();
  for (const number of drawn) {
    const known = desired.employees
      .filter((person) => person.number !== null && !done.has(person.account))
      .filter(({ account, number: own }) =>
        current.employees.some((other) => other.account === account && other.number === own),
      );
    const one = pick(known, number)?.account;
    const other = number % 3 === 0 ? pick(known, number + 1)?.account : undefined;
    if (one === undefined) continue;
    if (other !== undefined && other !== one) takeAccount(desired, other, `${other}R`);
    takeAccount(desired, one, other !== undefined && other !== one ? other : `${one}R`);
    for (const account of [one, other, `${one}R`, `${other}R`]) if (account !== undefined) done.add(account);
  }
};
