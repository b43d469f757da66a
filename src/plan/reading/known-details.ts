/**
 * Decides which managers (D10) and posts (E4) must be read, where those of the last good run are known. Known values are believed
 * where all that the lists show of the object is as it was then, and each is read again within `turns` runs. Beyond that, a plan
 * changes nothing on account of a known value: `staleIn` names what must be read before its changes are carried out. What a write
 * of a run has touched is not known afterwards.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department, Post } from "../../model/directory/directory.ts";
import { type KnownDetails, type PartialReading, shareOf, turns } from "../../model/directory/known-details.ts";
import type {
  DetailScope,
  ShownEmployee,
  SourceSnapshot,
  TargetLists,
  TargetSnapshot,
} from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change, HeldChange } from "../../model/plan/plan.ts";
import { digest } from "../values/fingerprint.ts";

/** Where a department has at least this many people, D9 of all departments costs less than it finds. */
const dense = 20;

/** Account → canonical codes of the departments whose members D9 shows; undefined where D9 is not worth it. */
export type Places = ReadonlyMap<string, readonly string[]> | undefined;

export const needsMembers = ({ departments, employees }: TargetLists): boolean =>
  departments.length > 0 && employees.length >= departments.length * dense;

export const placesOf = (members: TargetSnapshot["members"]): Places => {
  const places = new Map<string, string[]>();
  for (const [code, accounts] of members)
    for (const account of accounts) {
      const found = places.get(account);
      if (found) found.push(code);
      else places.set(account, [code]);
    }
  return places;
};

type Managers = ReadonlyMap<string, string | null | undefined>;

/** The managers that a snapshot shows, by code. */
export const managersIn = ({ departments }: Pick<TargetSnapshot, "departments">): Managers =>
  new Map(departments.map(({ code, manager }) => [code, manager]));

/**
 * Digests of what goes with a department's manager and a person's posts: equal ones mean that nothing readable has changed. Some
 * sites show the manager of a department, or of one above it, as the supervisor of its people.
 */
export const signer = (desired: SourceSnapshot, lists: TargetLists, places: Places) => {
  const wanted = new Map((desired.directory.employees ?? []).map((one) => [canonicalKey(one.account), one.posts]));
  const wantedManagers = new Map(
    (desired.directory.departments ?? []).map((one) => [canonicalKey(one.code), one.manager]),
  );
  const people = new Map(lists.employees.map((one) => [one.account, one]));
  const departments = new Map(lists.departments.map((one) => [one.code, one]));
  const titles = new Map(lists.titles.map(({ code, active }) => [code, active]));
  const functions = new Map(lists.functions.map(({ code, active }) => [code, active]));
  const person = (account: string | null | undefined) => {
    const found = account ? people.get(account) : undefined;
    return found ? [account, found.active, found.number ?? ""] : [account];
  };
  const short = (value: unknown) => digest(value).slice(0, 16);
  return {
    manager: ({ manager: _manager, order: _order, ...shown }: Department, manager: string | null) =>
      short([shown, wantedManagers.get(canonicalKey(shown.code)), person(manager)]),
    postsWith: (managers: Managers) => {
      const ways = new Map<string, string>();
      const wayUp = (code: string): string => {
        const known = ways.get(code);
        if (known !== undefined) return known;
        ways.set(code, "");
        const found = departments.get(code);
        const above = found?.parent ? wayUp(found.parent) : "";
        const way = short([found?.active, person(managers.get(code)), above]);
        ways.set(code, way);
        return way;
      };
      const ofPost = (post: Post) => [
        wayUp(post.department),
        titles.get(post.title ?? ""),
        (post.functions ?? []).map((code) => functions.get(code)),
        person(post.supervisor),
      ];
      return ({ posts: _posts, ...shown }: ShownEmployee, posts: readonly Post[]): string =>
        short([shown, wanted.get(canonicalKey(shown.account)), places?.get(shown.account), posts.map(ofPost)]);
    },
  };
};

