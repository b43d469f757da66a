/**
 * From UTF-8 to rows that know their physical line. A row with too many or too few cells is a row; a quote that is not
 * closed is the end of the file, because a parser that goes on has swallowed the rows behind it.
 */
import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { MusterdError } from "../../lib/errors.ts";

export type CsvRow = {
  /** Physical line, 1-based, of the first character. */
  readonly line: number;
  readonly cells: readonly string[];
};

/** Takes the header and gives back what takes each row. */
export type OnHeader = (header: readonly string[]) => (row: CsvRow) => void;

/** Hands on every row that has content. Fails with `source-csv-invalid` or, without a header, `source-empty`. */
export const parseCsv = (bytes: Buffer, delimiter: string, file: string, onHeader: OnHeader): void => {
  const lines = lineCounter(bytes);
  let width = 0;
  let onRow: ((row: CsvRow) => void) | undefined;
  let end = 0;
  forEachRow(bytes, delimiter, file, (cells, endOffset) => {
    const line = lines(skipLineEnds(bytes, end));
    end = endOffset;
    if (cells.every((cell) => cell.trim() === "")) return;
    if (!onRow) {
      onRow = onHeader(cells);
      width = cells.length;
      return;
    }
    if (cells.length !== width && lines(lastCharacter(bytes, end)) > line) throw swallowed(file, line);
    onRow({ line, cells });
  });
  if (onRow) return;
  throw new MusterdError("source-empty", "the file has no header row", {
    place: { file },
    wayOut: "check that the export has run; if this kind shall not be managed, take it out of `source.csv`",
  });
};

type OnRow = (cells: readonly string[], endOffset: number) => void;

const forEachRow = (bytes: Buffer, delimiter: string, file: string, onRow: OnRow): void => {
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { bytes: endOffset }) => {
        onRow(cells, endOffset);
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? invalid(file, bytes, error) : error;
  }
};

const wayOut = "in a quoted cell write each quote twice and close it; export the file again, then run again";

const invalid = (file: string, bytes: Buffer, error: CsvError): MusterdError => {
  const offset = typeof error["bytes"] === "number" ? error["bytes"] : 0;
  const line = lineCounter(bytes)(skipLineEnds(bytes, offset));
  const column = typeof error["column"] === "number" ? String(error["column"] + 1) : String(error["column"]);
  return new MusterdError(
    "source-csv-invalid",
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? "a quote is opened and never closed"
      : "a quote stands where none may stand",
    { place: { file, line, column }, wayOut, cause: error.code },
  );
};

const swallowed = (file: string, line: number): MusterdError =>
  new MusterdError(
    "source-csv-invalid",
    "a row over several lines has the wrong number of cells: a quote is misplaced",
    {
      place: { file, line },
      wayOut,
    },
  );

/** Line of an offset; offsets must not go down, so that a whole file is counted once. */
const lineCounter = (bytes: Buffer): ((offset: number) => number) => {
  let line = 1;
  let nextEnd = bytes.indexOf(10);
  return (offset) => {
    while (nextEnd !== -1 && nextEnd < offset) {
      line++;
      nextEnd = bytes.indexOf(10, nextEnd + 1);
    }
    return line;
  };
};

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13;

const skipLineEnds = (bytes: Buffer, offset: number): number => {
  let at = offset;
  while (isLineEnd(bytes[at])) at++;
  return at;
};

const lastCharacter = (bytes: Buffer, end: number): number => {
  let at = end;
  while (at > 0 && isLineEnd(bytes[at - 1])) at--;
  return at;
};
