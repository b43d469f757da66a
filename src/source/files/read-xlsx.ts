/**
 * Reads a workbook into rows of text. Whatever the display format of a cell is, a number becomes a plain decimal, a date
 * becomes an ISO text, and a formula becomes its stored result. Row numbers are those of the spreadsheet.
 */
import { Readable } from "node:stream";
import { MusterdError } from "../../lib/errors.ts";
import { figure, limits, tooLarge } from "./limits.ts";
import type { MergedCells } from "./scan-sheet.ts";
import { lostValue } from "./sheet-repairs.ts";
import type { SiftedRows } from "./sift-rows.ts";
import { oneSheet, type SheetPlace, visibleSheets } from "./workbook.ts";

/**
 * Passes every row to `rows` and returns the merged cells. Fails with `source-xlsx-invalid`, `source-sheet-unknown` or
 * `source-too-large`.
 */
export const readXlsx = async (bytes: Buffer, place: SheetPlace, rows: SiftedRows): Promise<readonly MergedCells[]> => {
  const { table, merged } = await tableOf(bytes, place);
  for (const [index, row] of table.entries()) rows.add(index + 1, row.map(cellText));
  return merged;
};

/** Returns the names of the sheets that are not hidden. Fails with `source-xlsx-invalid`. */
export const sheetNames = (bytes: Buffer, file: string): readonly string[] => {
  try {
    return visibleSheets(bytes, file);
  } catch (error) {
    throw invalid(bytes, { file }, error);
  }
};

/** The rows of a sheet and its merged cells. A blank cell is null; a row that is missing in the file is empty. */
type SheetTable = { readonly table: readonly (readonly unknown[])[]; readonly merged: readonly MergedCells[] };

const tableOf = async (bytes: Buffer, place: SheetPlace): Promise<SheetTable> => {
  try {
    const { pieces, position, merged } = oneSheet(bytes, place);
    // Loading read-excel-file takes longer than most commands, and most sites have no workbooks.
    const { readSheet } = await import("read-excel-file/node");
    const table = await readSheet(Readable.from(pieces), position, { trim: false, parseNumber: decimalText });
    checkTexts(table, place.file);
    return { table, merged };
  } catch (error) {
    throw error instanceof MusterdError ? error : invalid(bytes, place, error);
  }
};

/** Limits the texts of the cells. Many cells may share one long text, so a small file can become very large texts. */
const checkTexts = (table: SheetTable["table"], file: string): void => {
  let sum = 0;
  for (const [index, row] of table.entries()) {
    for (const cell of row) {
      if (typeof cell !== "string") continue;
      sum += cell.length;
      if (cell.length > limits.cellCharacters) {
        throw tooLarge(file, `a cell has ${figure(cell.length)} characters`, limits.cellCharacters, index + 1);
      }
    }
    if (sum > limits.sheetCharacters) {
      throw tooLarge(
        file,
        `the cells have more than ${figure(limits.sheetCharacters)} characters`,
        limits.sheetCharacters,
      );
    }
  }
};

const cellText = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return value instanceof Date ? dateText(value.getTime()) : "";
};

/** A spreadsheet loses digits beyond the fifteenth and shows such numbers as 1.23E+17. */
const exactDigits = 15;

/**
 * Returns a stored number without an exponent. Only an integer of more than 15 digits that may have been rounded gets an
 * exponent, so that no field for codes accepts it. A fraction is rounded to the digits that a spreadsheet shows.
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
  return text.includes("e") ? withoutZeros(value.toFixed(20)) : text;
};

/** 0.0000100 → 0.00001. */
const withoutZeros = (fraction: string): string => {
  let end = fraction.length;
  while (fraction[end - 1] === "0") end--;
  return fraction.slice(0, fraction[end - 1] === "." ? end - 1 : end);
};

const dayMs = 86_400_000;
/** 1 March 1900. Dates before it are one day off, because spreadsheets take 1900 for a leap year. */
const firstRightDayMs = Date.UTC(1900, 2, 1);
const dayZeroMs = Date.UTC(1899, 11, 30);

/** Times are rounded to the second, because they are stored as fractions of a day, which are not exact. */
const dateText = (epochMs: number): string => {
  if (!Number.isFinite(epochMs)) return lostValue;
  // A formula that refers to an empty cell gives 0, and a time of day alone is less than 1: neither is a date.
  if (epochMs < dayZeroMs + dayMs) return String((epochMs - dayZeroMs) / dayMs);
  const rightMs = epochMs < firstRightDayMs ? epochMs + dayMs : epochMs;
  const iso = new Date(Math.round(rightMs / 1000) * 1000).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, -14) : iso.slice(0, -5);
};

const invalid = (bytes: Buffer, { file }: SheetPlace, error: unknown): MusterdError =>
  new MusterdError("source-xlsx-invalid", `${whatIs(bytes, error)}; nothing of it was used`, {
    place: { file },
    hint: "save the sheet as an Excel workbook (.xlsx) without a password, or as “CSV UTF-8”",
    cause: error,
  });

const whatIs = (bytes: Buffer, error: unknown): string => {
  if (!bytes.subarray(0, 2).equals(zipMark)) return "the file is not a workbook";
  return `the workbook cannot be read: ${error instanceof Error ? error.message : String(error)}`;
};

const zipMark = Buffer.from("PK");
