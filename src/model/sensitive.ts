/**
 * What is personal (fields.ts) never appears in clear in a report, a log, an error text or a job. The plan in memory and in the store of a run that is still going has the values; everything shown goes through here.
 */
import { isPersonal } from "./known-fields.ts";
import type { Change, FieldChange, FieldValue, HeldChange, Plan } from "./plan.ts";

/** What a masked value looks like: it tells that there is a value, not how long it is. */
const maskedValue = "•••";

export const isMasked = (value: FieldValue | undefined): boolean => value === maskedValue;

export const maskValue = (value: FieldValue): FieldValue => (value === null || value === "" ? value : maskedValue);

const maskField = (change: FieldChange): FieldChange =>
  isPersonal(change.field)
    ? {
        field: change.field,
        ...(change.before === undefined ? {} : { before: maskValue(change.before) }),
        after: maskValue(change.after),
      }
    : change;

/** A change as it may be shown: sensitive fields masked, operations (which carry values) left out. */
export const maskChange = (change: Change): Change => ({
  ...change,
  fields: change.fields.map(maskField),
  operations: [],
});

const maskHeld = (held: HeldChange): HeldChange => ({
  ...held,
  fields: held.fields.map(maskField),
  ...(held.candidates && {
    candidates: held.candidates.map((candidate) => ({ ...candidate, fields: candidate.fields.map(maskField) })),
  }),
});

/** A plan as it may be shown, stored for good, or sent. Its fingerprint is that of the full plan. */
export const maskPlan = (plan: Plan): Plan => ({
  ...plan,
  changes: plan.changes.map(maskChange),
  held: plan.held.map(maskHeld),
});
