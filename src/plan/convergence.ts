/**
 * Detects changes without effect. Such a change was applied, but the next run plans it again unchanged, because the service
 * stores the value differently or ignores it, or because somebody resets it. The ledger counts how many times in a row a change
 * was applied, and the draft plan holds the change when it was applied too often.
 */
import type { FieldChange } from "../model/plan.ts";
import { digest } from "./fingerprint.ts";

/** Ledger subject under which applications of a change are counted. */
export const appliedSubject = (changeId: string): string => `applied/${changeId}`;

/** Identifies what was applied without containing values: a digest of the fields before and after. */
export const appliedValue = (fields: readonly FieldChange[]): string => digest(fields).slice(0, 16);

/** How many times in a row `value` was applied. `seen` is the entry in the ledger: `digest:count`. */
export const timesApplied = (seen: string | null, value: string): number =>
  seen?.startsWith(`${value}:`) ? Number(seen.slice(value.length + 1)) : 0;

/** The ledger's next entry after one more application of `fields`. */
export const countApplied = (seen: string | null, fields: readonly FieldChange[]): string => {
  const value = appliedValue(fields);
  return `${value}:${timesApplied(seen, value) + 1}`;
};
