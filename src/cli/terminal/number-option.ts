/** Reads the numbers that options give. */
import { MusterdError } from "../../lib/errors.ts";

/** Returns a function that reads a number. It throws `option-invalid`, which says what the text is not, and the hint. */
export const numberOf = (what: string, hint: string, isValid: (value: number) => boolean) => (text: string) => {
  // A variable of a script that is not set: `Number` would take it for 0.
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (isValid(value)) return value;
  throw new MusterdError("option-invalid", `${text} is not ${what}`, { hint });
};

export const isWhole = Number.isInteger;

export const headcount = numberOf("a number of people", "give a whole number", isWhole);

/** A number of runs, records or lines to show. */
export const limitOf = numberOf("a limit", "give a whole number from 1, such as --limit 3", (n) => isWhole(n) && n > 0);
