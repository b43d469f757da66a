/** Finds the codes and accounts that are valid after a plan, and puts them into a reading. */
import { canonicalKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";
import type { Operation } from "../../model/operation.ts";
import type { Change } from "../../model/plan.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/snapshot.ts";

type Rename = (name: string) => string;
type Names = Readonly<Record<"code" | "level" | "title" | "item" | "account", Rename>> & {
  /** What becomes of an account that a change of this wave names: later waves may rename its owner and give it to somebody else. */
  readonly accountOf: (account: string, wave: number) => string;
};

/** The account of the person to whom the operation writes, as the write leaves it; empty if it writes to nobody. */
export const accountAfter = (operation: Operation): string => {
  if ("newAccount" in operation) return operation.newAccount;
  return "account" in operation ? operation.account : "";
};

/** The code of the entry or department to which the operation writes, as the write leaves it. */
export const codeAfter = (operation: Extract<Operation, { readonly code: string }>): string =>
  "newCode" in operation ? operation.newCode : operation.code;

/** Maps old codes and accounts to the new ones: `code` those of departments, `item` those of functions. */
export const newNames = (changes: readonly Change[]): Names => {
  const tables = { D3: new Map<string, string>(), V3: new Map(), T3: new Map(), J6: new Map() };
  const accounts = new Map<string, { readonly to: string; readonly wave: number }[]>();
  for (const { operations, wave } of changes.toSorted((a, b) => a.wave - b.wave)) {
    for (const operation of operations) {
      if (operation.id === "D3" || operation.id === "V3" || operation.id === "T3" || operation.id === "J6") {
        if (operation.code !== operation.newCode)
          tables[operation.id].set(canonicalKey(operation.code), operation.newCode);
      } else if (operation.id === "E11" && operation.account !== operation.newAccount) {
        const key = canonicalKey(operation.account);
        accounts.set(key, [...(accounts.get(key) ?? []), { to: operation.newAccount, wave }]);
      }
    }
  }
  const temporary = new Set(
    changes.flatMap(({ id, fields }) =>
      id.endsWith("/park") ? fields.map(({ after }) => canonicalKey(String(after))) : [],
    ),
  );
  /** Only an object with a temporary code is renamed twice. */
  const within =
    (names: ReadonlyMap<string, string>): Rename =>
    (name) => {
      const next = names.get(canonicalKey(name)) ?? name;
      return temporary.has(canonicalKey(next)) ? (names.get(canonicalKey(next)) ?? next) : next;
    };
  const accountOf = (account: string, since: number): string => {
    const rename = accounts.get(canonicalKey(account))?.find(({ wave }) => wave > since);
    return rename ? accountOf(rename.to, rename.wave) : account;
  };
  return {
    code: within(tables.D3),
    level: within(tables.V3),
    title: within(tables.T3),
    item: within(tables.J6),
    account: (account) => accountOf(account, 0),
    accountOf,
  };
};

/**
 * The source, in which managers and approvers have the accounts that are valid after the changes. HR may still name somebody by the
 * account that a change of the same run has replaced.
 */
export const withNewReferences = (source: SourceSnapshot, { account }: Names): SourceSnapshot => {
  const { departments, employees } = source.directory;
  const known = new Set((employees ?? []).map((person) => canonicalKey(person.account)));
  const now = (name: string) => (known.has(canonicalKey(name)) ? name : account(name));
  const isOther = (name: string | null | undefined): boolean => Boolean(name) && now(name ?? "") !== name;
  const post = (held: Post): Post => (held.supervisor ? { ...held, supervisor: now(held.supervisor) } : held);
  const directory = {
    ...source.directory,
    ...(departments && {
      departments: departments.map((one) => (isOther(one.manager) ? { ...one, manager: now(one.manager ?? "") } : one)),
    }),
    ...(employees && {
      employees: employees.map((person) =>
        person.posts?.some(({ supervisor }) => isOther(supervisor))
          ? { ...person, posts: person.posts.map(post) }
          : person,
      ),
    }),
  };
  return { ...source, directory };
};

/** A reading taken before the changes, with the codes and accounts that are valid after them. */
export const withNewNames = (before: TargetSnapshot, names: Names): TargetSnapshot => {
  const { code, level, title, item, account } = names;
  const post = (held: Post): Post => ({
    ...held,
    department: code(held.department),
    ...(held.title ? { title: title(held.title) } : {}),
    ...(held.functions ? { functions: held.functions.map(item) } : {}),
    ...(held.supervisor ? { supervisor: account(held.supervisor) } : {}),
  });
  const { namesakes } = before;
  return {
    ...before,
    levels: before.levels.map((found) => ({ ...found, code: level(found.code) })),
    titles: before.titles.map((found) => ({ ...found, code: title(found.code) })),
    functions: before.functions.map((found) => ({ ...found, code: item(found.code) })),
    ...(namesakes && { namesakes: [...new Set([...namesakes, ...namesakes.map(account)])] }),
    departments: before.departments.map((found) => ({
      ...found,
      code: code(found.code),
      ...(found.parent ? { parent: code(found.parent) } : {}),
      ...(found.level ? { level: level(found.level) } : {}),
      ...(found.manager ? { manager: account(found.manager) } : {}),
    })),
    employees: before.employees.map((found) => ({
      ...found,
      account: account(found.account),
      ...(found.posts && { posts: found.posts.map(post) }),
    })),
  };
};
