/**
 * Reads the details of the service for a plan: everything, or only what may have changed since the last good run
 * (plan/reading/known-details.ts). In any doubt, everything is read.
 */
import type { KnownDetails } from "../../model/directory/known-details.ts";
import type { DetailScope, SourceSnapshot, TargetLists, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { Change, Plan } from "../../model/plan/plan.ts";
import { knownAfter } from "../../plan/reading/known-after.ts";
import {
  completed,
  everything,
  isSettled,
  managersIn,
  managersTaken,
  needsMembers,
  partialReading,
  placesOf,
  postsTaken,
  signer,
  staleIn,
  type Taken,
  takenBut,
} from "../../plan/reading/known-details.ts";

import type { Peeked, TargetReader } from "../../site/target.ts";
import type { Store } from "../../store/store.ts";

/** How the details are read. `auto`: incrementally where E1 lists more than 2,000 people. */
export type ReadingMode = {
  readonly how: "auto" | "full" | "incremental";
  /** Digest of the version and of everything in the configuration that decides what is read and how. */
  readonly basis: string;
  /** This once, nothing is believed. */
  readonly readAll: boolean;
};

type ReadingDeps = {
  readonly target: TargetReader;
  readonly store: Pick<Store, "knownDetails">;
  readonly reading?: ReadingMode;
};

/** Below this number of people, reading everything takes seconds. */
const manyPeople = 2_000;

export type Details = {
  readonly current: TargetSnapshot;
  readonly partial: ReturnType<typeof partialReading>;
  /** Reads what a plan relies on and this reading has not shown; undefined if there is nothing. */
  readonly readFor: (plan: Pick<Plan, "changes" | "held">) => Promise<Details | undefined>;
  /** Reads everything that this reading has not shown. */
  readonly readRest: () => Promise<Details>;
  /** Does the next reading need only the lists and the share that is due, if nothing changes? */
  readonly isSettled: () => boolean;
  /** What is known if a run with these changes ends well; undefined where everything is to be read each time. */
  readonly knownAfter: (changes: readonly Change[], nowMs: number) => KnownDetails | undefined;
};

const nothingKnown: Omit<KnownDetails, "version" | "basis"> = {
  turn: 0,
  posts: [],
  managers: [],
  strangers: [],
  namesakes: [],
  membersOf: [],
};

export const readSite = async (
  { target, store, reading }: ReadingDeps,
  desired: SourceSnapshot,
  lists: TargetLists,
  scope: DetailScope,
  peeked?: Peeked,
): Promise<Details> => {
  const isWhole =
    !reading || reading.how === "full" || (reading.how === "auto" && lists.employees.length <= manyPeople);
  if (isWhole) {
    const current = await target.readDetails(lists, scope);
    const whole: Details = {
      current,
      partial: undefined,
      readFor: async () => undefined,
      readRest: async () => whole,
      knownAfter: () => undefined,
      isSettled: () => false,
    };
    return whole;
  }
  const places = needsMembers(lists) ? await readPlaces(target, lists, peeked) : undefined;
  const signs = signer(desired, lists, places);
  const { basis } = reading;
  const membersOf = places ? lists.departments.map(({ code }) => code) : [];
  const found = reading.readAll ? undefined : await store.knownDetails.read();
  const known = found?.basis === reading.basis ? found : nothingKnown;

  const detailsOf = (current: TargetSnapshot, still: Taken): Details => ({
    current,
    partial: partialReading(still, scope),
    readFor: async (plan) => {
      const stale = staleIn(plan, still);
      return stale.accounts.size + stale.codes.size > 0 ? readMore(current, takenBut(still, stale)) : undefined;
    },
    readRest: async () =>
      still.posts.size + still.managers.size > 0
        ? readMore(current, takenBut(still, everything(still)))
        : detailsOf(current, still),
    knownAfter: (changes, nowMs) =>
      knownAfter({ current, signs, taken: still, turn: known.turn, basis, membersOf }, changes, nowMs),
    isSettled: () =>
      current.unreadable.length === 0 &&
      isSettled(knownAfter({ current, signs, taken: still, turn: 0, basis, membersOf }, [], 0), scope, lists),
  });
  /** Reads more of the details: of each object either the first reading shows them, or this one, or they are known. */
  const readMore = async (first: TargetSnapshot, still: Taken): Promise<Details> => {
    const read = await target.readDetails(lists, still.scope);
    const [posts, managers] = [new Set(still.scope.postsOf), new Set(still.scope.managersOf)];
    const again = new Map(read.employees.map((one) => [one.account, one]));
    const againManaged = new Map(read.departments.map((one) => [one.code, one]));
    return detailsOf(
      {
        ...first,
        employees: first.employees.map((one) => (posts.has(one.account) ? (again.get(one.account) ?? one) : one)),
        departments: first.departments.map((one) =>
          managers.has(one.code) ? (againManaged.get(one.code) ?? one) : one,
        ),
        unreadable: [...first.unreadable, ...read.unreadable],
        strangers: united(first.strangers, read.strangers),
        namesakes: united(first.namesakes, read.namesakes),
      },
      still,
    );
  };
  const { current, taken } = await readDoubtful(target, lists, scope, known, signs);
  return detailsOf(current, taken);
};

/** Reads the managers in doubt, and then the posts in doubt, because who manages a department may show in the posts there. */
const readDoubtful = async (
  target: TargetReader,
  lists: TargetLists,
  scope: DetailScope,
  known: typeof nothingKnown,
  signs: ReturnType<typeof signer>,
): Promise<{ readonly current: TargetSnapshot; readonly taken: Taken }> => {
  const managers = managersTaken(known, scope, lists, signs);
  const managersOf = scope.managersOf.filter((code) => !managers.has(code));
  const first = completed(await target.readDetails(lists, { ...scope, managersOf, postsOf: [] }), {
    managers,
    posts: new Map(),
  });
  const posts = postsTaken(known, scope, lists, signs.postsWith(managersIn(first)));
  const postsOf = scope.postsOf.filter((account) => !posts.has(account));
  const rest = { managersOf: [], postsOf, membersOf: [], unknown: scope.unknown ?? [] };
  const second = completed(await target.readDetails(first, rest), { managers: new Map(), posts });
  return {
    current: {
      ...second,
      members: first.members,
      unreadable: [...first.unreadable, ...second.unreadable],
      strangers: united(first.strangers, second.strangers, known.strangers),
      namesakes: united(first.namesakes, second.namesakes, known.namesakes),
    },
    taken: { scope, posts, managers },
  };
};

const united = (...lists: readonly (readonly string[] | undefined)[]): readonly string[] =>
  [...new Set(lists.flatMap((list) => list ?? []))].sort();

type Made = { readonly plan: Pick<Plan, "changes" | "held">; readonly memory: Pick<Memory, "stale"> };

/**
 * Plans, and reads what the changes rely on until nothing of it is only known from an earlier run; the rest as well, if the service
 * turns out to be older than what is known. `reading` measures the time of further readings.
 */
export const plannedFromRead = async <One extends Made>(
  read: Details,
  planned: (current: TargetSnapshot) => Promise<One>,
  reading: (more: () => Promise<Details | undefined>) => Promise<Details | undefined>,
): Promise<{ readonly details: Details; readonly made: One }> => {
  for (let details = read; ; ) {
    const { current, partial, readFor, readRest } = details;
    const made = await planned(current);
    const isOlder = made.memory.stale !== undefined && partial !== undefined;
    const more = await reading(() => (isOlder ? readRest() : readFor(made.plan)));
    if (!more) return { details, made };
    details = more;
  }
};

const readPlaces = async (target: TargetReader, lists: TargetLists, peeked?: Peeked) => {
  const membersOf = lists.departments.map(({ code }) => code);
  const { members } = await target.readDetails(lists, { managersOf: [], postsOf: [], membersOf }, peeked);
  return placesOf(members);
};
