/**
 * Plans posts (steps 6 and 8 of ARCHITECTURE "Order"). E14 always carries the full list with exactly one main post. In step
 * 6 a person gets the new posts and keeps the old ones; in step 8, after managers have changed, the old ones are removed. A site may
 * refuse to keep both, for example in a closed department (R56): then the next run exchanges them in step 8.
 */
import { placeField, postIn } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../../model/memory/memory.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { FieldChange, LedgerEntry } from "../../model/plan/plan.ts";
import { type Intent, type Reference, reference } from "../draft/draft-plan.ts";
import { maybeStranger, type PeopleContext } from "../draft/plan-context.ts";
import { canWriteAbout, wasRefused, writeAbout } from "../draft/protection.ts";
import { partsRemembered, withStatedParts } from "../draft/written-posts.ts";
import { isRestored, type Person } from "../match/people.ts";
import type { Managers } from "../organisation/managers.ts";
import { carryOver, postFields } from "../values/post-fields.ts";
import { chosenSupervisors } from "./chosen-supervisor.ts";
import { noSupervisorChosen } from "./supervisors.ts";
import { planInTurns, type Removal } from "./turns.ts";

/** Plans step 6; returns the posts to remove in step 8. */
export const planPostsGained = (context: PeopleContext): Removal[] =>
  context.people.all.flatMap((person) => {
    const { correlation, current } = person;
    const stated = person.desired?.posts;
    // Posts of people who are or become inactive stay as they are.
    const isOpen = person.active || isRestored(context, person);
    if (correlation.state !== "matched") return [];
    if (stated === undefined || !isOpen) {
      context.draft.leave(person, "posts", stated === undefined ? "not-stated" : "person-inactive");
      return [];
    }
    const shown = current?.posts;
    if (shown === undefined) {
      context.draft.hold(intent(person, "update", []), "unreadable-in-target", [person.account]);
      return [];
    }
    const before = withStatedParts(context.memory, current?.account ?? person.account, shown, stated);
    const carried = stated.map((post) => carryOver(post, before));
    const after = carried.filter((post) => post !== undefined);
    if (after.length < carried.length) {
      // A value that neither side states is not needed where nothing is written.
      const merged = stated.map((post) => ({ ...postAt(before, post.department), ...post }));
      if (postFields(before, merged).length === 0) leavePosts(context, person, merged, []);
      else context.draft.hold(intent(person, "update", []), "unreadable-in-target", [person.account]);
      return [];
    }
    if (after.length === 0) {
      if (before.length > 0) context.draft.hold(intent(person, "remove", postFields(before, [])), "last-post", []);
      else context.draft.leave(person, "posts", "same");
      return [];
    }
    return planGain(context, person, before, after);
  });

const planGain = (
  context: PeopleContext,
  person: Person,
  before: readonly Post[],
  after: readonly Post[],
): Removal[] => {
  const extra = before.filter((post) => !holds(after, post.department));
  const union = [...after, ...extra.map((post) => ({ ...post, main: false }))];
  leavePosts(context, person, union, [...postFields(before, union), ...postFields(union, after)]);
  if (postFields(before, union).length > 0) {
    const lost = unnameable(context, person, union);
    if (lost.length > 0) {
      context.draft.hold(intent(person, "update", postFields(before, union)), "not-listed", lost);
      return [];
    }
    const gain = {
      ...intent(person, "update", postFields(before, union)),
      operations: [{ id: "E14", account: person.account, before, posts: union }] as const,
    };
    if (extra.length > 0 && wasRefused(context, person, gain)) return [{ person, before, after }];
    const id = writeAbout(context, person, {
      ...gain,
      requires: requirementsOf(context, person, before, union),
      remember: rememberedOf(context, person, before, union),
      doubts: supervisorDoubts(context, person, before),
    });
    if (id === undefined) return [];
    person.postChanges.push(id);
  }
  person.posts = union;
  return extra.length > 0 ? [{ person, before: union, after }] : [];
};

/** Leaves the posts that neither of two steps changes. */
const leavePosts = (
  { draft }: PeopleContext,
  person: Person,
  posts: readonly Post[],
  changed: readonly FieldChange[],
): void => {
  const names = new Set(changed.map(({ field }) => canonicalKey(postIn(field) ?? "")));
  for (const key of posts.map(({ department }) => canonicalKey(department)))
    if (!names.has(key)) draft.leave(person, placeField("post", key), "same");
};

/**
 * Chosen supervisors of the posts that stay whom nobody could name again, although E14 may lose them (R56, R64). Somebody whom the
 * source names instead of one is written in any case.
 */
const unnameable = (context: PeopleContext, { current, desired }: Person, staying: readonly Post[]): string[] => {
  if (!current?.posts) return [];
  const isReplaced = ({ department }: Post) =>
    desired?.posts?.some((post) => post.supervisor && sameKey(post.department, department));
  const kept = current.posts.filter((post) => holds(staying, post.department) && !isReplaced(post));
  return chosenSupervisors(context, current.account, kept).flatMap(({ subject, value }) =>
    maybeStranger(context, subject, value) ? [value ?? ""] : [],
  );
};

const rememberedOf = (
  { memory }: PeopleContext,
  person: Person,
  before: readonly Post[],
  after: readonly Post[],
): readonly LedgerEntry[] => [
  ...noSupervisorChosen(person.account, gained(person, before)),
  ...partsRemembered(memory, person.account, person.current?.posts ?? [], after),
];

/** The posts that the plan adds, as the source states them. */
const gained = ({ desired }: Person, before: readonly Post[]): Post[] =>
  (desired?.posts ?? []).filter(({ department }) => !holds(before, department));

