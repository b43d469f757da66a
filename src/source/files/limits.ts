/**
 * How large a file may be. The limits are checked before parsing, because a parser runs out of memory before it can
 * report a hostile file: 1 KB of workbook can declare 17 billion cells.
 */
import { MusterdError } from "../../lib/errors.ts";

export const limits = {
  /** Bytes of a text file: some 500,000 people with 20 columns. */
  textBytes: 100_000_000,
  /** Bytes of one row of a text file. */
  rowBytes: 1_048_576,
  columns: 2_000,
  /** Rows of a text file, including blank ones. */
  rows: 2_000_000,
  /** Bytes of the workbook file. */
  workbookBytes: 50_000_000,
  /** Unpacked bytes of the parts of a workbook that are read. */
  unpackedBytes: 120_000_000,
  /** Unpacked bytes per packed byte; checked when more than `anyRatioBytes` are unpacked. */
  ratio: 100,
  anyRatioBytes: 20_000_000,
  /** Rows × columns of a sheet, up to the last filled cell. */
  cells: 5_000_000,
  /** The limits of spreadsheets: characters of a cell, rows, columns. */
  cellCharacters: 32_767,
  sheetRows: 1_048_576,
  sheetColumns: 16_384,
  sheetCharacters: 250_000_000,
  tagBytes: 8_192,
} as const;

/** `what`: the measure and its figure; `limit`: the largest permitted. */
export const tooLarge = (file: string, what: string, limit: number, line?: number): MusterdError =>
  new MusterdError("source-too-large", `${what}; at most ${figure(limit)} are read, and nothing of the file was used`, {
    place: { file, ...(line === undefined ? {} : { line }) },
    hint: "check the export: no list of people is this large; a larger one can be split into several files",
  });

export const figure = (value: number): string => value.toLocaleString("en-US");
