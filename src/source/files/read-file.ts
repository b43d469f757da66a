/** The reading of one file of a feed, whatever its kind: complete, or an error. */
import type { OnHeader } from "../record.ts";
import { decodeFile, type Encoding } from "./decode.ts";
import { isWorkbookName, refuseForeignFormat } from "./foreign-format.ts";
import { limits } from "./limits.ts";
import { type BlankedRanges, blankedRanges } from "./merged-cells.ts";
import { parseCsv } from "./parse-csv.ts";
import { type ReadSettings, readBytes } from "./read-bytes.ts";
import { readXlsx } from "./read-xlsx.ts";
import { type Sifted, type SiftSettings, siftRows } from "./sift-rows.ts";

export type FilePlace = {
  /** Absolute. */
  readonly folder: string;
  readonly file: string;
  /** Of a workbook; without it the first sheet that is not hidden. */
  readonly sheet?: string | undefined;
};

export type FileSettings = ReadSettings &
  SiftSettings & {
    readonly encoding: Encoding;
    readonly delimiter: string;
    /** Columns that the mapping uses. */
    readonly columns?: readonly string[] | undefined;
    /** What else it expects in cells; with the columns it proves how a file is to be read. */
    readonly words?: readonly string[] | undefined;
    /** Columns that hold names. */
    readonly nameColumns?: readonly string[] | undefined;
  };

/** What is known of a file beside its records. */
export type FileFacts = Sifted & {
  readonly file: string;
  readonly modifiedMs: number;
  /** Of a text file that is not all ASCII; `encodingCertain` where it can be read in no other way. */
  readonly encoding?: string;
  readonly encodingCertain?: boolean;
  /** Of a workbook: merged cells that leave columns blank which are used. */
  readonly merged?: BlankedRanges;
};

/**
 * Hands on the header and every record, and fails with `source-file-missing`, `source-file-unreadable`,
 * `source-file-changing`, `source-file-locked`, `source-not-ready`, `source-file-cut`, `source-too-large`,
 * `source-format-foreign`, `source-undecodable`, `source-encoding-ambiguous`, `source-csv-invalid`,
 * `source-header-moved`, `source-xlsx-invalid`, `source-sheet-unknown` or, without a header, `source-empty`. What was
 * handed on before a failure must not be used.
 */
export const readFileTable = async (
  { folder, file, sheet }: FilePlace,
  settings: FileSettings,
  onHeader: OnHeader,
): Promise<FileFacts> => {
  const { encoding, delimiter, skipTopRows = 0, fillDown = [], columns = [], words = [], nameColumns = [] } = settings;
  const mostBytes = isWorkbookName(file) ? limits.workbookBytes : limits.textBytes;
  const { bytes, modifiedMs } = await readBytes(folder, file, mostBytes, settings);
  refuseForeignFormat(bytes, file);
  let header: readonly string[] = [];
  const rows = siftRows(file, settings, (names) => {
    header = names;
    return onHeader(names);
  });
  if (isWorkbookName(file)) {
    const ranges = await readXlsx(bytes, { file, sheet }, rows);
    const sifted = rows.end();
    const merged = blankedRanges(ranges, sifted.headerLine, header, columns, fillDown);
    return { file, modifiedMs, ...(merged && { merged }), ...sifted };
  }
  const evidence = { delimiter, skipTopRows, words: [...columns, ...words], nameColumns };
  const decoded = decodeFile(bytes, encoding, evidence, file);
  parseCsv(decoded.text, delimiter, file, rows);
  const { encoding: found, certain } = decoded;
  return { file, modifiedMs, ...(found !== undefined && { encoding: found, encodingCertain: certain }), ...rows.end() };
};
