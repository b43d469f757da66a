/**
 * Masks personal data (the fields with `personal` in fields.ts), which never appears unmasked in a report, a log, an error text
 * or a job. The plan in memory and the stored plan of a running run contain the values; whatever is shown is masked here.
 */
import { isPersonal } from "../directory/known-fields.ts";
import type { Change, FieldChange, FieldValue, HeldChange, Plan } from "./plan.ts";

/** The mask shows that there is a value, but not its length. */
const maskedValue = "•••";

export const isMasked = (value: FieldValue | undefined): boolean => value === maskedValue;

export const maskValue = (value: FieldValue): FieldValue => (value === null || value === "" ? value : maskedValue);

/** The values of a record by field, for display. */
export const maskValues = (values: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isPersonal(field) ? maskValue(value as FieldValue) : value]),
  );

const maskField = (change: FieldChange): FieldChange =>
  isPersonal(change.field) && !(isShowable(change.before) && isShowable(change.after))
    ? {
        field: change.field,
        ...(change.before === undefined ? {} : { before: maskValue(change.before) }),
        after: maskValue(change.after),
      }
    : change;

const isShowable = (value: FieldValue | undefined): boolean =>
  value === undefined || value === null || value === "" || isMasked(value);

/** Returns the same list if nothing is to be masked: a stored plan is masked already, and may have 100,000 changes. */
const maskFields = (fields: readonly FieldChange[]): readonly FieldChange[] => {
  const masked = fields.map(maskField);
  return masked.every((field, index) => field === fields[index]) ? fields : masked;
};

/** A change for display: sensitive fields masked, operations (which carry values) removed. */
export const maskChange = (change: Change): Change => {
  const fields = maskFields(change.fields);
  const isMaskedAlready = fields === change.fields && change.operations.length === 0;
  return isMaskedAlready ? change : { ...change, fields, operations: noOperations };
};

const noOperations: Change["operations"] = [];

const maskHeld = (held: HeldChange): HeldChange => ({
  ...held,
  fields: held.fields.map(maskField),
  ...(held.candidates && {
    candidates: held.candidates.map((candidate) => ({ ...candidate, fields: candidate.fields.map(maskField) })),
  }),
});

/** A plan for display or permanent storage. Its fingerprint is that of the full plan. */
export const maskPlan = (plan: Plan): Plan => ({
  ...plan,
  changes: plan.changes.map(maskChange),
  held: plan.held.map(maskHeld),
});
