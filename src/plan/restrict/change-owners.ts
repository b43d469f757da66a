/**
 * Finds the object to which a change belongs. Changes name objects by the key that is valid when the change starts, so the
 * keys of a renamed department differ from change to change, and two people can have the same account one after the other.
 */
import { addressOf, objectOf } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Change, HeldChange, Kind } from "../../model/plan/plan.ts";

/**
 * An object of the directory: `employee/account` (the account before the plan; for somebody who does not exist yet
 * `newcomer/account`), or `kind/key` with the key after the plan, such as `department/code`. Keys are canonical.
 */
export type Owner = string;

export const employeeOwner = (account: string, isNew = false): Owner =>
  `${isNew ? "newcomer" : "employee"}/${canonicalKey(account)}`;

export const codeOwner = (kind: Kind, codeAfter: string): Owner => `${kind}/${canonicalKey(codeAfter)}`;

export const departmentOwner = (codeAfter: string): Owner => codeOwner("department", codeAfter);

export type Owners = {
  /** A change to a post or supervisor belongs to the person, one to a manager to the department. */
  readonly of: (change: Change | HeldChange) => Owner;
  /** The code after the plan, of a department unless `kind` says otherwise; `code` is the code before. */
  readonly codeAfter: (code: string, kind?: Kind) => string;
};

export const changeOwners = (changes: readonly Change[]): Owners => {
  const created = new Map(
    changes.flatMap(({ kind, action, key, label }) =>
      kind === "employee" && action === "create" ? [[canonicalKey(key), label] as const] : [],
    ),
  );
  const renames = Map.groupBy(
    changes.filter(({ kind, action }) => kind !== "employee" && action === "rename"),
    ({ kind, key }) => codeOwner(kind, key),
  );
  /** Follows renames: only a later one can continue an earlier one, because a code that is free again may be taken. */
  const codeAfter = (code: string, kind: Kind, wave = 0): string => {
    const next = renames.get(codeOwner(kind, code))?.find((rename) => rename.wave > wave);
    return next ? codeAfter(String(next.fields[0]?.after), kind, next.wave) : code;
  };
  const of = (change: Change | HeldChange): Owner => {
    const { kind, key, action } = change;
    switch (kind) {
      case "employee":
        return employeeOwner(key, action === "create");
      case "post":
        return employeeOwner(key);
      case "supervisor": {
        const { key: account } = objectOf(addressOf(change));
        const [operation] = "operations" in change ? change.operations : [];
        const written = operation?.id === "E13" ? operation.account : undefined;
        // A newcomer can have the account that somebody else gives up. The change states the account after the plan; a held
        // change states only the name.
        const newcomer = created.get(canonicalKey(account));
        const isNew = newcomer !== undefined && (written ? sameKey(written, account) : newcomer === change.label);
        return employeeOwner(account, isNew);
      }
      case "manager":
        return departmentOwner(key);
      case "level":
      case "department":
      case "category":
      case "function":
      case "title": {
        const wave = "wave" in change ? change.wave - 1 : 0;
        return codeOwner(kind, action === "rename" ? codeAfter(key, kind, wave) : key);
      }
    }
  };
  return { of, codeAfter: (code, kind = "department") => codeAfter(code, kind) };
};
