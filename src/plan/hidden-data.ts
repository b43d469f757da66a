/**
 * What the service has of a person and does not show. E11 must state every field or leave it out, and leaving it out may
 * clear it (R10), so each hidden field needs a value from HR, or a site that is known to keep what is left out. Whether
 * HR's value is another than the one stated last is told by digests in the ledger.
 */
import { canonicalKey, canonicalText } from "../model/canonical.ts";
import type { Employee } from "../model/directory.ts";
import { fieldSpec, fieldsBy, isPersonal } from "../model/known-fields.ts";
import { employeeSubject, isStale, ledgerKey, type Memory, omittedFieldsEntry } from "../model/memory.ts";
import type { EmployeeData } from "../model/operation.ts";
import type { FieldChange, FieldValue, LedgerEntry } from "../model/plan.ts";
import type { ShownEmployee, SourceSnapshot, TargetSnapshot } from "../model/snapshot.ts";
import { correlate } from "./correlate.ts";
import { digest } from "./fingerprint.ts";
import type { PlanContext } from "./plan-context.ts";
import { type Fields, fieldPolicy } from "./policy.ts";

const clearsOmitted = ledgerKey(omittedFieldsEntry.subject, omittedFieldsEntry.field);

type HiddenData = {
  /** HR's own values of hidden fields. */
  readonly known: EmployeeData;
  /** Hidden fields that nobody can state and that may be cleared. */
  readonly unknown: readonly string[];
  /** Of `known`: what must be written although nothing shows a difference. */
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
  const corrected = Object.entries(known).flatMap(([field, after]) => {
    const before = stated.get(field);
    if (before === undefined) return [];
    const differs = before.digest !== digestOf(field, after);
    return differs || (mayBeOld && before.isWritten) ? [{ field, after }] : [];
  });
  return { known, unknown, corrected };
};

/** Sites hide what is personal; what is stated of it is remembered from the first write on. */
const oftenHidden = fieldsBy("employee", "E11").filter(isPersonal);

/** What a write states of fields that the service hides, or may hide, for the ledger. */
export const statedEntry = (
  memory: Memory,
  account: string,
  data: EmployeeData,
  hidden: readonly string[] = [],
): LedgerEntry[] => {
  const values = data as Readonly<Record<string, FieldValue | undefined>>;
  const fields = [...new Set([...oftenHidden, ...hidden])].filter((field) => values[field] !== undefined);
  if (fields.length === 0) return [];
  const stated = new Map(statedBefore(memory, account));
  for (const field of fields) stated.set(field, { digest: digestOf(field, values[field] ?? null), isWritten: true });
  return [entryOf(account, stated)];
};

/** After a run: HR's values of hidden fields that no write has stated yet count as those of the service from now on. */
export const hiddenBaseline = (source: SourceSnapshot, target: TargetSnapshot, memory: Memory): LedgerEntry[] => {
  if (!target.employees.some(({ hidden }) => hidden)) return [];
  return correlate(source, target.employees, memory.links?.employee).flatMap((entry) => {
    if (entry.state !== "matched") return [];
    const values = flat(entry.desired);
    const { account, hidden = [] } = entry.current;
    const stated = new Map(statedBefore(memory, account));
    const fields = hidden.filter((field) => values[field] !== undefined && !stated.has(field));
    for (const field of fields) stated.set(field, { digest: digestOf(field, values[field] ?? null), isWritten: false });
    return fields.length > 0 ? [entryOf(account, stated)] : [];
  });
};

/** `field=digest`, with `!` behind a digest that a write has stated; separated by blanks. */
type Stated = ReadonlyMap<string, { readonly digest: string; readonly isWritten: boolean }>;

const statedField = "stated";

const statedBefore = ({ written }: Memory, account: string): Stated => {
  const text = written.get(ledgerKey(employeeSubject(account), statedField)) ?? "";
  return new Map(
    text.split(" ").flatMap((part) => {
      const [, field, found = "", mark] = /^(\w+)=(\w+)(!?)$/.exec(part) ?? [];
      return field === undefined ? [] : [[field, { digest: found, isWritten: mark === "!" }]];
    }),
  );
};

const entryOf = (account: string, stated: Stated): LedgerEntry => ({
  subject: employeeSubject(account),
  field: statedField,
  value: [...stated].map(([field, { digest: text, isWritten }]) => `${field}=${text}${isWritten ? "!" : ""}`).join(" "),
});

/** 32 bits: enough to see a correction, too few to tell an ID number or a phone by. */
const digestOf = (field: string, value: FieldValue): string => {
  const text = typeof value === "string" ? value : null;
  const isCode = fieldSpec("employee", field)?.same === "code";
  return digest([field, isCode ? canonicalKey(text ?? "") : canonicalText(text)]).slice(0, 8);
};

/** A record as fields by name, for comparisons. */
export const flat = (employee: Employee): Fields =>
  employee as unknown as Readonly<Record<string, FieldValue | undefined>>;
