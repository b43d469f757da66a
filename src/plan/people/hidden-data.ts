/**
 * Handles hidden fields: personal fields whose values the service does not return. E11 may clear a field that it leaves out
 * (R10). So E11 needs HR's value of each hidden field, unless the site keeps omitted fields. Digests in the ledger show whether
 * HR's value differs from the value written last.
 */
import type { Employee } from "../../model/directory/directory.ts";
import { fieldsBy, isPersonal } from "../../model/directory/known-fields.ts";
import type { ShownEmployee, SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import { isStale, ledgerKey, type Memory, omittedFieldsEntry } from "../../model/memory/memory.ts";
import type { EmployeeData } from "../../model/plan/operation.ts";
import type { FieldChange, FieldValue, LedgerEntry } from "../../model/plan/plan.ts";
import type { Carried } from "../../model/plan/sameness.ts";
import type { PlanContext } from "../draft/plan-context.ts";
import { type Fields, fieldPolicy } from "../draft/policy.ts";
import { correlate } from "../match/correlate.ts";
import type { Person } from "../match/people.ts";
import { digestOf, entryOf, type Stated, statedBefore } from "../values/stated-values.ts";

const clearsOmitted = ledgerKey(omittedFieldsEntry.subject, omittedFieldsEntry.field);

type HiddenData = {
  /** HR's own values of hidden fields. */
  readonly known: EmployeeData;
  /** Hidden fields that HR does not state and that the site may clear. */
  readonly unknown: readonly string[];
  /** The part of `known` that must be written although no difference is visible. */
  readonly corrected: readonly FieldChange[];
};

export const hiddenData = (context: PlanContext, desired: Employee, current: ShownEmployee): HiddenData => {
  const { settings, memory } = context;
  const values = flat(desired);
  const known: Record<string, FieldValue> = {};
  const unknown: string[] = [];
  const mayBeCleared = settings.omittedFields === "unknown" || memory.written.get(clearsOmitted) === "cleared";
  for (const field of current.hidden ?? []) {
    const value = fieldPolicy(settings, "employee", field) === "manage" ? values[field] : undefined;
    if (value !== undefined) known[field] = value;
    else if (mayBeCleared) unknown.push(field);
  }
  const stated = statedBefore(memory, current.account);
  const mayBeOld = isStale(memory, current.account);
  const corrected = Object.entries(known).flatMap(([field, after]) =>
    differsFrom(stated.get(field), field, after, mayBeOld) ? [{ field, after }] : [],
  );
  // A number counts as not shown, never as hidden, because it identifies people; E11 may clear it all the same.
  const isSent = current.number === undefined && fieldPolicy(settings, "employee", "number") === "manage";
  return { known: isSent && desired.number ? { ...known, number: desired.number } : known, unknown, corrected };
};

type StatedValue = ReturnType<Stated["get"]>;

const differsFrom = (before: StatedValue, field: string, after: FieldValue, mayBeOld: boolean): boolean =>
  before !== undefined && (before.digest !== digestOf(field, after) || (mayBeOld && before.isWritten));

/**
 * The expiry of an account that the service does not show, as far as it must be written: if HR's value differs from the one stated last,
 * or, while none was stated, with the person's data (`isWritten`): a site that ignored those when it created the person may have ignored all.
 */
export const hiddenExpiry = (
  { settings, memory }: PlanContext,
  { expiredTime: after }: Employee,
  { account, expiredTime: shown }: ShownEmployee,
  isWritten: boolean,
): FieldChange[] => {
  if (shown !== undefined || after === undefined || fieldPolicy(settings, "employee", expiry) !== "manage") return [];
  const before = statedBefore(memory, account).get(expiry);
  const isDue = before === undefined ? isWritten : differsFrom(before, expiry, after, isStale(memory, account));
  return isDue ? [{ field: expiry, after }] : [];
};

const expiry = "expiredTime";

/** What a reading does not show of a person and the ledger remembers instead. */
const hiddenOf = ({ hidden = [], expiredTime }: ShownEmployee): readonly string[] =>
  expiredTime === undefined ? [...hidden, expiry] : hidden;

/** The fields of an operation that the service shows of a person. */
export const shownOnly = (carried: Carried, { hidden }: ShownEmployee): Carried =>
  hidden ? { ...carried, fields: carried.fields.filter(([field]) => !hidden.includes(field)) } : carried;

/** A hidden field has a value. */
const whyHidden = { manage: "hidden", ignore: "ignored", "fill-if-empty": "filled" } as const;

/** Leaves the hidden fields that are not corrected. */
export const leaveHidden = (
  { draft, settings }: PlanContext,
  person: Person,
  {
    desired,
    current,
    corrected,
  }: Pick<HiddenData, "corrected"> & { readonly desired: Employee; readonly current: ShownEmployee },
): void => {
  for (const field of current.hidden ?? []) {
    if (corrected.some((one) => one.field === field)) continue;
    const isStated = flat(desired)[field] !== undefined;
    draft.leave(person, field, isStated ? whyHidden[fieldPolicy(settings, "employee", field)] : "not-stated");
  }
};

/** Sites often hide personal fields; the ledger remembers their values from the first write on. */
const oftenHidden = fieldsBy("employee", "E11").filter(isPersonal);

/** The ledger entry for the fields of a write that the service hides or may hide. */
export const statedEntry = (
  memory: Memory,
  account: string,
  values: Fields,
  hidden: readonly string[] = [],
): LedgerEntry[] => {
  const fields = [...new Set([...oftenHidden, ...hidden])].filter((field) => values[field] !== undefined);
  if (fields.length === 0) return [];
  const stated = new Map(statedBefore(memory, account));
  for (const field of fields) stated.set(field, { digest: digestOf(field, values[field] ?? null), isWritten: true });
  return [entryOf(account, stated)];
};

/** After a run: from now on, HR's values of hidden fields that were never written count as the service's values. */
export const hiddenBaseline = (source: SourceSnapshot, target: TargetSnapshot, memory: Memory): LedgerEntry[] => {
  if (!target.employees.some((person) => hiddenOf(person).length > 0)) return [];
  return correlate(source, target.employees, memory).flatMap((entry) => {
    if (entry.state !== "matched") return [];
    const values = flat(entry.desired);
    const { account } = entry.current;
    const stated = new Map(statedBefore(memory, account));
    const fields = hiddenOf(entry.current).filter((field) => values[field] !== undefined && !stated.has(field));
    for (const field of fields) stated.set(field, { digest: digestOf(field, values[field] ?? null), isWritten: false });
    return fields.length > 0 ? [entryOf(account, stated)] : [];
  });
};

/** A record as fields by name, for comparisons. */
export const flat = (employee: Employee): Fields =>
  employee as unknown as Readonly<Record<string, FieldValue | undefined>>;
