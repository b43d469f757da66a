/** Checks the order of objects: a stated order must be established, and objects without a stated order must not change places. */

import { canonical, type FullDirectory } from "../directory/full-directory.ts";
import type { Pair } from "../random/arbitraries.ts";
import type { Expected } from "./expected-directory.ts";

type Ordered = { readonly key: string; readonly order?: number | undefined };

/** All ordered objects of each kind, in order, with their canonical key and their group. */
const positions = (directory: FullDirectory) => ({
  level: directory.levels.map((level) => ({ key: canonical(level.code), group: "" })),
  title: directory.titles.map((title) => ({ key: canonical(title.code), group: String(title.rank) })),
  function: directory.functions.map((item) => ({ key: canonical(item.code), group: canonical(item.category) })),
  department: directory.departments.map((department) => ({
    key: canonical(department.code),
    group: canonical(department.parent ?? ""),
  })),
  category: directory.categories
    .filter((name) => directory.functions.some((item) => canonical(item.category) === canonical(name)))
    .map((name) => ({ key: canonical(name), group: "" })),
});

const stated = ({ source }: Pair): Record<keyof ReturnType<typeof positions>, readonly Ordered[]> => {
  const { levels, titles, functions, departments, categories } = source.directory;
  const coded = (items: readonly { readonly code: string; readonly order?: number }[] | undefined) =>
    (items ?? []).map((item) => ({ key: canonical(item.code), order: item.order }));
  return {
    level: coded(levels),
    title: coded(titles),
    function: coded(functions),
    department: coded(departments),
    category: (categories ?? []).map((category) => ({ key: canonical(category.name), order: category.order })),
  };
};

/**
 * Lists pairs of objects that are in the wrong order in `final`. If the source states their order, that order counts. If it
 * states none, and both objects are in the same group as before, their former order counts.
 */
export const orderDifferences = (pair: Pair, expected: Expected, final: FullDirectory): string[] => {
  const wrong: string[] = [];
  const orders = stated(pair);
  const before = positions(renamedCurrent(pair.current, expected));
  for (const [kind, places] of Object.entries(positions(final)) as [keyof typeof orders, (typeof before)["level"]][]) {
    const orderOf = new Map(orders[kind].map(({ key, order }) => [key, order]));
    const old = before[kind];
    places.forEach((first, at) => {
      for (const second of places.slice(at + 1)) {
        if (first.group !== second.group) continue;
        const [one, two] = [orderOf.get(first.key), orderOf.get(second.key)];
        if (one !== undefined && two !== undefined && one > two)
          wrong.push(`${kind} ${first.key} before ${second.key}`);
        if (one !== undefined || two !== undefined || kind === "category") continue;
        const [was, other] = [first, second].map(({ key }) => old.findIndex((item) => item.key === key));
        const sameGroup = [was, other].every((place) => old[place ?? -1]?.group === first.group);
        if (sameGroup && (was ?? 0) > (other ?? 0)) wrong.push(`${kind} ${first.key} and ${second.key} changed places`);
      }
    });
  }
  return wrong;
};

/** The directory before the run, in its order, but with the codes as they are after the run. */
const renamedCurrent = (current: FullDirectory, { renamedTo }: Expected): FullDirectory => {
  const copy = structuredClone(current);
  for (const level of copy.levels) level.code = renamedTo("level", level.code);
  for (const title of copy.titles) title.code = renamedTo("title", title.code);
  for (const item of copy.functions) {
    item.code = renamedTo("function", item.code);
    item.category = renamedTo("category", item.category);
  }
  for (const department of copy.departments) {
    department.code = renamedTo("department", department.code);
    department.parent = department.parent === null ? null : renamedTo("department", department.parent);
  }
  return copy;
};
