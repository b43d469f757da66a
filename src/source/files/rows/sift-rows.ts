/**
 * Finds the header and the records among the rows of a table. Rows above the header, blank rows, rulers, total rows and
 * repeated headers are not records. Every other row is passed on, whatever is wrong with it.
 */
import { MusterdError } from "../../../lib/errors.ts";
import type { Part } from "../../feeds/feed.ts";
import type { RawRecord } from "../../feeds/record.ts";
import { compact } from "../../values/texts.ts";
import type { MergedCells } from "../sheets/sheet.ts";
import { type HeaderRepeats, headerRepeats } from "./header-repeats.ts";
import { type Total, totalOf } from "./total-row.ts";

/** A total row below the records; `text` is its first filled cell. */
type Trailer = Total & { readonly line: number };

export type Sifted = {
  readonly rows: number;
  readonly trailers: readonly Trailer[];
  readonly headerLine: number;
  /** Lines in which the header, or a title above it, was repeated. */
  readonly repeats: readonly number[];
  /** The last row that was not blank has no line end. */
  readonly isUnended: boolean;
};

/** Takes the header and its line, and returns what takes each record. */
export type OnHeaderLine = (header: readonly string[], line: number) => (record: RawRecord) => void;

/** Takes rows in order, including blank ones. */
export type SiftedRows = {
  /** `unended`: this row is the last of the file and has no line end. */
  readonly add: (line: number, cells: readonly string[], unended?: boolean) => void;
  /** Number of header cells; 0 before the header. */
  readonly width: () => number;
  /** To be called after the last row. Fails with `source-empty` if there was no header. */
  readonly end: () => Sifted;
};

/**
 * Passes on the header and the records. `merged`: the merged ranges of a sheet. In a column that has some below the header, only they are
 * filled down: another blank cell there says nothing. Fails with `source-header-moved` or `source-file-cut`.
 */
export const siftRows = (
  file: string,
  { skipTopRows = 0, fillDown = [] }: { readonly skipTopRows?: number } & Pick<Part, "fillDown">,
  merged: readonly MergedCells[],
  onHeader: OnHeaderLine,
): SiftedRows => {
  const above: (readonly string[])[] = [];
  let repeated: HeaderRepeats | undefined;
  let headerLine = 0;
  let width = 0;
  let rows = 0;
  let onRecord: ((record: RawRecord) => void) | undefined;
  const trailers: Trailer[] = [];
  const repeats: number[] = [];
  let isUnended = false;
  /** Rows that look like titles. They are titles if the header is repeated right after them, and records otherwise. */
  const held: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let fill: ReturnType<typeof fillingDown> | undefined;

  const begin = (line: number, cells: readonly string[]): void => {
    headerLine = line;
    width = cells.length;
    repeated = headerRepeats(cells, above);
    const names = namedFromAbove(cells, above);
    fill = fillingDown(names, line, fillDown, merged);
    onRecord = onHeader(names, line);
  };

  const handOn = (line: number, cells: readonly string[]): void => {
    rows++;
    onRecord?.({ file, line, cells: fill && cells.length === width ? fill(cells, line) : cells });
  };

  const handOnHeld = (): void => {
    for (const { line, cells } of held.splice(0)) handOn(line, cells);
  };

  const add = (line: number, cells: readonly string[], unended = false): void => {
    if (above.length < skipTopRows) {
      above.push(cells);
      return;
    }
    const first = firstFilled(cells);
    isUnended ||= unended;
    if (first === cells.length || isRuler(cells, first)) return;
    if (!repeated) {
      begin(line, cells);
      return;
    }
    const kind = repeated.kindOf(cells, first);
    if (kind === "moved") throw moved(file, line);
    if (kind === "again") {
      repeats.push(...held.splice(0).map((title) => title.line), line);
      return;
    }
    if (repeated.isTitle(cells)) {
      held.push({ line, cells });
      return;
    }
    if (held.length > 0) handOnHeld();
    const total = totalOf(cells, first, width);
    if (total) {
      trailers.push({ line, ...total });
      return;
    }
    if (unended && cells.length < width) throw cut(file, line, cells.length, width);
    handOn(line, cells);
  };

  const end = (): Sifted => {
    handOnHeld();
    if (onRecord) return { rows, trailers, headerLine, repeats, isUnended };
    throw noHeader(file);
  };

  return { add, width: () => width, end };
};

