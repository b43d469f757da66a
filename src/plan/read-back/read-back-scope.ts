/**
 * What is read again after the writes of a run: whoever and whatever was written, whatever the operation, because a site may change
 * more than it was asked to. The lists are always read (V1 D1 T1 J4 E1). Posts (E4), managers (D10) and members (D9) are read as follows:
 *
 *   written                         read again completely
 *   a person                        the managers of the departments that the person manages or is in; the posts, if they have
 *                                   something that no write states (other posts, functions, a chosen approver), if posts were
 *                                   replaced (E14), if the person was rehired, or if they could not be read before the person was
 *                                   enabled (E7); else those of a sample (look-sample.ts)
 *   a new account (E11)             managers and posts that name it
 *   a department                    its manager and their posts, the managers of its parents before and after; D4 D7: managers and
 *                                   status below it
 *                                   the posts there: after a new code (D3) or disabling (D4) all, else of a sample
 *   a manager (D12 D11)             the manager; other departments of both; posts that show the old one; the posts of both
 *   a person, a manager             people beside them (bystanders.ts): the posts of managers and of a sample
 *   a department, a manager         managers of the departments above, beside and below
 *   a title, function, category     a new code (T3 J6), another category (J7): the posts of all who have it; else of a sample
 *
 * "A sample" is all of them once the operation was seen to do more than it was asked to (site-habits.ts).
 */

import { reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { DetailScope, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Sample } from "../../model/memory/site-habit.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change, Kind } from "../../model/plan/plan.ts";
import { chosenPosts, type LookPolicy } from "./look-sample.ts";
import { accountAfter, codeAfter } from "./new-names.ts";
import {
  addBystanders,
  addEntry,
  addHolders,
  addManager,
  addManagerBefore,
  addManagers,
  addManagersOf,
  addPerson,
  addReferences,
  openScope,
  type Scope,
  touch,
  type Writer,
  type Writing,
  writingOf,
} from "./written-objects.ts";

export type ReadBackScope = DetailScope & {
  /** The objects that are judged (`kind/canonical key`). A second plan may write to them. */
  readonly touched: ReadonlySet<string>;
  /** The kinds whose order may have changed. */
  readonly ordered: ReadonlySet<Kind>;
  /** Object → the writes that may have changed it. */
  readonly writers: ReadonlyMap<string, readonly Writer[]>;
  /** How many people of each sample are read back completely. */
  readonly looks: ReadonlyMap<Sample, number>;
  /** The samples that are read back in part. */
  readonly sampled: ReadonlySet<Sample>;
};

/** `before`: the reading for the plan, but with the new codes and accounts. `rehired`: ids of creates that found the person. */
export const readBackScope = (
  changes: readonly Change[],
  rehired: ReadonlySet<string>,
  before: TargetSnapshot,
  policy: LookPolicy,
): ReadBackScope => {
  const scope = openScope(before, changes);
  for (const change of changes)
    for (const operation of change.operations) add(scope, change, operation, rehired.has(change.id));
  const { posts, looks, sampled } = chosenPosts(scope, policy);
  const { managersOf, membersOf, touched, ordered, writers } = scope;
  for (const account of posts) touched.add(reference("post", account));
  return {
    managersOf: [...managersOf],
    postsOf: [...posts],
    membersOf: [...membersOf],
    touched,
    ordered,
    writers,
    looks,
    sampled,
  };
};

const add = (scope: Scope, change: Change, operation: Operation, isRehired: boolean): void => {
  const writing = writingOf(scope, change, operation.id);
  addBystanders(writing, operation);
  switch (operation.id) {
    case "V2":
    case "V3":
    case "V4":
    case "V5":
      // Some sites derive the level of a department from its place.
      for (const { code } of scope.before.departments) touch(writing, "department", code);
      return addEntry(writing, "level", operation.code, codeAfter(operation));
    case "T2":
    case "T3":
    case "T4":
    case "T5": {
      const now = codeAfter(operation);
      addEntry(writing, "title", operation.code, now);
      return addHolders(writing, scope.holdersOf("title", now), !sameKey(operation.code, now));
    }
    case "J1":
    case "J2":
      scope.ordered.add("category");
      for (const { code, category } of scope.before.functions)
        if (sameKey(category ?? "", operation.category)) addHolders(writing, scope.holdersOf("functions", code), false);
      return;
    case "J5":
    case "J6":
    case "J7":
    case "J8": {
      const now = codeAfter(operation);
      addEntry(writing, "function", operation.code, now);
      const moves = operation.id === "J7" && change.action === "move";
      return addHolders(writing, scope.holdersOf("functions", now), moves || !sameKey(operation.code, now));
    }
    case "D2":
    case "D3":
    case "D4":
    case "D7":
      return addDepartment(writing, operation);
    case "D12":
    case "D11":
      return addManagement(writing, operation);
    case "E7":
    case "E8":
    case "E9":
    case "E11": {
      const renames = operation.id === "E11" && !sameKey(operation.account, operation.newAccount);
      if (renames) addReferences(writing, operation.newAccount);
      const account = scope.accountOf(accountAfter(operation), change.wave);
      addManagersOf(writing, account);
      const person = scope.people.get(canonicalKey(account));
      const isReadableNow = operation.id === "E7" && operation.active && person !== undefined && !person.posts;
      return addPerson(writing, account, isReadableNow);
    }
    case "E12": {
      scope.created.set(canonicalKey(operation.account), operation.posts);
      addManagers(writing, operation.posts);
      return addPerson(writing, operation.account, isRehired);
    }
    case "E14":
      addManagers(writing, operation.posts);
      return addPerson(writing, operation.account, true);
    case "E13":
      if (operation.supervisor) addPerson(writing, operation.supervisor, false);
      addManagersOf(writing, operation.account);
      return addPerson(writing, operation.account, false);
  }
};

/**
 * Adds both managers, and the people whose supervisor in E4 is the old one: some sites return the department manager for everybody
 * who has no chosen supervisor.
 */
const addManagement = (writing: Writing, operation: Extract<Operation, { id: "D11" | "D12" }>): void => {
  const { scope } = writing;
  addEntry(writing, "department", operation.code, operation.code);
  addManager(writing, operation.code);
  if (operation.id === "D12") addPerson(writing, operation.manager, false);
  const before = scope.departments.get(canonicalKey(operation.code))?.manager;
  if (!before) return;
  addManagerBefore(writing, before);
  addHolders(writing, scope.approvedBy.get(canonicalKey(before)) ?? [], true);
};

/** Adds a department with its manager and holders; if it was moved or disabled, also all departments below it. */
const addDepartment = (writing: Writing, operation: Extract<Operation, { id: "D2" | "D3" | "D4" | "D7" }>): void => {
  const { scope } = writing;
  const { code } = operation;
  const now = codeAfter(operation);
  addEntry(writing, "department", code, now);
  const found = scope.departments.get(canonicalKey(now));
  for (const parent of [found?.parent, operation.id === "D7" || operation.id === "D2" ? operation.parent : null])
    if (parent && scope.departments.get(canonicalKey(parent))?.manager) addManager(writing, parent);
  addManager(writing, now);
  if (found?.manager) addManagerBefore(writing, found.manager);
  if (operation.id === "D2") return;
  const renames = operation.id === "D3" && !sameKey(code, now);
  if (operation.id === "D3") {
    for (const child of scope.childrenOf.get(canonicalKey(now)) ?? []) touch(writing, "department", child.code);
    return addHolders(writing, scope.holdersOf("department", now), renames);
  }
  const below = new Map([[canonicalKey(code), code]]);
  for (const parent of below.keys())
    for (const child of scope.childrenOf.get(parent) ?? []) below.set(canonicalKey(child.code), child.code);
  const closes = operation.id === "D4" && !operation.active;
  // Without its members, a second plan could not tell whether a department may be moved below an inactive one.
  if (operation.id === "D7") for (const one of below.values()) scope.membersOf.add(one);
  for (const one of below.values()) {
    touch(writing, "department", one);
    addManager(writing, one);
    addHolders(writing, scope.holdersOf("department", one), closes);
  }
  if (closes) scope.membersOf.add(code);
};
