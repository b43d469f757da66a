/** Conditions on records, compiled against a header: which records are in scope, and which accounts are protected. */
import { canonicalKey } from "../model/canonical.ts";
import type { IsBlank } from "./column-text.ts";
import type { Part } from "./feed.ts";
import type { Condition } from "./part-settings.ts";
import { compilePattern } from "./patterns.ts";
import type { Cell } from "./record.ts";

type Test = (cells: readonly Cell[]) => boolean;

/**
 * Returns a test that is true for a record in scope. With `any` it is true for a record that meets any condition of
 * `except`.
 */
export const compileConditions = (
  { only = [], except = [] }: Pick<Part, "only" | "except">,
  place: (where: string) => (name: string) => number,
  isBlank: IsBlank,
  any = false,
): Test => {
  const musts = only.map((condition, index) => compile(condition, place(`only.${index}`)(condition.column), isBlank));
  const nots = except.map((condition, index) => {
    return compile(condition, place(`${any ? "protect" : "except"}.${index}`)(condition.column), isBlank);
  });
  if (musts.length + nots.length === 0) return () => !any;
  if (any) return (cells) => nots.some((test) => test(cells));
  return (cells) => musts.every((test) => test(cells)) && !nots.some((test) => test(cells));
};

/**
 * `is` compares texts the way codes are compared: without spaces at the ends, in NFKC, ignoring case. If there are
 * several values, one match is enough.
 */
const compile = ({ is, matches, blank }: Condition, index: number, isBlank: IsBlank): Test => {
  const words = is && new Set(is.map((word) => canonicalKey(word)));
  const pattern = matches === undefined ? undefined : compilePattern(matches);
  return (cells) => {
    const values = [cells[index] ?? ""].flat().map((value) => value.trim());
    const filled = values.filter((value) => !isBlank(value));
    if (blank !== undefined && blank !== (filled.length === 0)) return false;
    if (words && !filled.some((value) => words.has(canonicalKey(value)))) return false;
    return pattern === undefined || filled.some((value) => pattern.test(value));
  };
};
