/**
 * The rule `files-overlap`: several files of one pattern state the same people. They are probably an old and a new export of the same
 * people, and whoever has left since stands in the old one. Rows of other days (`validOn`, `newest`) and rows out of scope
 * do not count; where `wins` says which row counts, it is only a warning.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Part } from "../feeds/feed.ts";
import type { FilePlace } from "../feeds/record.ts";
import type { SourceRow } from "../rows/rows.ts";
import type { Found } from "./found.ts";

export type OverlapWatch = {
  /** `rows`: those of people that count today, before `wins` chooses; `keys`: the fields that identify those without a number. */
  readonly see: (part: Part, places: readonly FilePlace[], rows: readonly SourceRow[], keys: readonly string[]) => void;
  readonly found: () => readonly Found[];
};

/** `percent`: from this share of people of a file who are in others, the table is held. */
export const watchOverlaps = (percent: number): OverlapWatch => {
  const found: Found[] = [];
  return {
    see: (part, places, rows, keys) => {
      const byPattern = Map.groupBy(places, ({ pattern = "" }) => pattern);
      for (const [pattern, ofPattern] of byPattern) {
        if (new Set(ofPattern.map(({ file }) => file)).size > 1) {
          found.push(...overlapOf(pattern, filesOfPeople(ofPattern, rows, keys), part, percent));
        }
      }
    },
    found: () => found,
  };
};

/** Person → the files that state them. */
const filesOfPeople = (
  places: readonly FilePlace[],
  rows: readonly SourceRow[],
  keys: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const fileOf = new Map(places.map(({ label, file }) => [label, file]));
  const people = new Map<string, Set<string>>();
  for (const { file: label, values, excluded } of rows) {
    const file = fileOf.get(label);
    const said = [values["number"], ...keys.map((key) => values[key])].find((value) => typeof value === "string");
    if (file === undefined || typeof said !== "string" || excluded) continue;
    const key = canonicalKey(said);
    const known = people.get(key);
    if (known) known.add(file);
    else people.set(key, new Set([file]));
  }
  return people;
};

/** Fewer people may have moved from one file to the other. */
const fewestShared = 3;

const overlapOf = (
  pattern: string,
  people: ReadonlyMap<string, ReadonlySet<string>>,
  { wins }: Part,
  percent: number,
): Found[] => {
  const sizes = new Map<string, { all: number; shared: number }>();
  for (const files of people.values()) {
    for (const file of files) {
      const size = sizes.get(file) ?? { all: 0, shared: 0 };
      size.all += 1;
      if (files.size > 1) size.shared += 1;
      sizes.set(file, size);
    }
  }
  const shared = [...sizes].filter(([, size]) => size.shared > 0);
  const [most] = shared.toSorted(([, one], [, other]) => other.shared / other.all - one.shared / one.all);
  if (!most) return [];
  const [worst, { shared: count, all }] = most;
  const others = shared.map(([file]) => file).filter((file) => file !== worst);
  const named = others.slice(0, 2).join(", ") + (others.length > 2 ? " …" : "");
  const isMild = wins !== undefined || count < fewestShared || 100 * count < percent * all;
  return [
    {
      rule: "files-overlap",
      kind: "employee",
      count,
      limit: Math.floor((percent * all) / 100),
      base: all,
      message: `${count} of the ${all} people in ${worst} are also in other files of ${pattern} (${named})`,
      hint: "if they are exports of several days, read only the newest (`newest: 1`); otherwise move people who stand in two files out of one",
      ...(isMild && { mild: true }),
    },
  ];
};