export type Signer = ReturnType<typeof signer>;

/** The part of a scope that must be read, and the values that are taken from the last good run. */
export type Taken = {
  readonly scope: DetailScope;
  readonly posts: ReadonlyMap<string, KnownDetails["posts"][number][1]>;
  readonly managers: ReadonlyMap<string, KnownDetails["managers"][number][1]>;
};

type Known = Pick<KnownDetails, "posts" | "managers" | "turn">;

/** The managers that need not be read. */
export const managersTaken = (
  { managers, turn }: Known,
  scope: DetailScope,
  lists: TargetLists,
  signs: Signer,
): Taken["managers"] => {
  const departments = new Map(lists.departments.map((one) => [one.code, one]));
  const isOurs = isOursIn(lists, scope);
  const wanted = new Set(scope.managersOf);
  return new Map(
    managers.filter(([code, { sign, manager }]) => {
      const found = departments.get(code);
      return (
        found && wanted.has(code) && isOurs(manager) && !isDue(code, turn) && signs.manager(found, manager) === sign
      );
    }),
  );
};

/** The posts that need not be read, where departments have these managers. */
export const postsTaken = (
  { posts, turn }: Known,
  scope: DetailScope,
  lists: TargetLists,
  signed: ReturnType<Signer["postsWith"]>,
): Taken["posts"] => {
  const people = new Map(lists.employees.map((one) => [one.account, one]));
  const isOurs = isOursIn(lists, scope);
  const wanted = new Set(scope.postsOf);
  return new Map(
    posts.filter(([account, { sign, posts: held }]) => {
      const found = people.get(account);
      if (!found || !wanted.has(account) || !isOurs(account) || isDue(account, turn)) return false;
      return held.every(({ supervisor }) => isOurs(supervisor)) && signed(found, held) === sign;
    }),
  );
};

/** Is nobody named, or somebody whom the list shows and E2 need not find (R64)? */
const isOursIn = ({ employees }: TargetLists, { unknown = [] }: DetailScope) => {
  const people = new Set(employees.map(({ account }) => account)).difference(new Set(unknown));
  return (account: string | null | undefined): boolean => !account || people.has(account);
};

/** Is everything of the scope known, and nothing of it of a kind that is read each time? */
export const isSettled = (known: KnownDetails, scope: DetailScope, lists: TargetLists): boolean => {
  const { posts, managers, strangers, namesakes } = known;
  const isOurs = isOursIn(lists, scope);
  const people = new Set(
    posts.flatMap(([account, { posts: held }]) =>
      isOurs(account) && held.every(({ supervisor }) => isOurs(supervisor)) ? [account] : [],
    ),
  );
  const codes = new Set(managers.flatMap(([code, { manager }]) => (isOurs(manager) ? [code] : [])));
  return (
    strangers.length + namesakes.length + scope.membersOf.length + (scope.changing ?? []).length === 0 &&
    scope.postsOf.every((account) => people.has(account)) &&
    scope.managersOf.every((code) => codes.has(code))
  );
};

const isDue = (key: string, turn: number): boolean => shareOf(key) === turn % turns;

/** What is left to read when these objects are to be read, too. */
export const takenBut = ({ scope, posts, managers }: Taken, { accounts, codes }: Stale): Taken => {
  const [fewerPosts, fewerManagers] = [without(posts, accounts), without(managers, codes)];
  return {
    scope: {
      ...scope,
      postsOf: [...posts.keys()].filter((account) => !fewerPosts.has(account)),
      managersOf: [...managers.keys()].filter((code) => !fewerManagers.has(code)),
      membersOf: [],
      changing: [],
    },
    posts: fewerPosts,
    managers: fewerManagers,
  };
};

const without = <Value>(all: ReadonlyMap<string, Value>, keys: ReadonlySet<string>): ReadonlyMap<string, Value> =>
  new Map([...all].filter(([key]) => !keys.has(canonicalKey(key))));

