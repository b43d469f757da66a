/**
 * Parses UTF-8 text into rows with their physical line numbers. A row with too many or too few cells is passed on too. The
 * reading fails at a quote that is never closed, because a parser that went on would take the rows after it for one cell.
 */
import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { MusterdError } from "../../lib/errors.ts";
import { measureCsv } from "./csv-measures.ts";
import { dropFormulaSigns, mayHoldFormulas, withoutFormula } from "./formula-cells.ts";
import { type LineCounter, lineCounter } from "./line-counter.ts";
import { firstFilled, type SiftedRows } from "./sift-rows.ts";

/**
 * Passes every row to `rows`, including blank ones. Fails with `source-csv-invalid` (which names the line of the bad quote or
 * row), `source-header-moved`, `source-file-cut` or `source-too-large`.
 */
export const parseCsv = (decoded: Buffer, delimiter: string, file: string, rows: SiftedRows): void => {
  const { loneReturns } = measureCsv(decoded, delimiter, file);
  const bytes = dropFormulaSigns(decoded, delimiter);
  const formulas = mayHoldFormulas(bytes);
  const lines = lineCounter(bytes, loneReturns);
  const endsLine = isLineEnd(bytes.at(-1));
  let end = 0;
  const onRecord = (cells: string[], info: { readonly bytes: number }): null => {
    const line = lines(end);
    end = info.bytes;
    if (cells.length !== rows.width()) refuseSwallowed(bytes, cells, end, { file, line, lines, width: rows.width() });
    rows.add(line, formulas ? cells.map(withoutFormula) : cells, end === bytes.length && !endsLine);
    return null;
  };
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: loneReturns ? ["\r\n", "\n", "\r"] : ["\r\n", "\n"],
      relax_column_count: true,
      on_record: onRecord,
    });
  } catch (error) {
    throw error instanceof CsvError ? invalid(file, bytes, error) : error;
  }
};

const hint = "in a quoted cell write each quote twice and close it; export the file again, then run again";

const invalid = (file: string, bytes: Buffer, error: CsvError): MusterdError => {
  const offset = typeof error["bytes"] === "number" ? error["bytes"] : 0;
  const line = lineCounter(bytes)(offset);
  const column = typeof error["column"] === "number" ? String(error["column"] + 1) : String(error["column"]);
  return new MusterdError(
    "source-csv-invalid",
    error.code === "CSV_QUOTE_NOT_CLOSED" ? "a quote is opened and never closed" : "a quote is where none is permitted",
    { place: { file, line, column }, hint, cause: error.code },
  );
};

type Place = { readonly file: string; readonly line: number; readonly lines: LineCounter; readonly width: number };

/**
 * Fails if a row below the header has the wrong number of cells and spans several lines. Such a row has a misplaced quote
 * and contains the rows after it.
 */
const refuseSwallowed = (bytes: Buffer, cells: readonly string[], end: number, { file, line, lines, width }: Place) => {
  if (width === 0 || lines(lastCharacter(bytes, end)) === line || firstFilled(cells) === cells.length) return;
  throw new MusterdError(
    "source-csv-invalid",
    "a row over several lines has the wrong number of cells: a quote is misplaced",
    { place: { file, line }, hint },
  );
};

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13;

const lastCharacter = (bytes: Buffer, end: number): number => {
  let at = end;
  while (at > 0 && isLineEnd(bytes[at - 1])) at--;
  return at;
};
