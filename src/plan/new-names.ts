/** Finds the codes of departments and the accounts of people that are valid after a plan, and puts them into a reading. */
import { canonicalKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { Change } from "../model/plan.ts";
import type { SourceSnapshot, TargetSnapshot } from "../model/snapshot.ts";

type Names = { readonly code: (code: string) => string; readonly account: (account: string) => string };

/** Maps old codes and accounts to the new ones. */
export const newNames = (changes: readonly Change[]): Names => {
  const codes = new Map<string, string>();
  const accounts = new Map<string, string>();
  for (const { operations } of changes) {
    for (const operation of operations) {
      if (operation.id === "D3" && operation.code !== operation.newCode)
        codes.set(canonicalKey(operation.code), operation.newCode);
      if (operation.id === "E11" && operation.account !== operation.newAccount)
        accounts.set(canonicalKey(operation.account), operation.newAccount);
    }
  }
  const temporary = new Set(
    changes.flatMap(({ id, fields }) =>
      id.endsWith("/park") ? fields.map(({ after }) => canonicalKey(String(after))) : [],
    ),
  );
  /** Only an object with a temporary code is renamed twice. */
  const code = (name: string): string => {
    const next = codes.get(canonicalKey(name)) ?? name;
    return temporary.has(canonicalKey(next)) ? (codes.get(canonicalKey(next)) ?? next) : next;
  };
  return { code, account: (name) => accounts.get(canonicalKey(name)) ?? name };
};

/**
 * The source, in which managers and approvers have the accounts that are valid after the changes. HR may still name somebody by the
 * account that a change of the same run has replaced.
 */
export const withNewReferences = (source: SourceSnapshot, { account }: Names): SourceSnapshot => {
  const { departments, employees } = source.directory;
  const known = new Set((employees ?? []).map((person) => canonicalKey(person.account)));
  const now = (name: string) => (known.has(canonicalKey(name)) ? name : account(name));
  const post = (held: Post): Post => (held.supervisor ? { ...held, supervisor: now(held.supervisor) } : held);
  const directory = {
    ...source.directory,
    ...(departments && {
      departments: departments.map((one) => (one.manager ? { ...one, manager: now(one.manager) } : one)),
    }),
    ...(employees && {
      employees: employees.map((person) => (person.posts ? { ...person, posts: person.posts.map(post) } : person)),
    }),
  };
  return { ...source, directory };
};

/** A reading taken before the changes, with the codes and accounts that are valid after them. */
export const withNewNames = (before: TargetSnapshot, { code, account }: Names): TargetSnapshot => {
  const post = (held: Post): Post => ({
    ...held,
    department: code(held.department),
    ...(held.supervisor ? { supervisor: account(held.supervisor) } : {}),
  });
  const { namesakes } = before;
  return {
    ...before,
    ...(namesakes && { namesakes: [...new Set([...namesakes, ...namesakes.map(account)])] }),
    departments: before.departments.map((found) => ({
      ...found,
      code: code(found.code),
      ...(found.parent ? { parent: code(found.parent) } : {}),
      ...(found.manager ? { manager: account(found.manager) } : {}),
    })),
    employees: before.employees.map((found) => ({
      ...found,
      account: account(found.account),
      ...(found.posts && { posts: found.posts.map(post) }),
    })),
  };
};
