/**
 * Recognises rows that repeat the header, as on every page of a printed list or where files were concatenated. A row
 * repeats the header if each of its filled cells equals the header cell of the same column. It must contain at least half
 * of the names in the header, and at least two of them unless the header has only one.
 */
import { oncePer } from "../../../lib/once.ts";
import { canonicalKey } from "../../../model/directory/canonical.ts";

export type HeaderRepeats = ReturnType<typeof headerRepeats>;

export const headerRepeats = (header: readonly string[], titles: readonly (readonly string[])[]) => {
  const names = header.map(canonicalKey);
  const known = new Set(names.filter((name) => name !== ""));
  const begins = beginnings(header);
  const above = new Set(titles.map(titleText).filter((text) => text !== ""));
  const longest = Math.max(0, ...titles.map(filledCells));
  const fewest = Math.min(known.size, Math.max(2, Math.ceil(known.size / 2)));

  /** `again`: the header · `moved`: the names of the header in other columns · undefined: an ordinary row. */
  const kindOf = (cells: readonly string[], first: number): "again" | "moved" | undefined => {
    if (!begins(cells[first] ?? "")) return undefined;
    const filled = cells.flatMap((cell, column) => {
      const text = canonicalKey(cell);
      return text === "" ? [] : [{ text, column }];
    });
    if (!filled.every(({ text }) => known.has(text))) return undefined;
    const different = new Set(filled.map(({ text }) => text)).size;
    if (different < fewest) return undefined;
    if (filled.every(({ text, column }) => names[column] === text)) return "again";
    return different > 1 && different === filled.length ? "moved" : undefined;
  };

  /** Whether the row equals a row above the header, apart from numbers such as page numbers. */
  const isTitle = (cells: readonly string[]): boolean =>
    above.size > 0 && filledCells(cells) <= longest && above.has(titleText(cells));

  return { kindOf, isTitle };
};

const filledCells = (cells: readonly string[]): number => cells.reduce((sum, cell) => (cell === "" ? sum : sum + 1), 0);

/** Returns the cells of a row as one text with 0 in place of each number, to be compared with the rows above the header. */
const titleText = (cells: readonly string[]): string =>
  cells
    .map((cell) => canonicalKey(cell).replace(/\d+/g, "0"))
    .filter((cell) => cell !== "")
    .join("\n");

/**
 * Returns a fast test by which most rows are ruled out: whether a cell begins with the first character of a name in the
 * header. The result for each character is remembered.
 */
const beginnings = (header: readonly string[]): ((cell: string) => boolean) => {
  const firsts = new Set(header.flatMap((name) => [name.charCodeAt(0), canonicalKey(name).charCodeAt(0)]));
  const mayBegin = oncePer((unit: number): boolean => {
    const folded = canonicalKey(String.fromCharCode(unit));
    // A cell that begins with a blank may continue with any name.
    return folded === "" || firsts.has(unit) || firsts.has(folded.charCodeAt(0));
  });
  return (cell) => mayBegin(cell.charCodeAt(0));
};
