/**
 * Lists the differences in content between two full directories. Order is ignored; codes and accounts are compared in canonical
 * form.
 */

import { canonical, type FullDirectory, type FullEmployee, type FullPost } from "../directory/full-directory.ts";
import type { MemoryRules } from "../target/memory-rules.ts";
import { effectiveSupervisor } from "./effective-supervisor.ts";

export type Difference = {
  readonly kind: "level" | "title" | "function" | "department" | "employee";
  /** Canonical code or account. */
  readonly key: string;
  readonly field: string;
  readonly expected: unknown;
  readonly found: unknown;
};

const referenceFields: ReadonlySet<string> = new Set([
  "code",
  "account",
  "number",
  "parent",
  "level",
  "manager",
  "category",
]);

const postForm = (post: FullPost) => [
  canonical(post.department),
  post.main,
  canonical(post.title ?? ""),
  post.functions.map(canonical).toSorted(),
];

/**
 * A value in a form for comparison: references in canonical form, texts in Unicode's composed form, lists (such as login
 * methods) sorted.
 */
const form = (field: string, value: unknown): unknown => {
  if (typeof value !== "string") return Array.isArray(value) ? value.map(String).toSorted() : value;
  if (field === "expiredTime") return new Date(value).toISOString();
  // A site may write a number with other dashes: the digits are the phone.
  if (field === "phoneNumber") return value.replaceAll(/\D/g, "") || value;
  return referenceFields.has(field) ? canonical(value) : value.normalize("NFC");
};

const employeeForm = (directory: FullDirectory, person: FullEmployee, reads: MemoryRules["supervisorReads"]) => {
  const { posts, ...rest } = person;
  const supervisors = posts.map((post) => {
    const account = reads === "custom" ? post.supervisor : effectiveSupervisor(directory, person, post);
    return [`supervisor/${canonical(post.department)}`, canonical(account ?? "")];
  });
  const texts = posts.map((post) => JSON.stringify(postForm(post)));
  return { ...rest, posts: texts.toSorted().join(), ...Object.fromEntries(supervisors) };
};

const keyed = (
  directory: FullDirectory,
  reads: MemoryRules["supervisorReads"],
): Map<string, Record<string, unknown>> => {
  const entries = (kind: string, items: readonly { code: string }[]) =>
    items.map((item) => [`${kind}/${canonical(item.code)}`, { ...item }] as const);
  return new Map<string, Record<string, unknown>>([
    ...entries("level", directory.levels),
    ...entries("title", directory.titles),
    ...entries("function", directory.functions),
    ...entries("department", directory.departments),
    ...directory.employees.map(
      (person) => [`employee/${canonical(person.account)}`, employeeForm(directory, person, reads)] as const,
    ),
  ]);
};

/**
 * All differences between `expected` and `found`. If the target returns only the effective supervisor of a post, the chosen one
 * is unknown, so the effective supervisors are compared.
 */
export const contentDifferences = (
  expected: FullDirectory,
  found: FullDirectory,
  { supervisorReads = "custom" }: Partial<MemoryRules> = {},
): Difference[] => {
  const [left, right] = [keyed(expected, supervisorReads), keyed(found, supervisorReads)];
  return [...new Set([...left.keys(), ...right.keys()])].toSorted().flatMap((name): Difference[] => {
    const [kind, key] = [name.slice(0, name.indexOf("/")) as Difference["kind"], name.slice(name.indexOf("/") + 1)];
    const [one, two] = [left.get(name), right.get(name)];
    if (one === undefined || two === undefined)
      return [{ kind, key, field: "exists", expected: one !== undefined, found: two !== undefined }];
    return [...new Set([...Object.keys(one), ...Object.keys(two)])].flatMap((field) => {
      if (one[field] === two[field]) return [];
      const [wanted, got] = [form(field, one[field]), form(field, two[field])];
      return JSON.stringify(wanted) === JSON.stringify(got) ? [] : [{ kind, key, field, expected: wanted, found: got }];
    });
  });
};
