/**
 * Finds the object to which a change belongs. Changes name objects by the key that is valid when the change starts, so the
 * keys of a renamed department differ from change to change, and two people can have the same account one after the other.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Change, HeldChange } from "../model/plan.ts";

/**
 * An object of the directory: `employee/account` (the account before the plan; for somebody who does not exist yet
 * `newcomer/account`), `department/code` (the code after the plan), or for other kinds `kind/key`. Keys are canonical.
 */
export type Owner = string;

export const employeeOwner = (account: string, isNew = false): Owner =>
  `${isNew ? "newcomer" : "employee"}/${canonicalKey(account)}`;

export const departmentOwner = (codeAfter: string): Owner => `department/${canonicalKey(codeAfter)}`;

export type Owners = {
  /** A change to a post or supervisor belongs to the person, one to a manager to the department. */
  readonly of: (change: Change | HeldChange) => Owner;
  /** The code of a department after the plan; `code` is the code before. */
  readonly codeAfter: (code: string) => string;
};

export const changeOwners = (changes: readonly Change[]): Owners => {
  const created = new Set(
    changes.flatMap(({ kind, action, key }) => (kind === "employee" && action === "create" ? [canonicalKey(key)] : [])),
  );
  const renames = Map.groupBy(
    changes.filter(({ kind, action }) => kind === "department" && action === "rename"),
    ({ key }) => canonicalKey(key),
  );
  /** Follows renames: only a later one can continue an earlier one, because a code that is free again may be taken. */
  const codeAfter = (code: string, wave = 0): string => {
    const next = renames.get(canonicalKey(code))?.find((rename) => rename.wave > wave);
    return next ? codeAfter(String(next.fields[0]?.after), next.wave) : code;
  };
  const of = (change: Change | HeldChange): Owner => {
    const { kind, key, action } = change;
    switch (kind) {
      case "employee":
        return employeeOwner(key, action === "create");
      case "post":
        return employeeOwner(key);
      case "supervisor": {
        const account = key.slice(0, -1 - (change.department ?? "").length);
        const [operation] = "operations" in change ? change.operations : [];
        const written = operation?.id === "E13" ? operation.account : undefined;
        // A newcomer can have the account that somebody else gives up. The change states the account after the plan.
        const isNew = written !== undefined && created.has(canonicalKey(account)) && same(written, account);
        return employeeOwner(account, isNew);
      }
      case "manager":
        return departmentOwner(key);
      case "department":
        return departmentOwner(action === "rename" ? codeAfter(key, "wave" in change ? change.wave - 1 : 0) : key);
      case "level":
      case "title":
      case "function":
      case "category":
        return `${kind}/${canonicalKey(key)}`;
    }
  };
  return { of, codeAfter: (code) => codeAfter(code) };
};

const same = (a: string, b: string): boolean => canonicalKey(a) === canonicalKey(b);