/**
 * In a header of several rows, a name that is merged over all of them stands in the first: a column without a name has the nearest text above
 * it, up to a blank row, unless another column has that name.
 */
const namedFromAbove = (header: readonly string[], above: readonly (readonly string[])[]): readonly string[] => {
  const last = above.findLastIndex((cells) => cells.every(isBlank));
  const rows = above.slice(last + 1).toReversed();
  const known = new Set(header.map(compact));
  return header.map((name, column) => {
    const text = isBlank(name) ? (rows.find((cells) => !isBlank(cells[column] ?? ""))?.[column] ?? "") : name;
    return isBlank(name) && known.has(compact(text)) ? name : text;
  });
};

/** Whether all filled cells are rows of dashes, as below the header or above a sum. One or two dashes may be a key. */
const isRuler = (cells: readonly string[], first: number): boolean =>
  dashes.test(cells[first] ?? "") && cells.every((cell) => dashes.test(cell) || isBlank(cell));

const dashes = /^\s*([-=_*~─━═—–－＝])\1{2,}\s*$/;

/** Fills blank cells of the columns in `fillDown` with the text above; undefined if there is none of them. Lines must ascend. */
const fillingDown = (
  header: readonly string[],
  headerLine: number,
  fillDown: readonly string[],
  merged: readonly MergedCells[],
) => {
  const wanted = new Set(fillDown.map(compact));
  const filler = [...header.entries()].flatMap(([column, name]) =>
    wanted.has(compact(name))
      ? [{ column, text: "", line: 0, topAt: topsOf(rangesOf(merged, column, headerLine)) }]
      : [],
  );
  if (filler.length === 0) return undefined;
  return (cells: readonly string[], line: number): readonly string[] => {
    const whole = [...cells];
    for (const one of filler) {
      const own = cells[one.column] ?? "";
      if (!isBlank(own)) Object.assign(one, { text: own, line });
      // The text above a range that has none belongs to other rows.
      else if (one.line >= one.topAt(line)) whole[one.column] = one.text;
    }
    return whole;
  };
};

/**
 * Returns a function that finds the first line of the range that covers a line, `Infinity` if none does; 0 for all lines if there are no
 * ranges. Lines must ascend, so that each range is looked at once.
 */
const topsOf = (ranges: readonly MergedCells[]): ((line: number) => number) => {
  if (ranges.length === 0) return () => 0;
  const inOrder = ranges.toSorted((one, other) => one.top - other.top);
  let next = 0;
  return (line) => {
    while ((inOrder[next]?.top ?? Number.POSITIVE_INFINITY) <= line) next++;
    const { top, bottom } = inOrder[next - 1] ?? { top: 0, bottom: 0 };
    return line <= bottom ? top : Number.POSITIVE_INFINITY;
  };
};

/** The merged ranges of a column below the header. */
const rangesOf = (merged: readonly MergedCells[], column: number, headerLine: number): readonly MergedCells[] =>
  merged.filter(
    ({ top, bottom, left, right }) => top > headerLine && bottom > top && left <= column + 1 && column < right,
  );

const noHeader = (file: string): MusterdError =>
  new MusterdError("source-empty", "the file has no header row", {
    place: { file },
    hint: "check that the export has run; if this kind should not be managed, remove it from the configuration",
  });

const moved = (file: string, line: number): MusterdError =>
  new MusterdError(
    "source-header-moved",
    "the header is repeated here with its columns in another order, so the rows below would be misread",
    {
      place: { file, line },
      hint: "export the table with one order of columns, or list the files that were put together one by one",
    },
  );

const cut = (file: string, line: number, cells: number, width: number): MusterdError =>
  new MusterdError(
    "source-file-cut",
    `the last line has no line end and ${cells} of ${width} cells: the file has been cut off, and nothing of it was used`,
    {
      place: { file, line },
      hint: "let the export end before the run begins; if the file is whole, end its last line",
    },
  );

/** Returns the index of the first filled cell, or the number of cells if all are blank. */
export const firstFilled = (cells: readonly string[]): number => {
  let index = 0;
  while (index < cells.length && isBlank(cells[index] ?? "")) index++;
  return index;
};

const isBlank = (cell: string): boolean => cell === "" || cell.trim() === "";
