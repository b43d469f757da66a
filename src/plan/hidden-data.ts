/**
 * What the service has of a person and does not show. E11 must state every field or leave it out, and leaving it out may
 * clear it (R10), so each hidden field needs a value from HR, or a site that is known to keep what is left out.
 */
import type { Employee } from "../model/directory.ts";
import { ledgerKey, omittedFieldsEntry } from "../model/memory.ts";
import type { EmployeeData } from "../model/operation.ts";
import type { FieldValue } from "../model/plan.ts";
import type { ShownEmployee } from "../model/snapshot.ts";
import { type Fields, fieldPolicy } from "./policy.ts";
import type { PeopledWorld } from "./world.ts";

const clearsOmitted = ledgerKey(omittedFieldsEntry.subject, omittedFieldsEntry.field);

/** `known`: HR's own values of hidden fields. `unknown`: hidden fields that nobody can state and that may be cleared. */
export const hiddenData = (world: PeopledWorld, desired: Employee, current: ShownEmployee) => {
  const { settings, memory } = world;
  const values = flat(desired);
  const known: Record<string, FieldValue> = {};
  const unknown: string[] = [];
  const mayBeCleared = settings.omittedFields === "unknown" || memory.written.get(clearsOmitted) === "cleared";
  for (const field of current.hidden ?? []) {
    const value = fieldPolicy(settings, "employee", field) === "manage" ? values[field] : undefined;
    if (value !== undefined) known[field] = value;
    else if (mayBeCleared) unknown.push(field);
  }
  return { known: known as EmployeeData, unknown };
};

/** A record as fields by name, for comparisons. */
export const flat = (employee: Employee): Fields =>
  employee as unknown as Readonly<Record<string, FieldValue | undefined>>;
