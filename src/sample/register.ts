/** The people while the story goes on: what has become of each, and who nothing has happened to yet. */
import type { Picture, SamplePerson } from "./picture.ts";
import type { Random } from "./random.ts";

export type Register = {
  /** Puts the person, as they are now, in the place of the person of that number, or adds them. */
  readonly put: (person: SamplePerson) => void;
  /** By number; throws for a number nobody has. */
  readonly get: (number: string | null) => SamplePerson;
  /** Up to `count` people of the kind, in random order, whom nobody has taken before. */
  readonly take: (
    kind: PersonKind,
    count: number,
    suits?: (person: SamplePerson) => boolean,
  ) => readonly SamplePerson[];
  /** In the order in which they were hired. */
  readonly everybody: () => readonly SamplePerson[];
};

/** Ordinary: employed, with one post and no supervisor of their own. None of the kinds manages a department. */
type PersonKind = "ordinary" | "part-timer" | "on-leave";

/** The people of `closedDepartment` are never taken. */
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
