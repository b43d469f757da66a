/**
 * Finds what a spreadsheet loses when it is saved as text: merged cells, of which only the first row keeps the value, and a second
 * header row that has the technical names of the columns.
 */
import { compact } from "../../../source/values/texts.ts";
import type { Meaning } from "../knowledge/headers.ts";
import { filledCells, filledCounts, type Rows } from "./filled-cells.ts";
import { meaningsOf } from "./known-words.ts";

const merged: readonly Meaning[] = ["departmentName", "departmentCode", "departmentPath", "unit"];

/**
 * The columns of departments whose blank cells belong to the value above them: each value stands once, at the first row of a group,
 * and no more than half of the rows have one. A column to the right begins anew wherever one to the left does, or is none.
 */
export const blankBelow = (header: readonly string[], all: Rows): readonly string[] => {
  const rows = withoutRemarks(all);
  const found: { readonly name: string; readonly filled: ReadonlySet<number> }[] = [];
  for (const [index, name] of header.map(compact).entries()) {
    if (!merged.some((meaning) => (meaningsOf(name).get(meaning) ?? "weak") !== "weak")) continue;
    const texts = rows.flatMap((cells, at) => {
      const text = compact(cells[index] ?? "");
      return text === "" ? [] : [{ at, text }];
    });
    const filled = new Set(texts.map(({ at }) => at));
    const isGrouped = filled.has(0) && texts.length >= 2 && texts.length * 2 <= rows.length;
    const isOnceEach = new Set(texts.map(({ text }) => text)).size === texts.length;
    const isWithin = found.every((left) => [...left.filled].every((at) => filled.has(at)));
    if (isGrouped && isOnceEach && isWithin) found.push({ name, filled });
  }
  return found.map(({ name }) => name);
};

/** The rows without those that have less than half of the usual cells, such as a second line of the header, and notes. */
const withoutRemarks = (rows: Rows): Rows => {
  const { counts, usual } = filledCounts(rows);
  return rows.filter((_, at) => (counts[at] ?? 0) * 2 >= usual);
};

/** Runs of letters and of digits, by which the cells of a column look alike: MV001 is `a9`, 000123 is `9`. */
const shapeOf = (text: string): string => text.replaceAll(/\p{L}+/gu, "a").replaceAll(/\p{N}+/gu, "9");

/**
 * A first row of technical names such as MV001, MV002, MV004: at least three of them, none twice or elsewhere, and most unlike all other
 * cells of their columns (an ID number may look like one). Returns a column and its text, by which the row is left out.
 */
export const technicalNames = (
  header: readonly string[],
  [first = [], ...others]: Rows,
): { readonly column: string; readonly text: string } | undefined => {
  const names = filledCells(first);
  const known = new Set(others.flatMap((cells) => cells.map(compact)));
  const areNames =
    names.length >= 3 &&
    others.length >= 2 &&
    new Set(names.map(({ text }) => text)).size === names.length &&
    names.every(({ text }) => /^[A-Z]+_?\d+$/i.test(text) && !known.has(text));
  if (!areNames) return undefined;
  const unlike = names.filter(({ text, index }) =>
    others.every((cells) => shapeOf(compact(cells[index] ?? "")) !== shapeOf(text)),
  );
  const [{ text, index } = { text: "", index: 0 }] = names;
  return unlike.length * 3 >= names.length * 2 ? { column: compact(header[index] ?? ""), text } : undefined;
};
