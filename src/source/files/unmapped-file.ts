/**
 * Reads a file for which no configuration exists yet: how its text is decoded and divided, its sheets, and the rows as they stand.
 * It uses the decoder and the parsers of configured files, so whatever is found here is read in the same way later.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { parse } from "csv-parse/sync";
import { MusterdError } from "../../lib/errors.ts";
import { isWorkbookName, refuseForeignFormat } from "./foreign-format.ts";
import { limits } from "./limits.ts";
import { readBytes } from "./places/read-bytes.ts";
import { withoutSep } from "./read-file.ts";
import { type SiftedRows, siftRows } from "./rows/sift-rows.ts";
import { countsRows } from "./rows/total-row.ts";
import type { MergedCells } from "./sheets/sheet.ts";
import { decodeFile } from "./text/decode.ts";
import { possibleReadings } from "./text/guess-encoding.ts";
import { type CsvForm, parseCsv } from "./text/parse-csv.ts";
import { everyUsual } from "./text/single-byte-encodings.ts";
import { readXlsx, sheetNames } from "./workbook.ts";

type UnmappedRow = { readonly line: number; readonly cells: readonly string[]; readonly unended: boolean };

/** `isOfRows`: the number can only be that of the rows. */
export type StatedTotal = { readonly text: string; readonly count: number; readonly isOfRows: boolean };

/** What is below the header, as the source takes it. `total`: the only row that sums up the others, if it states a number. */
export type UnmappedRecords = {
  readonly header: readonly string[];
  readonly headerLine: number;
  readonly records: readonly UnmappedRow[];
  readonly total: StatedTotal | undefined;
};

/** The rows of a text file or a sheet, titles, header and totals included. `merged`: merged ranges, of a workbook only. */
export type UnmappedRows = { readonly rows: readonly UnmappedRow[]; readonly merged: readonly MergedCells[] };

/** Divides rows at their header. Fails with `source-header-moved`, `source-file-cut` or `source-empty`. */
export const recordsBelow = (
  { rows, merged }: UnmappedRows,
  file: string,
  skipTopRows: number,
  fillDown: readonly string[],
): UnmappedRecords => {
  let header: readonly string[] = [];
  const records: UnmappedRow[] = [];
  const sifted = siftRows(file, { skipTopRows, fillDown: [...fillDown] }, merged, (names) => {
    header = names;
    return ({ line = 0, cells }) => void records.push({ line, cells: cells.map(String), unended: false });
  });
  for (const { line, cells, unended } of rows) sifted.add(line, cells, unended);
  const { headerLine, trailers } = sifted.end();
  const [{ text, count } = { text: "" }, other] = trailers;
  // One of several is of some rows, or is their sum.
  const total = count === undefined || other ? undefined : { text, count, isOfRows: countsRows(text) };
  return { header, headerLine, records, total };
};

/** One way to decode a text file; `encoding` is undefined if all bytes are ASCII. */
export type TextReading = { readonly encoding: string | undefined; readonly read: () => UnmappedRows };

/**
 * `readings`: one, if the bytes or known words prove the encoding (`proven`) or nothing else is possible; else all that are. `quote`
 * is "none" if the text cannot be parsed with quotes. `stated`: whether the first line states the delimiter.
 */
export type UnmappedText = CsvForm & {
  readonly readings: readonly TextReading[];
  readonly proven: boolean;
  readonly stated: boolean;
};

export type UnmappedWorkbook = {
  readonly sheets: readonly { readonly name: string; readonly read: () => UnmappedRows }[];
};

/**
 * `words`: texts that prove an encoding when a cell equals one of them. Fails with `source-…` codes as `readFileTable` does, but an
 * ambiguous encoding is an answer here.
 */
export const openUnmapped = async (
  folder: string,
  file: string,
  words: readonly string[],
): Promise<UnmappedText | UnmappedWorkbook> => {
  const isWorkbook = isWorkbookName(file);
  const { bytes } = await readBytes(folder, file, isWorkbook ? limits.workbookBytes : limits.textBytes, {});
  refuseForeignFormat(bytes, file);
  if (!isWorkbook) return openText(bytes, file, words);
  const sheets = sheetNames(bytes, file).map((name) => ({ name, read: () => rowsOfSheet(bytes, file, name) }));
  return { sheets };
};

const openText = (bytes: Buffer, file: string, words: readonly string[]): UnmappedText => {
  const { stated } = withoutSep(bytes);
  const delimiter = stated ?? likelyDelimiter(bytes);
  const { texts, proven } = textsOf(bytes, file, words, delimiter);
  const form = formOf(texts[0]?.text ?? bytes, delimiter, file);
  const readings = texts.map(({ encoding, text }) => ({
    encoding,
    read: () => ({ rows: rowsOfText(text, form, file), merged: [] }),
  }));
  return { ...form, readings, proven, stated: stated !== undefined };
};

type Text = { readonly encoding: string | undefined; readonly text: Buffer };

