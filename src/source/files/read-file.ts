/**
 * The reading of one file of a feed, whatever its kind: complete, or an error. `.xlsx` is a workbook, everything else is
 * delimited text.
 */
import type { OnHeader } from "../record.ts";
import { decodeFile, type Encoding } from "./decode.ts";
import { parseCsv } from "./parse-csv.ts";
import { readBytes } from "./read-bytes.ts";
import { readXlsx } from "./read-xlsx.ts";
import { siftRows, type Trailer } from "./sift-rows.ts";

export type FilePlace = {
  /** Absolute. */
  readonly folder: string;
  readonly file: string;
  /** Of a workbook; without it the first sheet that is not hidden. */
  readonly sheet?: string | undefined;
};

export type FileSettings = {
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** Rows above the header, blank ones included. */
  readonly skipTopRows?: number | undefined;
};

/** What is known of a file beside its records. */
export type FileFacts = {
  readonly file: string;
  readonly modifiedMs: number;
  /** Records that were handed on. */
  readonly rows: number;
  readonly trailers: readonly Trailer[];
};

/**
 * Hands on the header and every record, and fails with `source-file-missing`, `source-file-unreadable`,
 * `source-file-changing`, `source-undecodable`, `source-csv-invalid`, `source-xlsx-invalid`, `source-sheet-unknown` or,
 * without a header, `source-empty`. What was handed on before a failure must not be used.
 */
export const readFileTable = async (
  { folder, file, sheet }: FilePlace,
  { encoding, delimiter, skipTopRows = 0 }: FileSettings,
  onHeader: OnHeader,
): Promise<FileFacts> => {
  const { bytes, modifiedMs } = await readBytes(folder, file);
  const rows = siftRows(file, skipTopRows, onHeader);
  if (file.toLowerCase().endsWith(".xlsx")) await readXlsx(bytes, { file, sheet }, rows);
  else parseCsv(decodeFile(bytes, encoding, file), delimiter, file, rows);
  return { file, modifiedMs, ...rows.end() };
};
