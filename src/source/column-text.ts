/** The text of a column of a record, or of several columns put together, before it is read as a value. */
import type { IsEmpty } from "./empty-texts.ts";
import type { Cell, FilePlace } from "./record.ts";

type Cells = readonly Cell[];

/** Finds a column in the header. */
export type Place = (name: string) => number;

/** `@file` and `@sheet`: where the record stands, as if it were a column. */
export const ownWord = (column: string, file: FilePlace | undefined): string | undefined => {
  if (column === "@file") return file?.file;
  return column === "@sheet" && file ? (file.sheet ?? "") : undefined;
};

/** The cell of a column, or of a template, which is blank where one of its columns is. */
export const cellOf = (
  column: string,
  place: Place,
  file: FilePlace | undefined,
  isBlank: IsEmpty,
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
      // It cannot hold an attribute of several values.
      if (typeof cell !== "string") return cell;
      if (typeof piece !== "string" && isBlank(cell.trim())) return "";
      made += typeof piece === "string" ? cell : cell.trim();
    }
    return made;
  };
};

/** Columns or templates one after the other, without the blank ones. */
export const chainOf = (
  columns: readonly string[],
  join: string,
  cell: (column: string) => (cells: Cells) => Cell,
  isBlank: IsEmpty,
): ((cells: Cells) => string) => {
  const pieces = columns.map(cell);
  return (cells) => {
    const texts = pieces.flatMap((piece) => piece(cells)).map((text) => text.trim());
    return texts.filter((text) => !isBlank(text)).join(join);
  };
};
