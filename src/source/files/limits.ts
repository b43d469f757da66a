/**
 * How large a file may be. The limits are checked before parsing, because a parser runs out of memory before it can
 * report a hostile file: a workbook of 1 KB can declare 17 billion cells.
 */
import { MusterdError } from "../../lib/errors.ts";

export const limits = {
  /** Bytes of a text file: enough for some 500,000 people with 20 columns. */
  textBytes: 100_000_000,
  /** Bytes of one row of a text file. */
  rowBytes: 1_048_576,
  columns: 2_000,
  /** Rows of a text file, including blank ones. */
  rows: 2_000_000,
  /** Bytes of the workbook file. */
  workbookBytes: 50_000_000,
  /** Unpacked bytes of all parts of a workbook that are needed. */
  unpackedBytes: 120_000_000,
  /** Unpacked bytes per packed byte of a part. */
  ratio: 100,
  /** Only parts with more unpacked bytes than this must keep `ratio`. */
  anyRatioBytes: 20_000_000,
  /** Rows × columns of a sheet, up to the last filled cell. */
  cells: 5_000_000,
  /** Sheets of a workbook that are all read: each reads the texts of the workbook anew. */
  sheets: 500,
  /** Different texts of a workbook: a text takes more memory than a cell that refers to it. */
  texts: 2_000_000,
  /** Characters of a cell. This limit and the next two are those of spreadsheet programs. */
  cellCharacters: 32_767,
  sheetRows: 1_048_576,
  sheetColumns: 16_384,
  /** Characters of all cells of a sheet. */
  sheetCharacters: 250_000_000,
  /** Bytes of one XML tag. */
  tagBytes: 8_192,
} as const;

/** `what` names what is too large, with its size; `limit` is the largest permitted size. */
export const tooLarge = (file: string, what: string, limit: number, line?: number): MusterdError =>
  new MusterdError("source-too-large", `${what}; at most ${figure(limit)} are read, and nothing of the file was used`, {
    place: { file, line },
    hint: "check the export: no list of people is this large; a larger one can be split into several files",
  });

export const figure = (value: number): string => value.toLocaleString("en-US");
