/**
 * Plans posts (steps 6 and 8 of ARCHITECTURE "Order"). E14 always carries the full list with exactly one main post. In step
 * 6 a person gets the new posts and keeps the old ones; in step 8, after managers have changed, the old ones are removed. A site may
 * refuse to keep both, for example in a closed department (R56): then the next run exchanges them in step 8.
 */
import { placeField, postIn } from "../../model/address.ts";
import { canonicalKey, sameKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../../model/memory.ts";
import type { FieldChange, LedgerEntry } from "../../model/plan.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { supervisorsShown } from "../draft/manager-chain.ts";
import { maybeStranger, type PeopleContext } from "../draft/plan-context.ts";
import { wasRefused, writeAbout } from "../draft/protection.ts";
import { partsRemembered, withStatedParts } from "../draft/written-posts.ts";
import { isRestored, type Person } from "../match/people.ts";
import { carryOver, postFields } from "../values/post-fields.ts";
import { chosenSupervisors } from "./chosen-supervisor.ts";
import { noSupervisorChosen } from "./supervisors.ts";

/** Posts to give up, or to exchange, in step 8, once the managers of all departments are known. */
export type Removal = { readonly person: Person; readonly before: readonly Post[]; readonly after: readonly Post[] };

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
      requires: [reference("employee", person.account), ...requirementsOf([...before, ...after])],
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
  const shows = context.supervisorsShown ?? supervisorsShown(context.departments.current, context.target.employees);
  const isReplaced = ({ department }: Post) =>
    desired?.posts?.some((post) => post.supervisor && sameKey(post.department, department));
  const kept = current.posts.filter((post) => holds(staying, post.department) && !isReplaced(post));
  return chosenSupervisors(context, shows, current.account, kept).flatMap(({ subject, value }) =>
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

/**
 * Plans step 8. `managerAfter`: the manager of a department (canonical code) after the plan, null for none, undefined where
 * it is not known. `managerChange`: the id of the change that sets or clears the manager. `managedNow`: the canonical codes
 * of the departments that a person manages before the plan.
 */
export const planPostsRemoved = (
  context: PeopleContext,
  removals: readonly Removal[],
  managed: {
    readonly managerAfter: (department: string) => Person | null | undefined;
    readonly managerChange: (department: string) => string | undefined;
    readonly managedNow: (person: Person) => readonly string[];
    readonly unreadable: (department: string) => boolean;
  },
): void => {
  const shows = context.supervisorsShown ?? supervisorsShown(context.departments.current, context.target.employees);
  const doubtful = new Set((context.source.doubtfulPosts ?? []).map((department) => canonicalKey(department)));
  for (const { person, before, after } of removals) {
    const given = before.filter((post) => !holds(after, post.department)).map((post) => post.department);
    const base = { ...intent(person, "remove", postFields(before, after)), step: 8 } as const;
    const inDoubt = given.filter((department) => doubtful.has(canonicalKey(department)));
    if (inDoubt.length > 0) {
      context.draft.hold(base, "holder-unknown", inDoubt);
      continue;
    }
    const lost = unnameable(context, person, after);
    if (lost.length > 0) {
      context.draft.hold(base, "not-listed", lost);
      continue;
    }
    const bound = context.settings.managerMustBeMember ? given : [];
    const kept = bound.filter((department) => managed.managerAfter(department) === person);
    if (kept.length > 0) {
      context.draft.hold(base, "still-manager", kept);
      continue;
    }
    const unreadable = bound.filter((department) => managed.unreadable(department));
    if (unreadable.length > 0) {
      context.draft.hold(base, "unreadable-in-target", unreadable);
      continue;
    }
    const left = managed
      .managedNow(person)
      .filter((department) => holds(before, department) && !holds(after, department));
    const id = writeAbout(context, person, {
      ...base,
      operations: [{ id: "E14", account: person.account, before, posts: after }],
      requires: [reference("employee", person.account), ...requirementsOf([...before, ...after])],
      ...(after.some(({ department }) => !holds(before, department)) && {
        remember: rememberedOf(context, person, before, after),
      }),
      replaces: chosenSupervisors(
        context,
        shows,
        person.current?.account ?? person.account,
        (person.current?.posts ?? []).filter(({ department }) => !holds(after, department)),
      ),
      doubts: supervisorDoubts(context, person, after),
      needs: [...person.postChanges, ...left.flatMap((department) => managed.managerChange(department) ?? [])],
    });
    if (id === undefined) continue;
    person.posts = after;
    person.postChanges = [...person.postChanges, id];
  }
};

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

const requirementsOf = (posts: readonly Post[]) =>
  posts.flatMap((post) => [
    reference("department", post.department),
    ...(post.title ? [reference("title", post.title)] : []),
    ...(post.functions ?? []).map((code) => reference("function", code)),
  ]);
