/** Puts the same input into another order, for arrays whose order has no meaning. */
import type { SourceSnapshot, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { seededRandom } from "../target/execute-plan.ts";

/** The items in another order, drawn from `random`. */
export const shuffle = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ item }) => item);

/** Shuffles all top-level lists of the source and the target; lists inside a record stay unchanged. */
export const shuffled = (
  source: SourceSnapshot,
  target: TargetSnapshot,
  seed: number,
): { source: SourceSnapshot; target: TargetSnapshot } => {
  const random = seededRandom(seed);
  const lists = Object.entries(source.directory).map(([kind, items]) => [kind, shuffle<unknown>(items, random)]);
  return {
    source: { ...source, directory: Object.fromEntries(lists), renames: shuffle(source.renames, random) },
    target: {
      ...target,
      levels: shuffle(target.levels, random),
      titles: shuffle(target.titles, random),
      functions: shuffle(target.functions, random),
      departments: shuffle(target.departments, random),
      employees: shuffle(target.employees, random),
      members: new Map(shuffle([...target.members], random)),
    },
  };
};
