/**
 * The order of step 8 where people wait for each other: somebody gives up a post only after the next manager of that department has
 * been appointed, and on a site that lets nobody have the new post beside the old one (R56), the next manager becomes a member only
 * by giving up posts, too. So exchanges and appointments come in turn, in one run. Where they go round in a circle (two managers who
 * swap departments), one department has no manager for a moment. Nothing is begun that cannot be completed.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { Person } from "../match/people.ts";
import type { LateAppointment } from "../organisation/managers.ts";

/** Posts to give up, or to exchange, in step 8, once the managers of all departments are known. */
export type Removal = { readonly person: Person; readonly before: readonly Post[]; readonly after: readonly Post[] };

type Step = {
  /** The departments (their codes) that the person must not leave, because the person would still manage them. */
  readonly managed: (removal: Removal) => readonly string[];
  /** Could the removal be planned if the person managed none of them? */
  readonly isPossible: (removal: Removal) => boolean;
  /** Plans the removal; returns its id, or undefined where it is held. */
  readonly remove: (removal: Removal) => string | undefined;
};

/** Plans the removals and the late appointments (by canonical code). */
export const planInTurns = (
  removals: readonly Removal[],
  late: ReadonlyMap<string, LateAppointment>,
  { managed, isPossible, remove }: Step,
): void => {
  const lateAt = (code: string) => late.get(canonicalKey(code));
  const possible = new Set([...late.values()].filter((next) => next.isPossible()));
  const able =
    possible.size > 0
      ? completable(removals.filter(isPossible), managed, (code) => {
          const next = lateAt(code);
          return next && possible.has(next) ? next.person : undefined;
        })
      : new Map<Person, Removal>();
  const ends = new Map<Person, string | undefined>();
  const open = new Set<Person>();
  const appointed = new Set<LateAppointment>();
  const vacated: LateAppointment[] = [];
  const take = (removal: Removal): string | undefined => {
    const { person } = removal;
    if (ends.has(person)) return ends.get(person);
    open.add(person);
    for (const code of managed(removal)) appoint(lateAt(code));
    open.delete(person);
    const end = remove(removal);
    ends.set(person, end);
    return end;
  };
  const appoint = (next: LateAppointment | undefined): void => {
    if (!next || appointed.has(next)) return;
    appointed.add(next);
    const removal = able.get(next.person);
    if (removal && open.has(next.person)) {
      next.vacate();
      vacated.push(next);
    } else next.appoint(removal && take(removal));
  };
  for (const removal of removals) take(removal);
  for (const next of late.values()) appoint(next);
  for (const next of vacated) next.appoint(ends.get(next.person));
};

/** The removals that can be planned, if every department that somebody leaves gets its next manager by another one of them. */
const completable = (
  removals: readonly Removal[],
  managed: Step["managed"],
  nextOf: (code: string) => Person | undefined,
): Map<Person, Removal> => {
  const able = new Map(removals.map((removal) => [removal.person, removal]));
  for (let before = -1; before !== able.size; ) {
    before = able.size;
    for (const [person, removal] of able) {
      const isFollowed = (code: string) => {
        const next = nextOf(code);
        return next !== undefined && able.has(next);
      };
      if (!managed(removal).every(isFollowed)) able.delete(person);
    }
  }
  return able;
};
