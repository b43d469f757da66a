/** Reads one file of a feed, text or workbook, completely. */
import type { SourceFile } from "../../model/plan/quality.ts";
import type { Part } from "../feeds/feed.ts";
import { columnNames } from "../feeds/part-columns.ts";
import { fieldsOf, type Table } from "../mapping/fields.ts";
import { compact } from "../values/texts.ts";
import { isWorkbookName, refuseForeignFormat } from "./foreign-format.ts";
import { limits } from "./limits.ts";
import { type ReadingOptions, readBytes } from "./places/read-bytes.ts";
import { type OnHeaderLine, type Sifted, type SiftedRows, siftRows } from "./rows/sift-rows.ts";
import type { FileFeedSettings } from "./settings.ts";
import type { CellPlace, MergedCells } from "./sheets/sheet.ts";
import { decodeFile } from "./text/decode.ts";
import { parseCsv } from "./text/parse-csv.ts";
import { readXlsx, type SheetPlace } from "./workbook.ts";

/** The settings of a feed, and the settings of a part that concern its files. The expected words may prove the encoding. */
export type FileSettings = Partial<FileFeedSettings & ExpectedWords> &
  Pick<FileFeedSettings, "encoding" | "delimiter"> &
  Pick<ReadingOptions, "seen"> &
  Pick<Part, "fillDown">;

/** Facts about a file besides its records. */
export type FileFacts = Sifted & Omit<SourceFile, "feed" | "kind" | "trailerCount" | "end">;

/**
 * Passes on the header and every record. Fails with `source-file-missing`, `source-file-unreadable`,
 * `source-file-changing`, `source-file-locked`, `source-not-ready`, `source-file-cut`, `source-too-large`,
 * `source-format-foreign`, `source-undecodable`, `source-encoding-ambiguous`, `source-csv-invalid`,
 * `source-header-moved`, `source-xlsx-invalid`, `source-sheet-unknown`, or with `source-empty` if there is no header.
 * After a failure the records that were passed on must not be used.
 */
export const readFileTable = async (
  { folder, file, sheet }: SheetPlace & { readonly folder: string },
  settings: FileSettings,
  onHeader: OnHeaderLine,
): Promise<FileFacts> => {
  const { encoding, delimiter, quote, skipTopRows = 0, fillDown = [] } = settings;
  const { columns = [], words = [], nameColumns = [] } = settings;
  const mostBytes = isWorkbookName(file) ? limits.workbookBytes : limits.textBytes;
  const { bytes, modifiedMs } = await readBytes(folder, file, mostBytes, settings);
  refuseForeignFormat(bytes, file);
  let header: readonly string[] = [];
  // A sheet names its merged ranges after its rows.
  const ranges = isWorkbookName(file) && fillDown.length > 0 ? readXlsx(bytes, { file, sheet }, unread).merged : [];
  const rows = siftRows(file, settings, ranges, (names, line) => {
    header = names;
    return onHeader(names, line);
  });
  if (isWorkbookName(file)) {
    const marks = readXlsx(bytes, { file, sheet }, rows);
    const sifted = rows.end();
    const merged = blankedRanges(marks.merged, sifted.headerLine, header, columns, fillDown);
    const struck = struckCells(marks.struck, sifted.headerLine, header, columns);
    const first = sheet === undefined && { firstSheet: marks.chosen };
    return { file, modifiedMs, ...(merged && { merged }), ...(struck && { struck }), ...first, ...sifted };
  }
  // All encodings but UTF-16, which a byte order mark proves, write this line as ASCII does.
  const evidence = {
    delimiter: withoutSep(bytes).stated ?? delimiter,
    quote,
    skipTopRows,
    words: [...columns, ...words],
    nameColumns,
  };
  const decoded = decodeFile(bytes, encoding, evidence, file);
  const { text, stated = delimiter } = withoutSep(decoded.text);
  parseCsv(text, { ...settings, delimiter: stated }, file, rows);
  const { encoding: found, certain } = decoded;
  return { file, modifiedMs, ...(found !== undefined && { encoding: found, encodingCertain: certain }), ...rows.end() };
};

/** Takes rows and leaves them. */
const unread: SiftedRows = {
  add: () => undefined,
  width: () => 0,
  end: () => ({ rows: 0, trailers: [], headerLine: 0, repeats: [], isUnended: false }),
};

/** Takes the delimiter that the first line states (`sep=;`, which spreadsheets write and read), and makes this line blank. */
export const withoutSep = (text: Buffer): { readonly text: Buffer; readonly stated?: string | undefined } => {
  const [line, , stated] = /^\ufeff?("?)sep=([^\r\n])\1(?=[\r\n])/i.exec(text.toString("utf8", 0, 32)) ?? [];
  return line === undefined ? { text } : { text: text.subarray(Buffer.byteLength(line)), stated };
};

/**
 * The merged ranges that leave blank cells in columns that the mapping uses. Cells that `fillDown` fills from the first cell
 * of the range do not count. `first` is the address of the first of these ranges.
 */
type BlankedRanges = { readonly count: number; readonly first: string };

/** `used`: the columns that the mapping uses. `filled`: the columns of `fillDown`. Undefined if no value is missing. */
const blankedRanges = (
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

/** The struck-out cells below the header, in columns that the mapping uses. */
const struckCells = (
  struck: readonly CellPlace[],
  headerLine: number,
  header: readonly string[],
  used: readonly string[],
): BlankedRanges | undefined => {
  const wanted = new Set(used.map(compact));
  const found = struck.filter(({ row, column }) => row > headerLine && wanted.has(compact(header[column - 1] ?? "")));
  const [first] = found;
  return first && { count: found.length, first: addressOf(first.column, first.row) };
};

const addressOf = (column: number, row: number): string => {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
};

/** Words that a mapping expects in the cells of a file. They may prove the encoding of the file. */
type ExpectedWords = {
  readonly columns: readonly string[];
  /** Words that `values` and conditions of the mapping name. */
  readonly words: readonly string[];
  /** Columns that hold names of people, departments or titles. */
  readonly nameColumns: readonly string[];
};

/** `table` is undefined for a lookup table. */
export const expectedWords = (table: Table | undefined, part: Part): ExpectedWords => {
  const { columns = {}, only = [], except = [], protect = [] } = part;
  const fields = table === undefined ? {} : fieldsOf(table);
  return {
    columns: columnNames(part),
    words: [
      ...Object.values(columns).flatMap(({ values = {} }) => Object.keys(values)),
      ...[...only, ...except, ...protect].flatMap(({ is = [] }) => is),
    ],
    nameColumns: Object.entries(columns).flatMap(([field, { column }]) =>
      fields[field]?.type === "name" ? (column ?? []) : [],
    ),
  };
};
