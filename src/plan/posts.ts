/**
 * Posts (steps 6 and 8): E14 always carries the full list with exactly one main post. A person first holds the old and
 * the new posts together, then, when managers have been changed, only the new ones.
 */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../model/memory.ts";
import type { FieldChange, LedgerEntry } from "../model/plan.ts";
import { type Intent, reference } from "./draft-plan.ts";
import type { Person } from "./people.ts";
import type { PeopleContext } from "./plan-context.ts";
import { postFields } from "./post-fields.ts";
import { writeAbout } from "./protection.ts";
import { nobodyChosen } from "./supervisors.ts";

/** Posts to be given up in step 8, once it is known who manages what. */
export type Removal = { readonly person: Person; readonly before: readonly Post[]; readonly after: readonly Post[] };

/** Step 6; returns what is left to be removed. */
export const planPostsGained = (context: PeopleContext): Removal[] =>
  context.people.all.flatMap((person) => {
    const { correlation, current } = person;
    const stated = person.desired?.posts;
    // Posts of people who have left or are about to leave stay as they are.
    if (correlation.state !== "matched" || stated === undefined || !person.active) return [];
    const before = current?.posts;
    if (before === undefined) {
      context.draft.hold(intent(person, "update", []), "unreadable-in-target", [person.account]);
      return [];
    }
    const carried = stated.map((post) => carryOver(post, before));
    const after = carried.filter((post) => post !== undefined);
    if (after.length < carried.length) {
      context.draft.hold(intent(person, "update", []), "unreadable-in-target", [person.account]);
      return [];
    }
    if (after.length === 0) {
      if (before.length > 0) context.draft.hold(intent(person, "remove", postFields(before, [])), "last-post", []);
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
  if (postFields(before, union).length > 0) {
    const operations = [{ id: "E14", account: person.account, before, posts: union }] as const;
    const id = writeAbout(context, person, {
      ...intent(person, "update", postFields(before, union)),
      operations,
      rests: [reference("employee", person.account), ...restsOf([...before, ...after])],
      remember: nobodyChosen(person.account, gained(person, before)),
      doubts: supervisorDoubts(context, person, before),
    });
    if (id === undefined) return [];
    person.postChanges.push(id);
  }
  person.posts = union;
  return extra.length > 0 ? [{ person, before: union, after }] : [];
};

/** What the source says of the posts that come to be. */
const gained = ({ desired }: Person, before: readonly Post[]): Post[] =>
  (desired?.posts ?? []).filter(({ department }) => !holds(before, department));

/**
 * Step 8. `managerAfter` tells whom the plan leaves as the manager of a department (canonical code): an account, null,
 * or undefined where it is not known; `managerChange` the change that makes it so.
 */
export const planPostsRemoved = (
  context: PeopleContext,
  removals: readonly Removal[],
  managed: {
    readonly managerAfter: (department: string) => Person | null | undefined;
    readonly managerChange: (department: string) => string | undefined;
    readonly unreadable: (department: string) => boolean;
  },
): void => {
  const doubtful = new Set((context.source.doubtfulPosts ?? []).map((department) => canonicalKey(department)));
  for (const { person, before, after } of removals) {
    const given = before.filter((post) => !holds(after, post.department)).map((post) => post.department);
    const base = { ...intent(person, "remove", postFields(before, after)), step: 8 } as const;
    const inDoubt = given.filter((department) => doubtful.has(canonicalKey(department)));
    if (inDoubt.length > 0) {
      context.draft.hold(base, "holder-unknown", inDoubt);
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
    const id = writeAbout(context, person, {
      ...base,
      operations: [{ id: "E14", account: person.account, before, posts: after }],
      rests: [reference("employee", person.account), ...restsOf(before)],
      doubts: supervisorDoubts(context, person, after),
      needs: [...person.postChanges, ...given.flatMap((department) => managed.managerChange(department) ?? [])],
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

/** What the source does not state about a post stays as it is in the target; undefined where that is not known. */
const carryOver = (post: Post, before: readonly Post[]): Post | undefined => {
  const found = before.find((other) => sameKey(other.department, post.department));
  const title = post.title === undefined && found ? found.title : (post.title ?? null);
  const functions = post.functions ?? (found ? found.functions : []);
  if (title === undefined || functions === undefined) return undefined;
  return { department: found?.department ?? post.department, main: post.main, title, functions };
};

/** E14 may lose the supervisors that were chosen for the posts that stay (R56). */
const supervisorDoubts = ({ memory }: PeopleContext, person: Person, posts: readonly Post[]): LedgerEntry[] => {
  const account = person.current?.account ?? person.account;
  return posts.flatMap(({ department }) => {
    const subject = postSubject(account, department);
    const isChosen = typeof memory.written.get(ledgerKey(subject, "supervisor")) === "string";
    return isChosen ? [{ subject, field: supervisorDoubt, value: "E14" }] : [];
  });
};

const holds = (posts: readonly Post[], department: string): boolean =>
  posts.some((post) => sameKey(post.department, department));

const restsOf = (posts: readonly Post[]) =>
  posts.flatMap((post) => [
    reference("department", post.department),
    ...(post.title ? [reference("title", post.title)] : []),
    ...(post.functions ?? []).map((code) => reference("function", code)),
  ]);
