/**
 * Counts the people whom departments of both sides share: those who are matched and have a main post in the one department now,
 * and in the other according to the source. Where a code is new, this is evidence of what became of an old department.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Person } from "./people.ts";

/** Departments must share at least this many people; a single person may simply have moved. */
export const minPeople = 2;

/** All keys are canonical codes. */
export type SharedPeople = {
  /** Department of the service → departments of the source to which its people go, with their number. */
  readonly goingTo: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The number of counted people who are in the department now, or will be in it. */
  readonly before: (key: string) => number;
  readonly after: (key: string) => number;
  /** The department of the service in which most people of a department of the source are, if those are most of its people, too. */
  readonly mainlyFrom: (after: string) => string | undefined;
};

const mainOf = (person: Person["desired"]) => person?.posts?.find((post) => post.main)?.department;

/** Does the source say another main department than the service? */
export const changesDepartment = ({ correlation, desired, current }: Person): boolean => {
  const [to, from] = [mainOf(desired), mainOf(current)];
  return correlation.state === "matched" && to !== undefined && from !== undefined && !sameKey(to, from);
};

export const sharedPeople = (people: readonly Person[]): SharedPeople => {
  const goingTo = new Map<string, Map<string, number>>();
  const [befores, afters] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { correlation, desired, current } of people) {
    const [to, from] = [mainOf(desired), mainOf(current)];
    if (correlation.state !== "matched" || to === undefined || from === undefined) continue;
    const [after, before] = [canonicalKey(to), canonicalKey(from)];
    add(afters, after);
    add(befores, before);
    const counts = goingTo.get(before) ?? new Map<string, number>();
    goingTo.set(before, counts);
    add(counts, after);
  }
  const [before, after] = [(key: string) => befores.get(key) ?? 0, (key: string) => afters.get(key) ?? 0];
  const isMost = (to: string, from: string, both: number): boolean =>
    both >= minPeople && both * 2 > Math.max(after(to), before(from));
  const mainly = new Map(
    [...goingTo].flatMap(([from, counts]) =>
      [...counts].flatMap(([to, both]) => (isMost(to, from, both) ? [[to, from] as const] : [])),
    ),
  );
  return { goingTo, before, after, mainlyFrom: (to) => mainly.get(to) };
};