/** Who becomes a member of which department (its code) only in step 8, by an exchange. */
export const joinsIn = (removals: readonly Removal[]) => {
  const gains = new Map(removals.map(({ person, before, after }) => [person, lackingIn(before, after)]));
  return (person: Person, department: string): boolean =>
    gains.get(person)?.some((gained) => sameKey(gained, department)) ?? false;
};

/** Plans step 8. Whoever has to wait for the next manager, who comes by an exchange, too, does so in turn (`turns.ts`). */
export const planPostsRemoved = (context: PeopleContext, removals: readonly Removal[], managers: Managers): void => {
  const doubtful = new Set((context.source.doubtfulPosts ?? []).map((department) => canonicalKey(department)));
  const bound = ({ before, after }: Removal) => (context.settings.managerMustBeMember ? lackingIn(after, before) : []);
  const managed = (removal: Removal) => bound(removal).filter((at) => managers.managerAfter(at) === removal.person);
  /** What keeps the posts, whoever manages the departments. */
  const obstacle = (removal: Removal): Obstacle | undefined => {
    const { person, before, after } = removal;
    const inDoubt = lackingIn(after, before).filter((department) => doubtful.has(canonicalKey(department)));
    if (inDoubt.length > 0) return { reason: "holder-unknown", about: inDoubt };
    const lost = unnameable(context, person, after);
    return lost.length > 0 ? { reason: "not-listed", about: lost } : undefined;
  };
  const unreadable = (removal: Removal) => bound(removal).filter((department) => managers.unreadable(department));
  planInTurns(removals, managers.late, {
    managed,
    isPossible: (removal) =>
      obstacle(removal) === undefined &&
      unreadable(removal).length === 0 &&
      canWriteAbout(context, removal.person, removalOf(context, removal)),
    remove: (removal) => {
      const { person, after } = removal;
      const [kept, unknown] = [managed(removal), unreadable(removal)];
      const held =
        obstacle(removal) ??
        (kept.length > 0 ? ({ reason: "still-manager", about: kept } as const) : undefined) ??
        (unknown.length > 0 ? ({ reason: "unreadable-in-target", about: unknown } as const) : undefined);
      const change = removalOf(context, removal);
      if (held) return context.draft.hold({ ...change, operations: [] }, held.reason, held.about);
      const left = managers
        .managedNow(person)
        .filter((at) => lackingIn(after, removal.before).some((lost) => sameKey(lost, at)));
      const needs = [...person.postChanges, ...left.flatMap((department) => managers.managerChange(department) ?? [])];
      const id = writeAbout(context, person, { ...change, needs });
      if (id === undefined) return undefined;
      person.posts = after;
      person.postChanges = [...person.postChanges, id];
      return id;
    },
  });
};

type Obstacle = { readonly reason: HeldReason; readonly about: readonly string[] };

/** The change of step 8, without what has to be done before it. */
const removalOf = (context: PeopleContext, { person, before, after }: Removal): Intent => ({
  ...intent(person, "remove", postFields(before, after)),
  operations: [{ id: "E14", account: person.account, before, posts: after }],
  requires: requirementsOf(context, person, before, after),
  ...(lackingIn(before, after).length > 0 && { remember: rememberedOf(context, person, before, after) }),
  replaces: chosenSupervisors(
    context,
    person.current?.account ?? person.account,
    (person.current?.posts ?? []).filter(({ department }) => !holds(after, department)),
  ),
  doubts: supervisorDoubts(context, person, after),
});

const intent = (person: Person, action: "update" | "remove", fields: readonly FieldChange[]): Intent => ({
  kind: "post",
  key: person.current?.account ?? person.account,
  label: person.label,
  ...(person.department === undefined ? {} : { department: person.department }),
  action,
  reason: "differs",
  step: action === "update" ? 6 : 8,
  fields,
  operations: [],
});

/** Ledger entries that put the chosen supervisors of the remaining posts in doubt, because E14 may lose them (R56). */
const supervisorDoubts = ({ memory }: PeopleContext, person: Person, posts: readonly Post[]): LedgerEntry[] => {
  const account = person.current?.account ?? person.account;
  return posts.flatMap(({ department }) => {
    const subject = postSubject(account, department);
    const isChosen = typeof memory.written.get(ledgerKey(subject, "supervisor")) === "string";
    return isChosen ? [{ subject, field: supervisorDoubt, value: "E14" }] : [];
  });
};

const postAt = (posts: readonly Post[], at: string): Post | undefined =>
  posts.find(({ department }) => sameKey(department, at));

const holds = (posts: readonly Post[], department: string): boolean => postAt(posts, department) !== undefined;

/** The departments (their codes) of `others` in which `posts` has none. */
const lackingIn = (posts: readonly Post[], others: readonly Post[]): string[] =>
  others.flatMap(({ department }) => (holds(posts, department) ? [] : [department]));

/** A title or function that somebody gives up may be one that the service does not list any more. */
const requirementsOf = (
  { draft }: PeopleContext,
  { account }: Person,
  before: readonly Post[],
  after: readonly Post[],
): readonly Reference[] => [
  reference("employee", account),
  ...new Set([
    ...[...before, ...after].map(({ department }) => reference("department", department)),
    ...after.flatMap(itemsOf),
    ...before.flatMap(itemsOf).filter((item) => draft.willExist(item) || draft.isWithheld(item)),
  ]),
];

const itemsOf = ({ title, functions = [] }: Post): Reference[] => [
  ...(title ? [reference("title", title)] : []),
  ...functions.map((code) => reference("function", code)),
];