/** A reading, completed with what was taken from the last good run. */
export const completed = (read: TargetSnapshot, { posts, managers }: Omit<Taken, "scope">): TargetSnapshot => ({
  ...read,
  employees: read.employees.map((one) => {
    const taken = posts.get(one.account);
    return taken ? { ...one, posts: taken.posts } : one;
  }),
  departments: read.departments.map((one) => {
    const taken = managers.get(one.code);
    return taken ? { ...one, manager: taken.manager } : one;
  }),
});

/** Canonical accounts and codes. */
type Stale = { readonly accounts: ReadonlySet<string>; readonly codes: ReadonlySet<string> };

/**
 * What a plan's changes rely on, and what was taken from the last good run: it must be read first. Whoever is disabled or loses a
 * post may manage any department; what is disabled or moved may be somebody's. Nor is anybody kept for what was known alone: a leaver stays
 * active as long as something is in the way.
 */
export const staleIn = (
  { changes, held }: { readonly changes: readonly Change[]; readonly held: readonly HeldChange[] },
  { posts, managers }: Taken,
): Stale => {
  const [accounts, codes] = [new Set<string>(), new Set<string>()];
  const all = (map: ReadonlyMap<string, unknown>, into: Set<string>) => {
    for (const key of map.keys()) into.add(canonicalKey(key));
  };
  for (const change of changes) {
    if (change.action === "deactivate" || change.action === "remove") all(managers, codes);
    for (const operation of change.operations) {
      if (touchesHolders(operation)) all(posts, accounts);
      for (const named of peopleIn(operation)) accounts.add(canonicalKey(named));
      if ("code" in operation && operation.id.startsWith("D")) codes.add(canonicalKey(operation.code));
    }
  }
  for (const { reason, about } of held)
    if (inTheWay.has(reason))
      for (const key of about.map((one) => canonicalKey(one))) {
        accounts.add(key);
        codes.add(key);
      }
  const isKnown = (map: ReadonlyMap<string, unknown>, keys: ReadonlySet<string>) =>
    new Set([...map.keys()].map((key) => canonicalKey(key)).filter((key) => keys.has(key)));
  return { accounts: isKnown(posts, accounts), codes: isKnown(managers, codes) };
};

/** Reasons that name the departments or people because of which something is not disabled or taken away. */
const inTheWay: ReadonlySet<HeldChange["reason"]> = new Set(["still-manager", "still-occupied", "still-used"]);

/** Everything that was taken from the last good run. */
export const everything = ({ posts, managers }: Taken): Stale => ({
  accounts: new Set([...posts.keys()].map((key) => canonicalKey(key))),
  codes: new Set([...managers.keys()].map((key) => canonicalKey(key))),
});

const touchesHolders = ({ id }: Operation): boolean =>
  id === "D3" || id === "D4" || id === "D7" || id === "T3" || id === "T5" || id === "J6" || id === "J7" || id === "J8";

export const peopleIn = (operation: Operation): readonly string[] => [
  ...("account" in operation ? [operation.account] : []),
  ...("newAccount" in operation ? [operation.newAccount] : []),
  ...("manager" in operation ? [operation.manager] : []),
  ...("supervisor" in operation && operation.supervisor ? [operation.supervisor] : []),
];

/** What was read of a scope; undefined if everything. */
export const partialReading = (
  { posts, managers }: Taken,
  { postsOf, managersOf }: DetailScope,
): PartialReading | undefined => {
  const taken = [
    ...postsOf.flatMap((account) => posts.get(account)?.readMs ?? []),
    ...managersOf.flatMap((code) => managers.get(code)?.readMs ?? []),
  ];
  if (taken.length === 0) return undefined;
  const oldestMs = taken.reduce((oldest, readMs) => Math.min(oldest, readMs));
  return {
    read: postsOf.length + managersOf.length - taken.length,
    known: taken.length,
    oldest: new Date(oldestMs).toISOString(),
  };
};
