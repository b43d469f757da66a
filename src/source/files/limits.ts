/**
 * How large a file may be in each of its measures. They are judged before a file is parsed, because a parser that meets a
 * hostile file has spent the memory before it can say so: 1 KB of workbook can speak of 17 billion cells.
 */
import { MusterdError } from "../../lib/errors.ts";

export const limits = {
  /** Bytes of a text file: some 500,000 people with 20 columns. */
  textBytes: 100_000_000,
  /** Bytes of one row of a text file. */
  rowBytes: 1_048_576,
  columns: 2_000,
  /** Rows of a text file, blank ones too. */
  rows: 2_000_000,
  /** Bytes of a workbook as it lies in the folder. */
  workbookBytes: 50_000_000,
  /** Bytes of the parts of a workbook that are read, unpacked. */
  unpackedBytes: 120_000_000,
  /** Bytes unpacked for one that is packed, judged where more than `anyRatioBytes` are unpacked. */
  ratio: 100,
  anyRatioBytes: 20_000_000,
  /** Rows × columns of a sheet, up to the last cell with content. */
  cells: 5_000_000,
  /** What a spreadsheet itself permits: characters of a cell, rows, columns. */
  cellCharacters: 32_767,
  sheetRows: 1_048_576,
  sheetColumns: 16_384,
  /** Characters of all cells of a sheet together. */
  sheetCharacters: 250_000_000,
  /** Bytes of a tag of XML. */
  tagBytes: 8_192,
} as const;

/** `what` names the measure and its figure, `limit` what is permitted. */
export const tooLarge = (file: string, what: string, limit: number, line?: number): MusterdError =>
  new MusterdError("source-too-large", `${what}; at most ${figure(limit)} are read, and nothing of the file was used`, {
    place: { file, ...(line === undefined ? {} : { line }) },
    hint: "look at what has written the file: no list of people is so large; a larger one can be split into parts",
  });

/** 1048576 as 1,048,576. */
export const figure = (value: number): string => value.toLocaleString("en-US");
