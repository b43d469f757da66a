/**
 * Holds phones that are the service's without a leading zero: a spreadsheet that opens HR's file takes it for a number. Whoever has
 * corrected such a phone in HR gets the zero back, because only the loss is held.
 */
import type { FieldChange, FieldValue } from "../../model/plan/plan.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import type { Person } from "../match/people.ts";
import { employeeIntent } from "./employee-intent.ts";

/** Returns the other fields. */
export const withoutLostZeros = (
  { draft }: PeopleContext,
  person: Person,
  fields: readonly FieldChange[],
): readonly FieldChange[] => {
  const lost = fields.find(({ field, before, after }) => field === "phoneNumber" && isWithoutZeros(after, before));
  if (!lost) return fields;
  draft.hold({ ...employeeIntent(person, "update", "differs", [lost]), part: lost.field }, "zeros-lost", [lost.field]);
  return fields.filter((one) => one !== lost);
};

const isWithoutZeros = (after: FieldValue, before: FieldValue | undefined): boolean => {
  const [now, then] = [after, before].map((value) => String(value ?? "").replaceAll(/[^\d+]/g, ""));
  return now !== undefined && /^[1-9]\d{5,}$/.test(now) && then?.replace(/^0+/, "") === now;
};
