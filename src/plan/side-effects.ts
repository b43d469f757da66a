/**
 * Side effects of writes: what a site may change besides what it was asked to change. All of it is read back before a run
 * reports success. A second plan repairs what was lost.
 *
 *   operation                  may change                                    read back
 *   V2–V5 T2–T5 J1 J2 J5–J8    the order of the list                         the lists (V1 T1 J4 D1)
 *   D2 D3 D7                   the order of siblings, departments below it   the lists; D7: managers below it (D10)
 *   D4                         departments below it, its people              the lists, the members (D9)
 *   D3 T3 J6 (a new code),     posts that name the object                    posts of people who have it (E4)
 *   J7 (another category)
 *   D3                         the manager                                   the manager (D10)
 *   D12 D11                    supervisors, if the site returns managers;    the manager (D10), those posts (E4)
 *                              other departments with this manager           their managers (D10)
 *   E7 E8 E9 E11 E12           fields that were left out, the status         people (E1)
 *   E11 (a new account)        managers and supervisors with that account    managers (D10), posts (E4)
 *   E14, E12 (rehired)         chosen supervisors, managers                  posts (E4), managers (D10)
 *   E12 (several posts,        all but the first                             posts (E4)
 *   several functions)
 *   E13                        nothing
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department, Post } from "../model/directory.ts";
import type { Operation } from "../model/operation.ts";
import type { Change, Kind } from "../model/plan.ts";
import type { DetailScope, TargetSnapshot } from "../model/snapshot.ts";
import { newNames } from "./new-names.ts";

/** What is read again after the writes. If `people` is false, E1 is not read and people are not compared. */
export type ReadBackScope = DetailScope & {
  readonly people: boolean;
  /** A second plan may write to objects in `touched` (`kind/canonical key`) and repair the order of kinds in `ordered`. */
  readonly touched: ReadonlySet<string>;
  readonly ordered: ReadonlySet<Kind>;
};

/** Undefined if there are no side effects. `before`: the reading for the plan, but with the new codes and accounts. */
export const sideEffectsOf = (
  changes: readonly Change[],
  rehired: ReadonlySet<string>,
  before: TargetSnapshot,
): ReadBackScope | undefined => {
  const scope: Scope = {
    before,
    managedBy: Map.groupBy(before.departments, ({ manager }) => canonicalKey(manager ?? "")),
    childrenOf: Map.groupBy(before.departments, ({ parent }) => canonicalKey(parent ?? "")),
    newAccount: newNames(changes).account,
    people: false,
    newcomers: false,
    lists: false,
    managersOf: new Set(),
    postsOf: new Set(),
    membersOf: new Set(),
    touched: new Set(),
    ordered: new Set(),
  };
  for (const change of changes) {
    for (const operation of change.operations) add(scope, change, operation, rehired.has(change.id));
  }
  const { people, newcomers, managersOf, postsOf, membersOf, touched, ordered } = scope;
  if (!scope.lists && !people && !newcomers) return undefined;
  return {
    people: people || newcomers,
    managersOf: people ? [...managersOf] : [],
    postsOf: [...postsOf],
    membersOf: people ? [...membersOf] : [],
    // If only newcomers are read back, managers are not read again.
    touched: people ? touched : new Set([...touched].filter((key) => !key.startsWith("manager/"))),
    ordered,
  };
};

type Scope = {
  readonly before: TargetSnapshot;
  /** `managedBy`: departments by canonical account of their manager; `childrenOf`: by canonical code of their parent. */
  readonly managedBy: ReadonlyMap<string, readonly Department[]>;
  readonly childrenOf: ReadonlyMap<string, readonly Department[]>;
  /** Returns the account that is valid after the renames of accounts, at the end of step 5 (ARCHITECTURE "Order"). */
  readonly newAccount: (account: string) => string;
  people: boolean;
  /** People were created and no existing person was written to: reading E1 is enough. */
  newcomers: boolean;
  lists: boolean;
  readonly managersOf: Set<string>;
  readonly postsOf: Set<string>;
  readonly membersOf: Set<string>;
  readonly touched: Set<string>;
  readonly ordered: Set<Kind>;
};

/** Some sites keep one post of a new person, or one function. What they do with that one shows at the first create (R54). */
const hasSeveral = (posts: readonly Post[]): boolean =>
  posts.length > 1 || posts.some(({ functions = [] }) => functions.length > 1);

/** The key by which a second plan refers to an object. */
export const touchedKey = (kind: Kind, key: string): string => `${kind}/${canonicalKey(key)}`;

