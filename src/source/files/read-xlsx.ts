/**
 * From a workbook to rows of text. Whatever the cells look like on the screen, numbers are plain decimals, dates are ISO,
 * formulas are their stored result; row numbers are those the spreadsheet shows.
 */
import { Readable } from "node:stream";
import { MusterdError } from "../../lib/errors.ts";
import { lostValue } from "./sheet-repairs.ts";
import type { SiftedRows } from "./sift-rows.ts";
import { oneSheet, type SheetPlace, visibleSheets } from "./workbook.ts";

/** Hands every row to `rows`. Fails with `source-xlsx-invalid` or `source-sheet-unknown`. */
export const readXlsx = async (bytes: Buffer, place: SheetPlace, rows: SiftedRows): Promise<void> => {
  const table = await cellsOf(bytes, place);
  for (const [index, row] of table.entries()) rows.add(index + 1, row.map(cellText));
};

/** The sheets that are not hidden. Fails with `source-xlsx-invalid`. */
export const sheetNames = (bytes: Buffer, file: string): readonly string[] => {
  try {
    return visibleSheets(bytes);
  } catch (error) {
    throw invalid(bytes, { file }, error);
  }
};

/** Row by row, null where a cell is blank; rows that are not there are empty. */
const cellsOf = async (bytes: Buffer, place: SheetPlace): Promise<readonly (readonly unknown[])[]> => {
  try {
    const { pieces, position } = oneSheet(bytes, place);
    // Loading it takes longer than most commands; most sites have no workbooks.
    const { readSheet } = await import("read-excel-file/node");
    return await readSheet(Readable.from(pieces), position, { trim: false, parseNumber: decimalText });
  } catch (error) {
    throw error instanceof MusterdError ? error : invalid(bytes, place, error);
  }
};

const cellText = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return value instanceof Date ? dateText(value.getTime()) : "";
};

/** Digits beyond the fifteenth are lost in a spreadsheet, which shows such numbers as 1.23E+17. */
const exactDigits = 15;

/**
 * A stored number without exponent. One that is too long to be exact keeps its exponent, so that no code field takes it;
 * a fraction is rounded to the digits that a spreadsheet shows.
 */
const decimalText = (stored: string): string => {
  if (stored.length <= exactDigits && /^-?\d+$/.test(stored)) return stored;
  const value = Number(stored);
  if (!Number.isFinite(value)) return lostValue;
  if (Number.isInteger(value) && Math.abs(value) >= 10 ** exactDigits) {
    const rounded = Number(value.toPrecision(exactDigits)) === value;
    return rounded || !/^-?\d+$/.test(stored) ? value.toExponential().toUpperCase() : stored;
  }
  const text = String(Number(value.toPrecision(exactDigits)));
  return text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
};

const dayMs = 86_400_000;
/** 1 March 1900: from here on the days are numbered right (1900 was no leap year, whatever a spreadsheet says). */
const firstSoundDayMs = Date.UTC(1900, 2, 1);
const dayZeroMs = Date.UTC(1899, 11, 30);

/** Times are rounded to the second, because parts of a day are stored as a fraction. */
const dateText = (epochMs: number): string => {
  if (!Number.isFinite(epochMs)) return lostValue;
  // An empty cell taken over by a formula is 0, and a time of day alone is less than 1: neither is a date.
  if (epochMs < dayZeroMs + dayMs) return String((epochMs - dayZeroMs) / dayMs);
  const soundMs = epochMs < firstSoundDayMs ? epochMs + dayMs : epochMs;
  const iso = new Date(Math.round(soundMs / 1000) * 1000).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, -14) : iso.slice(0, -5);
};

const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const zipFile = Buffer.from("PK");

const invalid = (bytes: Buffer, { file }: SheetPlace, error: unknown): MusterdError =>
  new MusterdError("source-xlsx-invalid", `${whatIs(bytes, error)}; nothing of it was used`, {
    place: { file },
    wayOut: "save the sheet as an Excel workbook (.xlsx) without a password, or as “CSV UTF-8”",
    cause: error,
  });

const whatIs = (bytes: Buffer, error: unknown): string => {
  const startsWith = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(compoundFile)) {
    return bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))
      ? "the workbook is protected with a password"
      : "the file is a workbook of the old format (.xls) under another name";
  }
  if (!startsWith(zipFile)) return "the file is not a workbook";
  return `the workbook cannot be read: ${error instanceof Error ? error.message : String(error)}`;
};
