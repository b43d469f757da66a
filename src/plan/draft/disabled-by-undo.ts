/**
 * An undo disables what a run has created, because nothing is deleted. An export that says nothing about `active` still has it, so the
 * next run enables it again: only the undo has disabled it. For people this is a cause like those of the policy (policy-cause.ts).
 */
import { reference } from "../../model/directory/address.ts";
import { type CodedKind, keyOf, withEachList } from "../../model/directory/objects.ts";
import type { SourceSnapshot } from "../../model/directory/snapshot.ts";
import { disabledFor, employeeSubject, ledgerKey, type Memory, type PolicyCause } from "../../model/memory/memory.ts";
import type { Change, Kind, LedgerEntry } from "../../model/plan/plan.ts";

const markOf = (kind: Kind, key: string) => ({
  subject: kind === "employee" ? employeeSubject(key) : reference(kind, key),
  field: disabledFor,
});

const cause: PolicyCause = "undone";

/** What an undo remembers of a change; of somebody whom it also gives another account, under that one. */
export const undoMarks = ({ kind, key, fields, operations }: Change): LedgerEntry[] => {
  if (!fields.some(({ field, after }) => field === "active" && after === false)) return [];
  const disabled = operations.find((one) => one.id === "E7");
  return [{ ...markOf(kind, disabled?.account ?? key), value: cause }];
};

/** What to remember when an object is enabled again. */
export const withoutUndoMark = (memory: Memory, kind: CodedKind, key: string): { readonly remember?: LedgerEntry[] } =>
  isMarked(memory, kind, key) ? { remember: [{ ...markOf(kind, key), value: null }] } : {};

/** The source in which an object that only an undo has disabled is active, unless HR says otherwise. */
export const withUndone = (source: SourceSnapshot, memory: Memory): SourceSnapshot => {
  const directory = withEachList(source.directory, (kind, records) =>
    records.map((record) => {
      const isMeant = kind !== "employee" && record.active === undefined && isMarked(memory, kind, keyOf(record));
      return isMeant ? { ...record, active: true } : record;
    }),
  );
  return { ...source, directory };
};

const isMarked = ({ written }: Memory, kind: Kind, key: string): boolean => {
  const { subject, field } = markOf(kind, key);
  return written.get(ledgerKey(subject, field)) === cause;
};
