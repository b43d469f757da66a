/** The words in which conversions answer: a value, no statement, or why the cell is bad. */
import type { FieldValue } from "../model/plan.ts";

/** Why a cell has no value. `keepsRecord`: only this field is left out; otherwise the whole row is. */
export type BadCell = { readonly code: string; readonly reason: string; readonly keepsRecord?: true };

/** An `undefined` value makes no statement; null says that there is no value. */
export type Converted = { readonly value: FieldValue | undefined } | { readonly bad: BadCell };

/** Takes a trimmed text that is not empty. */
export type Convert = (text: string) => Converted;
