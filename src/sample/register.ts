/** Keeps the people while `story.ts` changes them: their present data, and who has not been chosen for a change yet. */
import type { Picture, SamplePerson } from "./picture.ts";
import type { Random } from "./random.ts";

export type Register = {
  /** Replaces the person with the same number, or adds a new one. */
  readonly put: (person: SamplePerson) => void;
  /** Returns the person with this number; throws for an unknown number. */
  readonly get: (number: string | null) => SamplePerson;
  /** Returns up to `count` people of the kind, in random order. Nobody is returned twice, so nobody gets two changes. */
  readonly take: (
    kind: PersonKind,
    count: number,
    suits?: (person: SamplePerson) => boolean,
  ) => readonly SamplePerson[];
  /** Returns all people in the order in which they were hired. */
  readonly everybody: () => readonly SamplePerson[];
};

/** An ordinary person is employed, with one post and no chosen supervisor. Managers of departments are of no kind. */
type PersonKind = "ordinary" | "part-timer" | "on-leave";

/** Creates the register. `take` never returns people of `closedDepartment`. */
export const openRegister = ({ people, departments }: Picture, closedDepartment: string, random: Random): Register => {
  const current = new Map(people.map((person) => [person.number, person]));
  const managers = new Set(departments.map(({ manager }) => manager));
  const kindOf = ({ number, status, posts }: SamplePerson): PersonKind | undefined => {
    if (managers.has(number) || posts[0].department === closedDepartment) return undefined;
    if (status === "on-leave") return "on-leave";
    if (posts.length > 1) return "part-timer";
    return posts[0].supervisor === null ? "ordinary" : undefined;
  };
  const waiting = Map.groupBy(random.shuffled(people), kindOf);
  return {
    put: (person) => void current.set(person.number, person),
    get: (number) => {
      const person = current.get(number ?? "");
      if (!person) throw new Error(`nobody has the number ${number}`);
      return person;
    },
    take: (kind, count, suits = () => true) => {
      const taken: SamplePerson[] = [];
      const left: SamplePerson[] = [];
      for (const person of waiting.get(kind) ?? []) {
        (taken.length < count && suits(person) ? taken : left).push(person);
      }
      waiting.set(kind, left);
      return taken;
    },
    everybody: () => [...current.values()],
  };
};