const add = (scope: Scope, change: Change, operation: Operation, isRehired: boolean): void => {
  switch (operation.id) {
    case "V2":
    case "V3":
    case "V4":
    case "V5":
      return addEntry(scope, "level", operation.code, operation.id === "V3" ? operation.newCode : undefined);
    case "T2":
    case "T3":
    case "T4":
    case "T5":
      addEntry(scope, "title", operation.code, operation.id === "T3" ? operation.newCode : undefined);
      if (operation.id === "T3" && operation.code !== operation.newCode)
        addHolders(scope, ({ title }) => same(title ?? "", operation.code));
      return;
    case "J2":
      scope.ordered.add("category");
      scope.lists = true;
      return;
    case "J1":
      scope.lists = true;
      return;
    case "J5":
    case "J6":
    case "J7":
    case "J8": {
      addEntry(scope, "function", operation.code, operation.id === "J6" ? operation.newCode : undefined);
      const moves = operation.id === "J7" && change.action === "move";
      if (moves || (operation.id === "J6" && operation.code !== operation.newCode))
        addHolders(scope, ({ functions = [] }) => functions.some((code) => same(code, operation.code)));
      return;
    }
    case "D2":
      return addEntry(scope, "department", operation.code);
    case "D3":
      addEntry(scope, "department", operation.code, operation.newCode);
      addManager(scope, operation.newCode);
      if (operation.code === operation.newCode) return;
      addHolders(scope, ({ department }) => same(department, operation.newCode));
      return;
    case "D4":
    case "D7":
      return addBelow(scope, operation);
    case "D12":
      for (const { code } of scope.managedBy.get(canonicalKey(operation.manager)) ?? []) addManager(scope, code);
      return addSupervisees(scope, operation.code);
    case "D11":
      return addSupervisees(scope, operation.code);
    case "E7":
    case "E8":
    case "E9":
    case "E11":
      if (operation.id === "E11" && !same(operation.account, operation.newAccount))
        addReferences(scope, operation.newAccount);
      scope.people = true;
      scope.touched.add(
        touchedKey("employee", change.step <= 5 ? scope.newAccount(operation.account) : operation.account),
      );
      return;
    case "E12":
      scope.newcomers = true;
      scope.touched.add(touchedKey("employee", operation.account));
      if (isRehired) addPerson(scope, operation.account);
      if (!hasSeveral(operation.posts)) return;
      scope.postsOf.add(operation.account);
      scope.touched.add(touchedKey("post", operation.account));
      return;
    case "E14":
      return addPerson(scope, operation.account);
    case "E13":
      return;
  }
};

const same = (a: string, b: string): boolean => canonicalKey(a) === canonicalKey(b);

const addEntry = (scope: Scope, kind: Kind, code: string, newCode: string = code): void => {
  scope.lists = true;
  scope.ordered.add(kind);
  scope.touched.add(touchedKey(kind, code));
  scope.touched.add(touchedKey(kind, newCode));
};

/** Reads everybody again who has such a post, because the post may have lost what was renamed or moved. */
const addHolders = (scope: Scope, isMeant: (post: Post) => boolean): void => {
  for (const { account, posts } of scope.before.employees) if (posts?.some(isMeant)) addPerson(scope, account);
};

/** Adds a person's posts with their chosen supervisors, and the departments that the person manages. */
const addPerson = (scope: Scope, account: string): void => {
  scope.people = true;
  scope.postsOf.add(account);
  for (const kind of ["employee", "post"] as const) scope.touched.add(touchedKey(kind, account));
  for (const { code } of scope.managedBy.get(canonicalKey(account)) ?? []) addManager(scope, code);
};

/** Adds what refers to a person by account: departments they manage, and posts of people for whom they approve. */
const addReferences = (scope: Scope, account: string): void => {
  for (const { code, manager } of scope.before.departments)
    if (manager && same(manager, account)) addManager(scope, code);
  addHolders(scope, ({ supervisor }) => same(supervisor ?? "", account));
};

const addManager = (scope: Scope, code: string): void => {
  scope.people = true;
  scope.managersOf.add(code);
  scope.touched.add(touchedKey("manager", code));
};

/**
 * Adds the people whose supervisor in E4 is the old manager: some sites return the department manager for everybody who has no
 * chosen supervisor.
 */
const addSupervisees = (scope: Scope, code: string): void => {
  addManager(scope, code);
  const before = scope.before.departments.find((found) => same(found.code, code))?.manager;
  if (!before) return;
  for (const { account, posts = [] } of scope.before.employees) {
    const isShown = posts.some(({ supervisor }) => supervisor && same(supervisor, before));
    if (isShown) addPerson(scope, account);
  }
};

/** Adds the department and all departments below it: status, managers, members. */
const addBelow = (scope: Scope, operation: Extract<Operation, { id: "D4" | "D7" }>): void => {
  const below = new Map([[canonicalKey(operation.code), operation.code]]);
  for (const parent of below.keys()) {
    for (const { code } of scope.childrenOf.get(parent) ?? []) below.set(canonicalKey(code), code);
  }
  addEntry(scope, "department", operation.code);
  for (const code of below.values()) {
    scope.touched.add(touchedKey("department", code));
    addManager(scope, code);
  }
  scope.people = true;
  if (operation.id === "D7" || operation.active) return;
  scope.membersOf.add(operation.code);
  addHolders(scope, ({ department }) => below.has(canonicalKey(department)));
};
