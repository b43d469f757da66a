/** Judges the posts of a person, department by department, and their approving supervisors. */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { WhyNothing } from "../model/explanation.ts";
import { whyUnmanaged } from "../plan/judge-field.ts";
import type { Person } from "../plan/people.ts";
import type { PeopleContext } from "../plan/plan-context.ts";
import { postFields, shownPost } from "../plan/post-fields.ts";
import { carryOver } from "../plan/posts.ts";
import { supervisorStands } from "../plan/supervisors.ts";
import { wantedStatus } from "../plan/wanted-status.ts";
import { whyNotCreated } from "./created.ts";
import { type FieldView, view } from "./field-view.ts";
import type { Known } from "./known.ts";

export const postViews = (known: Known, person: Person, alone: WhyNothing | undefined): readonly FieldView[] => {
  const { settings } = known.context;
  const stated = person.desired?.posts;
  const before = person.current?.posts;
  const whyOf = alone === undefined ? whyPostKept(known.context, person) : () => alone;
  const { state } = person.correlation;
  const kind = state === "new" ? "employee" : "post";
  const codes = new Map([...(stated ?? []), ...(before ?? [])].map((post) => [canonicalKey(post.department), post]));
  if (codes.size === 0) {
    const isKnown = stated !== undefined && before !== undefined;
    const all = { source: stated && [], target: before && [] };
    return isKnown || state !== "matched" ? [] : [view(settings, { kind, field: "posts" }, all, whyOf(""))];
  }
  return [...codes.values()].flatMap(({ department }) => {
    const [desired, current] = [postIn(stated, department), postIn(before, department)];
    const field = `post:${department}`;
    const values = {
      source: stated && shownPost(desired && completed(desired, before)),
      target: before && shownPost(current),
    };
    const why = alone ?? (desired?.supervisor === undefined ? "not-stated" : whySupervisorKept(known, person, desired));
    const named = { kind: "supervisor", key: `${accountNow(person)}/${department}`, field: "supervisor" } as const;
    const supervisors = { source: desired?.supervisor, target: current?.supervisor };
    const isStated = supervisors.source !== undefined || (supervisors.target ?? null) !== null;
    return [
      view(settings, { kind, field }, values, whyOf(department)),
      ...(isStated ? [view(settings, named, supervisors, why, `supervisor:${department}`)] : []),
    ];
  });
};

export const accountNow = (person: Person): string => person.current?.account ?? person.account;

const postIn = (posts: readonly Post[] | undefined, department: string): Post | undefined =>
  posts?.find((post) => sameKey(post.department, department));

/** A post of the source with the service's values for what the source does not state. */
const completed = (post: Post, before: readonly Post[] = []): Post => carryOver(post, before) ?? post;

const whyPostKept = (context: PeopleContext, person: Person): ((department: string) => WhyNothing | undefined) => {
  const stated = person.desired?.posts;
  const before = person.current?.posts;
  if (stated === undefined) return () => "not-stated";
  if (person.correlation.state === "conflict") return () => undefined;
  const { desired } = person;
  if (person.correlation.state === "new") return () => desired && whyNotCreated(context, desired);
  if (!isActiveForPosts(context, person)) return () => "person-inactive";
  const after = stated.flatMap((post) => (before && carryOver(post, before)) ?? []);
  if (before === undefined || after.length < stated.length || after.length === 0) return () => undefined;
  const extra = before.filter(({ department }) => !postIn(after, department));
  const union = [...after, ...extra.map((post) => ({ ...post, main: false }))];
  const differing = [...postFields(before, union), ...postFields(union, after)];
  const changed = new Set(differing.map(({ field }) => canonicalKey(field)));
  return (department) => (changed.has(canonicalKey(`post:${department}`)) ? undefined : "same");
};

/** Posts are planned before people are disabled, so a person whose disabling is held counts as inactive, too. */
const isActiveForPosts = (context: PeopleContext, person: Person): boolean =>
  person.active && !isToLeave(context, person);

const isToLeave = (context: PeopleContext, { desired, current }: Person): boolean => {
  if (!desired || !current) return false;
  const status = wantedStatus(context, desired, current);
  return typeof status === "object" && !status.active && current.active !== false;
};

const whySupervisorKept = (known: Known, person: Person, post: Post): WhyNothing | undefined => {
  const { context, managerView } = known;
  const now = postIn(person.current?.posts, post.department)?.supervisor;
  const unmanaged = whyUnmanaged(context.settings, "post", "supervisor", now);
  if (unmanaged) return unmanaged;
  const { state } = person.correlation;
  const notCreated = state === "new" && person.desired ? whyNotCreated(context, person.desired) : undefined;
  if (notCreated) return notCreated;
  if (state === "conflict" || !person.exists) return post.supervisor === null ? "manager-approves" : undefined;
  if (!isActiveForPosts(context, person)) return "person-inactive";
  if (!postIn(person.posts, post.department)) return "post-not-held";
  if (!supervisorStands(context, managerView(), person, post)) return undefined;
  return post.supervisor === null ? "manager-approves" : "same";
};
