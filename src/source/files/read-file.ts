/** Reads one file of a feed, text or workbook, completely. */
import type { Part } from "../feed.ts";
import type { OnHeader } from "../record.ts";
import { decodeFile } from "./decode.ts";
import type { ExpectedWords } from "./expected-words.ts";
import { isWorkbookName, refuseForeignFormat } from "./foreign-format.ts";
import { limits } from "./limits.ts";
import { type BlankedRanges, blankedRanges } from "./merged-cells.ts";
import { parseCsv } from "./parse-csv.ts";
import { readBytes } from "./read-bytes.ts";
import { readXlsx } from "./read-xlsx.ts";
import type { FileFeedSettings } from "./settings.ts";
import { type Sifted, siftRows } from "./sift-rows.ts";

export type FilePlace = {
  readonly folder: string;
  readonly file: string;
  /** Only for a workbook. Without `sheet`, the first sheet that is not hidden is read. */
  readonly sheet?: string | undefined;
};

/** The settings of a feed, and the settings of a part that concern its files. The expected words may prove the encoding. */
export type FileSettings = Partial<FileFeedSettings & ExpectedWords> &
  Pick<FileFeedSettings, "encoding" | "delimiter"> &
  Pick<Part, "fillDown">;

/** Facts about a file besides its records. */
export type FileFacts = Sifted & {
  readonly file: string;
  readonly modifiedMs: number;
  /** Only for a text file that is not all ASCII. */
  readonly encoding?: string;
  /** True if no other encoding fits; absent without `encoding`. */
  readonly encodingCertain?: boolean;
  /** Only for a workbook: merged cells that leave blank cells in columns that the mapping uses. */
  readonly merged?: BlankedRanges;
};

/**
 * Passes on the header and every record. Fails with `source-file-missing`, `source-file-unreadable`,
 * `source-file-changing`, `source-file-locked`, `source-not-ready`, `source-file-cut`, `source-too-large`,
 * `source-format-foreign`, `source-undecodable`, `source-encoding-ambiguous`, `source-csv-invalid`,
 * `source-header-moved`, `source-xlsx-invalid`, `source-sheet-unknown`, or with `source-empty` if there is no header.
 * After a failure the records that were passed on must not be used.
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
