/**
 * The levels of departments (處, 部, 課), where a column of their table names them. Their order follows the tree: the level of a department
 * is above those of the departments in it.
 */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import { type Draft, type FieldLine, type Making, mappingOf } from "../draft.ts";
import type { Seen } from "../roles/roles.ts";
import { type Column, determines } from "../tables/columns.ts";
import { departmentFieldOf } from "../tables/known-words.ts";

/** The line `level` where HR has no levels: all departments are of one. */
export const levelLine = (making: Making): FieldLine => ({
  field: "level",
  mapping: { value: onlyLevel },
  why: making.words.why.level,
});

/** What `levels` lists: the levels that were found, or the one of all departments. */
export const levelsOf = ({ levels, words }: Making): NonNullable<Draft["levels"]> =>
  levels.length > 0
    ? { records: levels, why: words.why.levelOrder(levels.map(({ code }) => code)) }
    : { records: [{ code: onlyLevel, name: words.departmentLevel, order: 1 }], why: words.why.level };

const onlyLevel = "DEPT";

/** `column` names the department above that of each row, by its text in `key`. */
export type Above = { readonly column: Column; readonly key: Column };

/** The line `level` of a table of departments. */
export const levelLineOf = (making: Making, { table }: Seen, above: Above | undefined): FieldLine => {
  const called = (field: ReturnType<typeof departmentFieldOf>) =>
    table.columns.find((column) => !making.used.has(column) && departmentFieldOf(column.name) === field);
  const name = called("levelName");
  const level = called("level") ?? name;
  if (!level || level.filled < level.cells.length || level.counts.size > mostLevels) return levelLine(making);
  const names = name && determines(level, name) && name.filled === name.cells.length ? name : level;
  for (const column of new Set([level, names])) making.used.add(column);
  making.levels.push(
    ...inOrder(level, above).map((text, at) => ({
      code: text,
      name: names.cells[level.cells.indexOf(text)] ?? text,
      order: at + 1,
    })),
  );
  return { field: "level", mapping: mappingOf(level), why: levelsOf(making).why };
};

/** More are not levels, but something that each department has of its own. */
const mostLevels = 20;

/** The texts of a level's column, upper ones first. What the tree leaves open follows the numbers in the texts, else the rows. */
const inOrder = (level: Column, parent: Above | undefined): readonly string[] => {
  const texts = new Map(level.texts.map((text) => [canonicalKey(text), text]));
  const above = parent ? levelsAbove(level, parent) : new Map<string, readonly string[]>();
  const ranks = new Map<string, number>();
  const rankOf = (key: string): number => ranks.get(key) ?? 0;
  // No level has more above it than there are; a circle of levels ends with the last round, too.
  for (const _ of texts)
    for (const key of texts.keys())
      ranks.set(key, Math.max(0, ...(above.get(key) ?? []).map((one) => rankOf(one) + 1)));
  const numberOf = (text: string): number => Number(/\d+/.exec(text.normalize("NFKC"))?.[0] ?? 0);
  return [...texts]
    .map(([key, text]) => ({ text, rank: rankOf(key), number: numberOf(text) }))
    .toSorted((a, b) => a.rank - b.rank || a.number - b.number)
    .map(({ text }) => text);
};

/** The levels of the departments in which those of a level are; of two levels that are in each other, the one in which more are. */
const levelsAbove = (level: Column, { column, key }: Above): ReadonlyMap<string, readonly string[]> => {
  const levelOf = new Map(key.cells.map((cell, row) => [canonicalKey(cell), canonicalKey(level.cells[row] ?? "")]));
  const pairs = new Map<string, Map<string, number>>();
  for (const [row, cell] of column.cells.entries()) {
    const [own, upper] = [canonicalKey(level.cells[row] ?? ""), levelOf.get(canonicalKey(cell))];
    if (upper === undefined || upper === own) continue;
    const found = pairs.get(own) ?? new Map<string, number>();
    pairs.set(own, found.set(upper, (found.get(upper) ?? 0) + 1));
  }
  const count = (own: string, upper: string): number => pairs.get(own)?.get(upper) ?? 0;
  return new Map(
    [...pairs].map(([own, uppers]) => [own, [...uppers.keys()].filter((one) => count(own, one) > count(one, own))]),
  );
};
