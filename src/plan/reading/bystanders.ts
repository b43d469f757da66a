/**
 * The people beside those whom an operation wrote: members of the same departments, and whoever has the person as approver. A write
 * must not change their posts, but on some sites it does, taking or giving.
 */
import { canonicalKey } from "../../model/canonical.ts";
import type { Operation } from "../../model/operation.ts";
import type { Holder, Holders } from "./post-holders.ts";

const CHANGES_OF_PERSON = ["E7", "E8", "E9", "E11", "E13", "E14"] as const;

/** Returns the people beside what an operation writes. */
export type Bystanders = (operation: Operation) => readonly Holder[];

const isChangeOfPerson = (
  operation: Operation,
): operation is Extract<Operation, { id: (typeof CHANGES_OF_PERSON)[number] }> =>
  CHANGES_OF_PERSON.some((id) => id === operation.id);

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
    if (operation.id === "D11" || operation.id === "D12") return holdersOf("department", operation.code);
    // In an import everybody is beside everybody, and the first creates are read anyway.
    if (operation.id === "E12") return besidePerson(operation.account).filter(({ isNew }) => !isNew);
    return isChangeOfPerson(operation) ? besidePerson(operation.account) : [];
  };
};
