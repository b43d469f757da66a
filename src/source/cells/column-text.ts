/**
 * Reads the text of one column of a record, or of several columns joined, before it is converted. A text that is made of a cell
 * without a value of its own has none either: it is that cell's text, so that the conversion says what is wrong with it.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Cell, Cells, FilePlace } from "../feeds/record.ts";
import { isFormulaError } from "./formula-errors.ts";
import { isNoValue } from "./stand-ins.ts";

export type Place = (name: string) => number;

export type IsBlank = (text: string) => boolean;

/**
 * Tests whether a trimmed text that is not blank is no value, but the error of a formula or, unless `isMeant`, a word for "no value" or
 * the 0 that a formula gives for a blank part of a person's name.
 */
export const lostTest =
  (isMeant: boolean, isNameOfPerson: boolean): IsBlank =>
  (text) =>
    isFormulaError(text) || (!isMeant && (isNoValue(text) || (isNameOfPerson && text === "0")));

/**
 * Returns a test whether a trimmed text stands for a blank cell: it is empty or one of `texts`, such as NULL or 無. Texts
 * are compared the way codes are compared.
 */
export const blankTest = (texts: readonly string[]): IsBlank => {
  if (texts.length === 0) return (text) => text === "";
  const keys = new Set(texts.map(canonicalKey));
  return (text) => text === "" || keys.has(canonicalKey(text));
};

/** The value of the pseudo columns `@file` and `@sheet`; undefined for any other column. */
export const ownWord = (column: string, file: FilePlace | undefined): string | undefined => {
  if (column === "@file") return file?.file;
  return column === "@sheet" && file ? (file.sheet ?? "") : undefined;
};

/** Makes one text of several values; undefined if it cannot be known which one is meant. */
export type OfSeveral = (values: readonly string[]) => string | undefined;

/** Compiles a column or a template (`{last} {first}`), which is blank if one of its columns is blank and none is lost. */
export const cellOf = (
  column: string,
  place: Place,
  file: FilePlace | undefined,
  isBlank: IsBlank,
  isLost: IsBlank,
  ofSeveral: OfSeveral,
): ((cells: Cells) => Cell) => {
  const own = ownWord(column, file);
  if (own !== undefined) return () => own;
  const parts = column.split(/\{([^{}]+)\}/);
  if (parts.length === 1) {
    const index = place(column);
    return (cells) => cells[index] ?? "";
  }
  const pieces = parts.map((part, at) => (at % 2 === 0 ? part : cellOf(part, place, file, isBlank, isLost, ofSeveral)));
  return (cells) => {
    let made = "";
    let blank = false;
    for (const piece of pieces) {
      const found = typeof piece === "string" ? piece : piece(cells);
      const cell = typeof found === "string" ? found : ofSeveral(found);
      // The template cannot use the values of this attribute, so they are returned instead.
      if (cell === undefined) return found;
      const text = typeof piece === "string" ? cell : cell.trim();
      if (typeof piece !== "string") {
        if (isBlank(text)) blank = true;
        else if (isLost(text)) return text;
      }
      made += text;
    }
    return blank ? "" : made;
  };
};

/** Joins columns or templates and skips the blank ones; one that is lost is the whole text. */
export const chainOf = (
  columns: readonly string[],
  join: string,
  cell: (column: string) => (cells: Cells) => Cell,
  isBlank: IsBlank,
  isLost: IsBlank,
): ((cells: Cells) => string) => {
  const pieces = columns.map(cell);
  return (cells) => {
    const texts = pieces.flatMap((piece) => piece(cells)).map((text) => text.trim());
    const filled = texts.filter((text) => !isBlank(text));
    return filled.find(isLost) ?? filled.join(join);
  };
};
