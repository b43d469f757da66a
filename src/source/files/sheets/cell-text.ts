/**
 * The text of a cell of a workbook. A number becomes a plain decimal, or what it looks like where the format of the cell adds zeros
 * (000123); a date becomes an ISO text, and a formula its stored result. A value that is lost never looks like a blank cell or a zero.
 */
import { dayMs } from "../../../lib/clock.ts";
import { lostValue, notCalculated } from "../../values/lost-cells.ts";
import type { CellFormat } from "./cell-formats.ts";

export type CellContent = {
  /** The attribute `t` of the cell (ECMA-376 part 1, section 18.18.11). Without the attribute, the cell is a number. */
  readonly type: string;
  /** The index of the format, or "". */
  readonly style: string;
  readonly formula: boolean;
  /** The text of `<v>`, or of `<is>` if `type` is `inlineStr`; undefined without the element. */
  readonly value: string | undefined;
};

/** Texts to which cells refer by their index. `struck`: those of which a part is struck out. */
export type SharedTexts = { readonly texts: readonly string[]; readonly struck: ReadonlySet<number> };

/** What cells refer to. */
export type Shared = SharedTexts & {
  readonly formats: readonly CellFormat[];
  /** Whether days are counted from 1904 instead of 1900. */
  readonly counts1904: boolean;
  /** Whether the program was to calculate the formulas when it opened the workbook: a stored 0 may be none of their results. */
  readonly isUncalculated: boolean;
};

/** Fails with a plain Error if the cell is not valid. */
export const cellText = ({ type, style, formula, value }: CellContent, shared: Shared): string => {
  // An empty text is a valid result of a formula.
  if (formula && (value === undefined || (value === "" && type !== "str"))) return notCalculated;
  if (formula && shared.isUncalculated && (value === "" || Number(value) === 0)) return notCalculated;
  if (type === "e") return value || lostValue;
  if (value === undefined || value === "") return "";
  if (type === "n") {
    const format = style === "" ? plain : shared.formats[Number(style)];
    if (format?.isDate) return dateText(Number(value), shared.counts1904);
    if (format) return format.shown ? format.shown(decimalText(value)) : decimalText(value);
  }
  if (type === "b" && (value === "1" || value === "0")) return value === "1" ? "true" : "false";
  if (type === "d") return plainDate(value);
  if (type === "inlineStr") return value;
  const text = type === "str" ? unescapedText(value) : type === "s" ? shared.texts[Number(value)] : undefined;
  if (text !== undefined) return text;
  throw new Error("a cell has an unknown type or value, or refers to a format or a text that is not there");
};

/** Whether a cell is struck out, or a part of its shared text. */
export const isStruckOut = ({ type, style, value }: CellContent, { formats, struck }: Shared): boolean =>
  formats[Number(style || -1)]?.isStruck === true || (type === "s" && struck.has(Number(value)));

const plain: CellFormat = { isDate: false, isStruck: false };

/** Decodes characters that XML cannot contain: `_x000D_` is a carriage return (ECMA-376 part 1, section 22.9.2.19). */
export const unescapedText = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Dates in a sheet have no time zone, even if they end in Z: respecting the Z would shift the date. */
const plainDate = (iso: string): string =>
  iso
    .trim()
    .replace(/(?:\.\d{1,9})?Z?$/, "")
    .replace(/T00:00(?::00)?$/, "");

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

const dayZeroMs = Date.UTC(1899, 11, 30);
/** The number of 1 March 1900. Days before it are one off, because spreadsheets take 1900 for a leap year. */
const firstRightDay = 61;
/** The number of 1 January 1904, from which some workbooks count. */
const day1904 = 1_462;

/** Times are rounded to the second, because they are stored as fractions of a day, which are not exact. */
const dateText = (days: number, counts1904: boolean): string => {
  const day = counts1904 ? days + day1904 : days;
  // A formula that refers to an empty cell gives 0, and a time of day alone is less than 1: neither is a date.
  if (day < 1) return Number.isFinite(day) ? String(day) : lostValue;
  const rightMs = dayZeroMs + (day < firstRightDay ? day + 1 : day) * dayMs;
  const date = new Date(Math.round(rightMs / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return lostValue;
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, -14) : iso.slice(0, -5);
};
