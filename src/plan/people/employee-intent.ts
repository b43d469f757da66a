/** The common part of every change to a person's record. */
import type { FieldChange, Reason } from "../../model/plan/plan.ts";
import type { Intent } from "../draft/draft-plan.ts";
import type { Person } from "../match/people.ts";

export const employeeIntent = (
  person: Person,
  action: Intent["action"],
  reason: Reason,
  fields: readonly FieldChange[],
): Intent => ({
  kind: "employee",
  key: person.current?.account ?? person.account,
  label: person.label,
  ...(person.department === undefined ? {} : { department: person.department }),
  action,
  reason,
  step: 5,
  fields,
  operations: [],
});
