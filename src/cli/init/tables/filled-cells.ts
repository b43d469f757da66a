/** The filled cells of rows that have no header yet. */
import { compact } from "../../../source/values/texts.ts";

export type Rows = readonly (readonly string[])[];

/** The texts of the filled cells of a row, with their columns. */
export const filledCells = (cells: readonly string[]): readonly { readonly text: string; readonly index: number }[] =>
  cells.flatMap((cell, index) => {
    const text = compact(cell);
    return text === "" ? [] : [{ text, index }];
  });

/** How many cells of each row are filled, and how many usually are. */
export const filledCounts = (rows: Rows): { readonly counts: readonly number[]; readonly usual: number } => {
  const counts = rows.map((cells) => filledCells(cells).length);
  return { counts, usual: counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0 };
};
