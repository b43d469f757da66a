/**
 * Parses UTF-8 text into rows with their physical line numbers. A row with too many or too few cells is passed on too. The
 * reading fails at a quote that is never closed, because a parser that went on would take the rows after it for one cell.
 */
import { MusterdError } from "../../../lib/errors.ts";
import { lineCounter } from "../line-counter.ts";
import { firstFilled, type SiftedRows } from "../rows/sift-rows.ts";
import type { FileFeedSettings } from "../settings.ts";
import { measureCsv } from "./csv-measures.ts";
import { splitCsv, type WrongQuote } from "./split-csv.ts";

/**
 * Passes every row to `rows`, including blank ones. Fails with `source-csv-invalid` (which names the line of the bad quote or
 * row), `source-header-moved`, `source-file-cut` or `source-too-large`.
 */
export const parseCsv = (decoded: Buffer, form: CsvForm, file: string, rows: SiftedRows): void => {
  const { delimiter, trailingDelimiter = false } = form;
  const isQuoted = form.quote !== "none";
  const loneReturns = measureCsv(decoded, delimiter, isQuoted, file);
  const bytes = isQuoted ? dropFormulaSigns(decoded, delimiter) : decoded;
  const formulas = bytes.includes(isQuoted ? quotedSign : sign);
  const wrapped = isQuoted ? undefined : wrappedColumns(file);
  const lines = lineCounter(bytes, loneReturns);
  const endsLine = isLineEnd(bytes.at(-1));
  let end = 0;
  const wrong = splitCsv(bytes, { delimiter, isQuoted, loneReturns }, (record, next) => {
    const line = lines(end);
    end = next;
    const cells = trailingDelimiter ? withoutTrailing(record, rows.width()) : record;
    if (rows.width() > 0) wrapped?.see(cells);
    if (mayBeSwallowed(cells, rows.width()) && lines(lastCharacter(bytes, end)) !== line) throw swallowed(file, line);
    const holder = rows.width() > 0 ? rowsInside(cells, delimiter) : -1;
    if (holder !== -1) throw swallowed(file, line, String(holder + 1));
    rows.add(line, formulas ? cells.map(withoutFormula) : cells, end === bytes.length && !endsLine);
  });
  if (wrong) throw invalid(file, bytes, wrong);
  wrapped?.refuse();
};

/** The settings that say how a text is divided into cells. */
export type CsvForm = {
  readonly delimiter: string;
  readonly quote?: FileFeedSettings["quote"] | undefined;
  readonly trailingDelimiter?: boolean | undefined;
};

/**
 * The cells before the delimiter that ends the row. A row that does not end with one may lack cells, so it gets another number of
 * cells than the header, whose own may be missing (`width` is 0 before it).
 */
const withoutTrailing = (cells: string[], width: number): string[] => {
  if (cells.at(-1) === "") return cells.slice(0, -1);
  return cells.length === width ? [...cells, ""] : cells;
};

