/**
 * Detects changes without effect. Such a change was applied, but the next run plans it again unchanged, because the service
 * stores the value differently or ignores it, or because somebody resets it. The ledger counts how many times in a row each field
 * of a change was applied, and the draft plan holds the change when all its fields were applied too often. A change is not
 * counted as a whole, because a repair within the run has fewer fields.
 */
import { ledgerKey, type Memory } from "../model/memory.ts";
import type { FieldChange, LedgerEntry } from "../model/plan.ts";
import { digest } from "./fingerprint.ts";

/** Ledger subject under which applications of a change are counted. */
export const appliedSubject = (changeId: string): string => `applied/${changeId}`;

/** A change that was applied this many times in a row without effect is held, so that it is not written forever. */
const maxTimesApplied = 2;

/** Was every field of the change applied as often as a change may be without effect? */
export const isWithoutEffect = (id: string, fields: readonly FieldChange[], { written }: Memory): boolean =>
  fields.length > 0 && fields.every((field) => timesApplied(id, field, written) >= maxTimesApplied);

/** The ledger's entries after one more application of `fields`. */
export const countApplied = (id: string, fields: readonly FieldChange[], { written }: Memory): LedgerEntry[] =>
  fields.map((field) => ({
    subject: appliedSubject(id),
    field: field.field,
    value: `${appliedValue(field)}:${timesApplied(id, field, written) + 1}`,
  }));

/** How many times in a row the field was applied with these values. The ledger's entry is `digest:count`. */
const timesApplied = (id: string, field: FieldChange, written: Memory["written"]): number => {
  const [value, times] = written.get(ledgerKey(appliedSubject(id), field.field))?.split(":") ?? [];
  return value === appliedValue(field) ? Number(times) : 0;
};

/** Identifies what was applied without containing values: a digest of the field before and after. */
const appliedValue = (field: FieldChange): string => digest([field]).slice(0, 16);
