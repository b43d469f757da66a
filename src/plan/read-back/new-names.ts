/** Finds the codes and accounts that are valid after a plan, and puts them into a reading. */

import { canonicalKey } from "../../model/directory/canonical.ts";
import { type KeyOf, rekeyed, withReferences } from "../../model/directory/references.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change, Kind } from "../../model/plan/plan.ts";

type Rename = (name: string) => string;
type Names = {
  readonly keyOf: KeyOf;
  readonly account: Rename;
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

/** Maps old codes and accounts to the new ones. */
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
  const account: Rename = (name) => accountOf(name, 0);
  const codes: Partial<Record<Kind, Rename>> = {
    department: within(tables.D3),
    level: within(tables.V3),
    title: within(tables.T3),
    function: within(tables.J6),
    employee: account,
  };
  return { keyOf: (kind, key) => codes[kind]?.(key) ?? key, account, accountOf };
};

/**
 * The source, in which managers and approvers have the accounts that are valid after the changes. HR may still name somebody by the
 * account that a change of the same run has replaced.
 */
export const withNewReferences = (source: SourceSnapshot, { account }: Names): SourceSnapshot => {
  const known = new Set((source.directory.employees ?? []).map((person) => canonicalKey(person.account)));
  const now: KeyOf = (kind, key) => (kind !== "employee" || known.has(canonicalKey(key)) ? key : account(key));
  return { ...source, directory: withReferences(source.directory, now) };
};

/** A reading taken before the changes, with the codes and accounts that are valid after them. */
export const withNewNames = (before: TargetSnapshot, { keyOf, account }: Names): TargetSnapshot => {
  const { namesakes } = before;
  return {
    ...rekeyed(before, keyOf),
    ...(namesakes && { namesakes: [...new Set([...namesakes, ...namesakes.map(account)])] }),
  };
};