/** Fails if `quote: none` is wrong: in a column of a quoted file, the quotes would become part of every text. */
const wrappedColumns = (file: string) => {
  const columns: { filled: number; wrapped: number }[] = [];
  return {
    see: (cells: readonly string[]): void => {
      for (const [at, cell] of cells.entries()) {
        const column = (columns[at] ??= { filled: 0, wrapped: 0 });
        if (cell !== "") column.filled++;
        if (cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')) column.wrapped++;
      }
    },
    /** To be called after the last row. */
    refuse: (): void => {
      const at = columns.findIndex(({ filled, wrapped }) => wrapped > 1 && wrapped === filled);
      if (at === -1) return;
      throw new MusterdError(
        "source-csv-invalid",
        "the cells of a column are in quotes, which `quote: none` would make part of their texts",
        {
          place: { file, column: String(at + 1) },
          hint: "remove `quote: none` from the feed",
        },
      );
    },
  };
};

const hint =
  "in a quoted cell write each quote twice and close it; export the file again, then run again. If the export never quotes a cell, set `quote: none` of the feed";

const blankHint =
  "a quote must stand at the very beginning of its cell: take the blanks before it away, and export the file again";

/** `offset`: where the row begins. */
const hasBlankBeforeQuote = (bytes: Buffer, offset: number): boolean =>
  /[,;|\t] +"/.test(bytes.toString("latin1", offset, offset + 10_000).split(/[\r\n]/, 1)[0] ?? "");

const invalid = (file: string, bytes: Buffer, { kind, offset, column }: WrongQuote): MusterdError =>
  new MusterdError(
    "source-csv-invalid",
    kind === "quote-not-closed" ? "a quote is opened and never closed" : "a quote is where none is permitted",
    {
      place: { file, line: lineCounter(bytes)(offset), column: String(column + 1) },
      hint: hasBlankBeforeQuote(bytes, offset) ? blankHint : hint,
      cause: kind,
    },
  );

/**
 * Whether a row over several lines with these cells has swallowed others. Not a blank one: to look back over all blank lines at each of
 * them takes a minute for some 300,000.
 */
const mayBeSwallowed = (cells: readonly string[], width: number): boolean =>
  width > 0 && cells.length !== width && firstFilled(cells) < cells.length;

/**
 * Returns the index of a cell that holds other rows, or -1: two quotes that stand alone, as those of inches do, make one cell of all
 * that is between them, and the row may have the right number of cells. A line in the cell is a row if it has as many cells as this
 * one has up to there (up to its end, if more lines follow), and its first cell has the form of this row's key.
 */
const rowsInside = (cells: readonly string[], delimiter: string): number => {
  if (!cells.some(hasLines)) return -1;
  const form = formOf(cells[0] ?? "");
  return cells.findIndex((cell, column) => {
    if (form.length < 2 || column === 0 || !hasLines(cell)) return false;
    const [, ...inside] = cell.split(/\r\n|\n|\r/);
    return inside.some((line, at) => {
      const others = line.split(delimiter);
      const isLast = at === inside.length - 1;
      return others.length === (isLast ? column + 1 : cells.length) && formOf(others[0] ?? "") === form;
    });
  });
};

const hasLines = (cell: string): boolean => cell.includes("\n") || cell.includes("\r");

const formOf = (key: string): string =>
  key
    .trim()
    .replaceAll(/\d/g, "9")
    .replaceAll(/\p{Script=Latin}/gu, "A")
    .replaceAll(/\P{ASCII}/gu, "字");

const swallowed = (file: string, line: number, column?: string): MusterdError =>
  new MusterdError(
    "source-csv-invalid",
    column === undefined
      ? "a row over several lines has the wrong number of cells: a quote is misplaced"
      : "a cell over several lines holds other rows: a quote is misplaced in this line, and another one below",
    { place: { file, line, ...(column !== undefined && { column }) }, hint },
  );

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13;

const lastCharacter = (bytes: Buffer, end: number): number => {
  let at = end;
  while (at > 0 && isLineEnd(bytes[at - 1])) at--;
  return at;
};

/**
 * Removes the `=` of every unquoted `="…"` at the start of a cell; line numbers stay the same. Exports write `="0012"`, so
 * that a spreadsheet keeps the leading zeros. It is removed before parsing, so that the rules for quotes can stay strict.
 */
const dropFormulaSigns = (bytes: Buffer, delimiter: string): Buffer => {
  let at = bytes.indexOf(sign);
  if (at === -1) return bytes;
  const separator = Buffer.from(delimiter);
  const startsCell = (offset: number): boolean =>
    offset === 0 ||
    bytes[offset - 1] === 10 ||
    bytes[offset - 1] === 13 ||
    bytes.subarray(Math.max(0, offset - separator.length), offset).equals(separator);
  const kept: Buffer[] = [];
  let from = 0;
  let counted = 0;
  let quoted = false;
  for (; at !== -1; at = bytes.indexOf(sign, at + 1)) {
    if (oddQuotes(bytes, counted, at)) quoted = !quoted;
    counted = at;
    if (quoted || !startsCell(at)) continue;
    kept.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
};

/** `="0012"` → `0012`; any other text is unchanged. */
const withoutFormula = (cell: string): string =>
  cell.length > 2 && cell.startsWith(sign) && cell.endsWith('"') ? cell.slice(2, -1).replaceAll('""', '"') : cell;

const sign = '="';
/** A quoted `"=""0012"""`, which the parser reads as `="0012"`. */
const quotedSign = '"=""';

/** Whether the number of quotes between the two offsets is odd. If it is even, every quote among them is closed. */
const oddQuotes = (bytes: Buffer, from: number, to: number): boolean => {
  let odd = false;
  for (let at = bytes.indexOf(34, from); at !== -1 && at < to; at = bytes.indexOf(34, at + 1)) odd = !odd;
  return odd;
};