const textsOf = (
  bytes: Buffer,
  file: string,
  words: readonly string[],
  delimiter: string,
): { readonly texts: readonly Text[]; readonly proven: boolean } => {
  try {
    const evidence = { delimiter, skipTopRows: 0, words, nameColumns: [] };
    const { encoding, text, certain } = decodeFile(bytes, "auto", evidence, file);
    return { texts: [{ encoding, text }], proven: certain };
  } catch (error) {
    if (isUtf8Header(bytes, words, delimiter)) throw error;
    const isOpen = error instanceof MusterdError && /^source-(?:encoding-ambiguous|undecodable)$/.test(error.code);
    const possible = isOpen && !bytes.includes(0) ? possibleReadings(bytes) : [];
    const all = possible.length > 0 ? possible : isOpen && !bytes.includes(0) ? everyUsual(bytes) : [];
    if (all.length === 0) throw error;
    const likely = plausible(all);
    return {
      texts: likely.map(({ encoding, text }) => ({ encoding, text: Buffer.from(text, "utf8") })),
      proven: false,
    };
  }
};

/** Whether the first line has two known words as UTF-8: what cannot be decoded below it is damaged, and no reason for another encoding. */
const isUtf8Header = (bytes: Buffer, words: readonly string[], delimiter: string): boolean => {
  const line = bytes.subarray(0, Math.max(0, bytes.indexOf(0x0a)));
  if (isAscii(line) || !isUtf8(line)) return false;
  const cells = line
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(delimiter);
  return cells.filter((cell) => /[^ -~]/.test(cell.trim()) && words.includes(cell.trim())).length >= 2;
};

/** The readings without signs between letters, where others have some: read as another encoding, ü is ³ or ﾃｼ. */
const plausible = (readings: ReturnType<typeof possibleReadings>): ReturnType<typeof possibleReadings> => {
  const signs = readings.map(({ text }) => text.match(signBetweenLetters)?.length ?? 0);
  const fewest = Math.min(...signs);
  return readings.filter((_, at) => signs[at] === fewest);
};

const signBetweenLetters = /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}](?=\p{L})/gu;

/** The quotes and the delimiter at the end of rows, as they have to be for every row to be read. */
const formOf = (text: Buffer, delimiter: string, file: string): CsvForm => {
  const unquoted: CsvForm = { delimiter, quote: "none" };
  const isUnquoted = !isReadable(text, { delimiter }, file) && isReadable(text, unquoted, file);
  const form = isUnquoted ? unquoted : { delimiter };
  const [header, ...rows] = rowsOfText(text, form, file).filter(({ cells }) => cells.length > 1);
  const trails =
    header !== undefined &&
    rows.length > 0 &&
    rows.every(({ cells }) => cells.length === header.cells.length + 1 && cells.at(-1) === "");
  return trails ? { ...form, trailingDelimiter: true } : form;
};

const isReadable = (text: Buffer, form: CsvForm, file: string): boolean => {
  try {
    rowsOfText(text, form, file);
    return true;
  } catch (error) {
    if (error instanceof MusterdError && error.code === "source-csv-invalid") return false;
    throw error;
  }
};

/** A list of all rows, for the parsers, which pass them on one by one. A width of 0 says that no header is known. */
const collected = () => {
  const rows: UnmappedRow[] = [];
  const sifted: SiftedRows = {
    add: (line, cells, unended = false) => void rows.push({ line, cells, unended }),
    width: () => 0,
    end: () => ({ rows: rows.length, trailers: [], headerLine: 0, repeats: [], isUnended: false }),
  };
  return { rows, sifted };
};

const rowsOfText = (text: Buffer, form: CsvForm, file: string): readonly UnmappedRow[] => {
  const { rows, sifted } = collected();
  parseCsv(withoutSep(text).text, { ...form, trailingDelimiter: false }, file, sifted);
  return rows;
};

const rowsOfSheet = (bytes: Buffer, file: string, sheet: string): UnmappedRows => {
  const { rows, sifted } = collected();
  const { merged } = readXlsx(bytes, { file, sheet }, sifted);
  return { rows, merged };
};

const delimiters = [",", ";", "\t", "|"];

const headCharacters = 65_536;

/**
 * The delimiter that divides most rows into the same number of cells, the larger number if two do. All encodings but UTF-16 write
 * delimiters as ASCII does.
 */
const likelyDelimiter = (bytes: Buffer): string => {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const head = bytes
    .subarray(0, headCharacters)
    .toString("latin1")
    .replaceAll(isUtf16 ? "\0" : /$^/g, "");
  const measured = delimiters.map((delimiter) => ({ delimiter, ...regularity(head, delimiter) }));
  const [best] = measured.toSorted((a, b) => b.share * b.width - a.share * a.width);
  return best && best.width > 1 ? best.delimiter : ",";
};

/** The most frequent number of cells in a row, and the share of the rows that have it. */
const regularity = (text: string, delimiter: string): { readonly width: number; readonly share: number } => {
  const rows: readonly (readonly string[])[] = parse(text.slice(0, text.lastIndexOf("\n") + 1 || undefined), {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
  });
  const widths = Map.groupBy(rows, ({ length }) => length);
  const [most] = [...widths].toSorted(([, a], [, b]) => b.length - a.length);
  return most && rows.length > 0 ? { width: most[0], share: most[1].length / rows.length } : { width: 1, share: 0 };
};
