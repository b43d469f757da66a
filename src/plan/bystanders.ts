/**
 * The people beside those whom an operation wrote: members of the same departments, and whoever has the person as approver. A write
 * must not change their posts, but on some sites it does. Only people who have something to lose are of interest.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { Operation } from "../model/operation.ts";
import type { ShownEmployee, TargetSnapshot } from "../model/snapshot.ts";
import { type Holders, holders } from "./post-holders.ts";

/** Returns the people beside what an operation writes. */
export type Bystanders = (operation: Operation) => readonly ShownEmployee[];

/** `before`: the reading for the plan, with the codes and accounts that are valid after it. */
export const bystandersIn = (before: TargetSnapshot, holdersOf: Holders = holders(before)): Bystanders => {
  const people = new Map(before.employees.map((person) => [canonicalKey(person.account), person]));
  const approvedBy = new Map<string, ShownEmployee[]>();
  for (const person of before.employees)
    for (const approver of new Set((person.posts ?? []).map(({ supervisor }) => canonicalKey(supervisor ?? ""))))
      approvedBy.set(approver, [...(approvedBy.get(approver) ?? []), person]);

  const besidePerson = (account: string, stated: readonly Post[]): readonly ShownEmployee[] => {
    const key = canonicalKey(account);
    const posts = [...(people.get(key)?.posts ?? []), ...stated];
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
        return besidePerson(operation.account, []);
      case "E12":
      case "E14":
        return besidePerson(operation.account, operation.posts);
      case "D11":
      case "D12":
        return holdersOf("department", operation.code);
      default:
        return [];
    }
  };
};
