/**
 * Finds merged cells below the header. A spreadsheet stores the value of a merged range only in its first cell. The other
 * cells are blank, so the value is missing there.
 */
import { compact } from "../texts.ts";
import type { MergedCells } from "./scan-sheet.ts";

/**
 * The merged ranges that leave blank cells in columns that the mapping uses. Cells that `fillDown` fills from the first cell
 * of the range do not count. `first` is the address of the first of these ranges.
 */
export type BlankedRanges = { readonly count: number; readonly first: string };

/** `used`: the columns that the mapping uses. `filled`: the columns of `fillDown`. Undefined if no value is missing. */
export const blankedRanges = (
  merged: readonly MergedCells[],
  headerLine: number,
  header: readonly string[],
  used: readonly string[],
  filled: readonly string[],
): BlankedRanges | undefined => {
  const [wanted, down] = [new Set(used.map(compact)), new Set(filled.map(compact))];
  const columns = header.flatMap((name, index) => (wanted.has(compact(name)) ? [index + 1] : []));
  const blanks = ({ top, bottom, left, right }: MergedCells): boolean =>
    bottom > headerLine &&
    columns.some((column) => {
      if (column < left || column > right) return false;
      return column > left || (bottom > Math.max(top, headerLine) && !down.has(compact(header[column - 1] ?? "")));
    });
  const found = merged.filter(blanks);
  const [first] = found;
  return (
    first && {
      count: found.length,
      first: `${addressOf(first.left, first.top)}:${addressOf(first.right, first.bottom)}`,
    }
  );
};

const addressOf = (column: number, row: number): string => {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
};
