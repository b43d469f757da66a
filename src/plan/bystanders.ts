/**
 * The people beside those whom an operation wrote: members of the same departments, and whoever has the person as approver. A write
 * must not change their posts, but on some sites it does, taking or giving.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Operation } from "../model/operation.ts";
import type { Holder, Holders } from "./post-holders.ts";

/** Returns the people beside what an operation writes. */
export type Bystanders = (operation: Operation) => readonly Holder[];

/** `all`: the people before and after the run, with the codes and accounts that are valid after it. */
export const bystandersIn = (all: readonly Holder[], holdersOf: Holders): Bystanders => {
  const people = new Map(all.map((person) => [canonicalKey(person.account), person]));
  const approvedBy = new Map<string, Holder[]>();
  for (const person of all)
    for (const approver of new Set((person.posts ?? []).map(({ supervisor }) => canonicalKey(supervisor ?? ""))))
      approvedBy.set(approver, [...(approvedBy.get(approver) ?? []), person]);

  const besidePerson = (account: string): readonly Holder[] => {
    const key = canonicalKey(account);
    const posts = people.get(key)?.posts ?? [];
    const departments = new Set(posts.map(({ department }) => canonicalKey(department)));
    const beside = new Set([...departments].flatMap((code) => holdersOf("department", code)));
    for (const person of approvedBy.get(key) ?? []) beside.add(person);
    return [...beside].filter((person) => canonicalKey(person.account) !== key);
  };

  return (operation) => {
    switch (operation.id) {
      case "E7":
      case "E8":
      case "E9":
      case "E11":
      case "E13":
      case "E14":
        return besidePerson(operation.account);
      case "E12":
        // In an import everybody is beside everybody, and the first creates are read anyway.
        return besidePerson(operation.account).filter(({ isNew }) => !isNew);
      case "D11":
      case "D12":
        return holdersOf("department", operation.code);
      default:
        return [];
    }
  };
};
