/** Reads the text of one column of a record, or of several columns joined, before it is converted. */
import { canonicalKey } from "../../model/canonical.ts";
import type { Cell, Cells, FilePlace } from "../feeds/record.ts";

export type Place = (name: string) => number;

export type IsBlank = (text: string) => boolean;

/**
 * Returns a test whether a trimmed text stands for a blank cell: it is empty or one of `texts`, such as NULL or 無. Texts
 * are compared the way codes are compared.
 */
export const blankTest = (texts: readonly string[]): IsBlank => {
  if (texts.length === 0) return (text) => text === "";
  const keys = new Set(texts.map(canonicalKey));
  return (text) => text === "" || keys.has(canonicalKey(text));
};

/** The value of the pseudo columns `@file` and `@sheet`; undefined for any other column. */
export const ownWord = (column: string, file: FilePlace | undefined): string | undefined => {
  if (column === "@file") return file?.file;
  return column === "@sheet" && file ? (file.sheet ?? "") : undefined;
};

/** Compiles a column or a template (`{last} {first}`), which is blank if one of its columns is blank. */
export const cellOf = (
  column: string,
  place: Place,
  file: FilePlace | undefined,
  isBlank: IsBlank,
): ((cells: Cells) => Cell) => {
  const own = ownWord(column, file);
  if (own !== undefined) return () => own;
  const parts = column.split(/\{([^{}]+)\}/);
  if (parts.length === 1) {
    const index = place(column);
    return (cells) => cells[index] ?? "";
  }
  const pieces = parts.map((part, at) => (at % 2 === 0 ? part : cellOf(part, place, file, isBlank)));
  return (cells) => {
    let made = "";
    for (const piece of pieces) {
      const cell = typeof piece === "string" ? piece : piece(cells);
      // A template cannot use an attribute with several values, so the list of values is returned instead.
      if (typeof cell !== "string") return cell;
      if (typeof piece !== "string" && isBlank(cell.trim())) return "";
      made += typeof piece === "string" ? cell : cell.trim();
    }
    return made;
  };
};

/** Joins columns or templates and skips the blank ones. */
export const chainOf = (
  columns: readonly string[],
  join: string,
  cell: (column: string) => (cells: Cells) => Cell,
  isBlank: IsBlank,
): ((cells: Cells) => string) => {
  const pieces = columns.map(cell);
  return (cells) => {
    const texts = pieces.flatMap((piece) => piece(cells)).map((text) => text.trim());
    return texts.filter((text) => !isBlank(text)).join(join);
  };
};
