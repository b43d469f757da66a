/** A column of a table and what its cells have in common. Every fact is computed when it is first needed, and only once. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import { isFormulaError } from "../../../source/cells/formula-errors.ts";
import { scores } from "../knowledge/scores.ts";
import { isFiller } from "./known-words.ts";

/**
 * `cells`: the texts of all rows, "" for blank ones, for failed formulas, and for texts that stand for nothing. `fillers`: those texts. A
 * failed formula is none of them: it would clear what it could not look up.
 */
export type Column = {
  readonly name: string;
  readonly cells: readonly string[];
  readonly fillers: readonly string[];
  /** Canonical key → number of rows; blank cells are left out. */
  readonly counts: ReadonlyMap<string, number>;
  /** The different texts as they stand, in the order of their first rows. */
  readonly texts: readonly string[];
  readonly filled: number;
};

export const columnOf = (name: string, raw: readonly string[]): Column => {
  const fillers = new Set(raw.filter((cell) => cell !== "" && isFiller(cell)));
  const cells = raw.map((cell) => (fillers.has(cell) || isFormulaError(cell) ? "" : cell));
  const filled = cells.filter((cell) => cell !== "");
  const counts = new Map<string, number>();
  for (const cell of filled) counts.set(canonicalKey(cell), (counts.get(canonicalKey(cell)) ?? 0) + 1);
  return { name, cells, fillers: [...fillers], counts, texts: [...new Set(filled)], filled: filled.length };
};

/** The column of this name in a table, whatever its case and width. */
export const columnIn = ({ columns }: { readonly columns: readonly Column[] }, name: string): Column | undefined =>
  columns.find((column) => canonicalKey(column.name) === canonicalKey(name));

/** Is every row filled, and no value there twice? */
export const isKey = ({ cells, counts, filled }: Column): boolean => filled === cells.length && counts.size === filled;

/** Is no value there twice, whatever is blank? */
export const isUnique = ({ counts, filled }: Column): boolean => filled > 0 && counts.size === filled;

/** The share of the filled cells that a test accepts; 0 for a blank column. */
export const shareOf = ({ cells, filled }: Column, test: (cell: string) => boolean): number =>
  filled === 0 ? 0 : cells.filter((cell) => cell !== "" && test(cell)).length / filled;

export const isMostly = (column: Column, test: (cell: string) => boolean): boolean =>
  shareOf(column, test) >= scores.shape;

/** Addresses, with or without a name in front. */
export const isEmail = (text: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}$/.test(text);

/** A login: printable ASCII without a blank, with at least one letter. */
export const isLogin = (text: string): boolean => /^(?=.*[a-z])[!-~]+$/i.test(text);

/** What an employee number looks like: up to 24 characters of ASCII without a blank, with a digit, and neither an address nor 1001.0. */
export const isNumberLike = (text: string): boolean => /^(?=.*\d)(?!\d+\.0*$)[A-Z0-9._/-]{1,24}$/i.test(text);

/** 1, 2, 3 … in the order of the rows: a row number, which the next export gives to other people. */
export const isRowNumber = ({ cells }: Column): boolean =>
  cells.length > 1 && cells.every((cell, at) => Number(cell) === at + Number(cells[0]) && Number(cells[0]) <= 1);

/** Whether a text is the number of an identity card of Taiwan or China, by its check digit. */
export const isIdCard = (text: string): boolean => isTaiwanId(text) || isChinaId(text);

const letters = "ABCDEFGHJKLMNPQRSTUVXYWZIO";

const isTaiwanId = (text: string): boolean => {
  if (!/^[A-Z][1289A-D]\d{8}$/.test(text)) return false;
  const digits = `${letters.indexOf(text[0] ?? "") + 10}${(text[1] ?? "").replace(/[A-D]/, (one) => String(one.charCodeAt(0) - 65))}${text.slice(2)}`;
  const weights = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1];
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 10 === 0;
};

const isChinaId = (text: string): boolean => {
  if (!/^\d{17}[\dX]$/i.test(text)) return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return "10X98765432"[sum % 11] === text[17]?.toUpperCase();
};

/** The share of the filled cells of `from` whose values `to` has, too. `form` is applied to both. */
export const overlap = (from: Column, to: Column, form: (text: string) => string = (text) => text): number => {
  const known = new Set(to.texts.map((text) => canonicalKey(form(text))));
  return shareOf(from, (cell) => known.has(canonicalKey(form(cell))));
};

/** Whether equal cells of `from` always stand beside equal cells of `to`. Rows in which one is blank do not count. */
export const determines = (from: Column, to: Column): boolean => {
  const known = new Map<string, string>();
  for (const [row, cell] of from.cells.entries()) {
    const other = canonicalKey(to.cells[row] ?? "");
    if (cell === "" || other === "") continue;
    const before = known.get(canonicalKey(cell));
    if (before !== undefined && before !== other) return false;
    known.set(canonicalKey(cell), other);
  }
  return known.size > 0;
};

/** Returns the form of a number with zeros on the left; other texts stay. */
export const paddedTo =
  (width: number) =>
  (text: string): string =>
    /^\d+$/.test(text) ? text.padStart(width, "0") : text;

/** A code of a department or a title: short, of Latin letters, digits and signs, with a digit. */
export const looksLikeCode = (text: string): boolean => /^(?=.*\d)[A-Z0-9._-]{1,12}$/i.test(text);

/** The width in digits to which all cells are filled with zeros; undefined if they are not digits of one width, or none begins with 0. */
export const zeroWidth = ({ texts }: Column): number | undefined => {
  const [first = ""] = texts;
  const isPadded = texts.every((text) => /^\d+$/.test(text) && text.length === first.length);
  return isPadded && texts.some((text) => text.startsWith("0")) ? first.length : undefined;
};

/** The width of the numbers that begin with zeros, where others have fewer digits and so have probably lost theirs; undefined elsewhere. */
export const widthWithLostZeros = ({ texts }: Column): number | undefined => {
  const padded = texts.filter((text) => text.startsWith("0"));
  const width = padded[0]?.length ?? 0;
  const areNumbers = texts.every((text) => /^\d+$/.test(text) && text.length <= width);
  const isOneWidth = padded.length > 1 && padded.every((text) => text.length === width);
  return areNumbers && isOneWidth && texts.some((text) => text.length < width) ? width : undefined;
};
