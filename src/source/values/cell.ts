/** The result of converting a cell: a value, no statement, or the reason why the cell is bad. */
import type { FieldValue } from "../../model/plan/plan.ts";

/**
 * Why a cell could not be converted. `keepsRecord`: only this field is left out; otherwise the whole row is rejected. `value` still
 * tells which person is meant, and is never written.
 */
export type BadCell = {
  readonly code: string;
  readonly reason: string;
  readonly keepsRecord?: true;
  readonly value?: string;
};

/** undefined: the source says nothing about the field; null: the field has no value. */
export type Converted = { readonly value: FieldValue | undefined } | { readonly bad: BadCell };

/** Converts a text that is trimmed and not empty. */
export type Convert = (text: string) => Converted;
