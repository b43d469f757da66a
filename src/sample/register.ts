/** The people during the story: their present data, and which of them are still unchanged. */
import type { Picture, SamplePerson } from "./picture.ts";
import type { Random } from "./random.ts";

export type Register = {
  /** Replaces the person with the same number, or adds a new one. */
  readonly put: (person: SamplePerson) => void;
  /** By number; throws for an unknown number. */
  readonly get: (number: string | null) => SamplePerson;
  /** Up to `count` people of the kind, in random order, who were never taken before. */
  readonly take: (
    kind: PersonKind,
    count: number,
    suits?: (person: SamplePerson) => boolean,
  ) => readonly SamplePerson[];
  /** In the order of hiring. */
  readonly everybody: () => readonly SamplePerson[];
};

/** Ordinary: employed, with one post and no chosen supervisor. None of the kinds manages a department. */
type PersonKind = "ordinary" | "part-timer" | "on-leave";

/** People of `closedDepartment` are never taken. */
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
