/** Finds the people who have a post in a department, or with a title or function. */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { Change } from "../../model/plan/plan.ts";

/** Somebody with all posts of before and after a run. */
export type Holder = Pick<Employee, "account" | "posts"> & { readonly isNew?: true };

/** Returns the people who hold what the code names. */
export type Holders = (field: "department" | "title" | "functions", code: string) => readonly Holder[];

/** The people of a reading and those whom the changes create, with the posts that the changes give them too. */
export const holdersAfter = (employees: readonly Holder[], changes: readonly Change[]): readonly Holder[] => {
  const people = new Map(byKey(employees));
  for (const operation of changes.flatMap(({ operations }) => operations)) {
    if (operation.id !== "E12" && operation.id !== "E14") continue;
    const key = canonicalKey(operation.account);
    const { account, posts = [], ...rest } = people.get(key) ?? { account: operation.account, isNew: true as const };
    people.set(key, { ...rest, account, posts: [...posts, ...operation.posts] });
  }
  return [...people.values()];
};

/** Indexes the posts of people once. */
export const holders = (people: readonly Holder[]): Holders => {
  const byCode = new Map<string, Set<Holder>>();
  const note = (field: string, code: string, person: Holder) => {
    const key = `${field} ${canonicalKey(code)}`;
    const known = byCode.get(key);
    if (known) known.add(person);
    else byCode.set(key, new Set([person]));
  };
  for (const person of people)
    for (const { department, title, functions = [] } of person.posts ?? []) {
      note("department", department, person);
      if (title) note("title", title, person);
      for (const code of functions) note("functions", code, person);
    }
  return (field, code) => [...(byCode.get(`${field} ${canonicalKey(code)}`) ?? [])];
};

type WithPosts = Pick<Employee, "posts">;

/** The canonical accounts of those who approve for somebody's posts. */
export const approversOf = ({ posts = [] }: WithPosts): ReadonlySet<string> =>
  new Set(posts.flatMap(({ supervisor }) => (supervisor ? [canonicalKey(supervisor)] : [])));

/** The people for whom somebody approves, by canonical account of the approver. */
export const byApprover = <Person extends WithPosts>(
  people: readonly Person[],
): ReadonlyMap<string, readonly Person[]> => {
  const found = new Map<string, Person[]>();
  for (const person of people)
    for (const approver of approversOf(person)) {
      const known = found.get(approver);
      if (known) known.push(person);
      else found.set(approver, [person]);
    }
  return found;
};
