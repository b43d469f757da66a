/** Shows the posts of a person, department by department, and their approving supervisors. */
import { namedBy, placeField } from "../model/directory/address.ts";
import { canonicalKey, sameKey } from "../model/directory/canonical.ts";
import type { Post } from "../model/directory/directory.ts";
import type { WhyNothing } from "../model/runs/explanation.ts";
import type { Person } from "../plan/match/people.ts";
import { carryOver, shownPost } from "../plan/values/post-fields.ts";
import { type FieldView, view, whyLeft } from "./field-view.ts";
import type { Known } from "./known.ts";

export const postViews = (known: Known, person: Person, alone: WhyNothing | undefined): readonly FieldView[] => {
  const { settings } = known.context;
  const stated = person.desired?.posts;
  const before = person.current?.posts;
  const left = whyLeft(known, person);
  const { state } = person.correlation;
  const kind = state === "new" ? "employee" : "post";
  const codes = new Map([...(stated ?? []), ...(before ?? [])].map((post) => [canonicalKey(post.department), post]));
  if (codes.size === 0) {
    const isKnown = stated !== undefined && before !== undefined;
    const all = { source: stated && [], target: before && [] };
    return isKnown || state !== "matched"
      ? []
      : [view(settings, { kind, field: "posts" }, all, alone ?? left("posts"))];
  }
  return [...codes].flatMap(([code, { department }]) => {
    const [desired, current] = [postIn(stated, department), postIn(before, department)];
    const field = placeField("post", department);
    const values = {
      source: stated && shownPost(desired && completed(desired, before)),
      target: before && shownPost(current),
    };
    const why = alone ?? (desired?.supervisor === undefined ? "not-stated" : left(placeField("supervisor", code)));
    const named = {
      ...namedBy({ of: "supervisor", person: accountNow(person), department }),
      field: "supervisor",
    };
    const supervisors = { source: desired?.supervisor, target: current?.supervisor };
    const isStated = supervisors.source !== undefined || (supervisors.target ?? null) !== null;
    return [
      view(settings, { kind, field }, values, alone ?? left(placeField("post", code)) ?? left("posts")),
      ...(isStated ? [view(settings, named, supervisors, why, placeField("supervisor", department))] : []),
    ];
  });
};

export const accountNow = (person: Person): string => person.current?.account ?? person.account;

const postIn = (posts: readonly Post[] | undefined, department: string): Post | undefined =>
  posts?.find((post) => sameKey(post.department, department));

/** A post of the source with the service's values for what the source does not state. */
const completed = (post: Post, before: readonly Post[] = []): Post => carryOver(post, before) ?? post;
