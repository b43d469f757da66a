/**
 * The cause for which musterd disabled a person by policy, in the ledger. It tells such a person from one whom somebody else has
 * disabled, so that only the former becomes active again when the cause has passed and the source says nothing.
 */
import {
  createdFor,
  disabledFor,
  employeeSubject,
  ledgerKey,
  type Memory,
  type PolicyCause,
} from "../../model/memory/memory.ts";
import type { LedgerEntry, Reason } from "../../model/plan/plan.ts";

const causes: ReadonlySet<string> = new Set([
  "before-hire-date",
  "rescinded",
  "on-leave",
  "missing-in-source",
  "undone",
] satisfies PolicyCause[]);

const isCause = (text: string): text is PolicyCause => causes.has(text);

/** Undefined if musterd did not disable the person, or the source did not state the person as active. */
export const policyCause = ({ written }: Memory, account: string): PolicyCause | undefined => {
  const subject = employeeSubject(account);
  const text = written.get(ledgerKey(subject, disabledFor)) ?? written.get(ledgerKey(subject, createdFor));
  return typeof text === "string" && isCause(text) ? text : undefined;
};

/** What to remember when a person is disabled for `reason`. */
export const rememberedCause = (memory: Memory, account: string, reason: Reason): LedgerEntry[] =>
  isCause(reason)
    ? [{ subject: employeeSubject(account), field: disabledFor, value: reason }]
    : forgottenCause(memory, account);

/** What to remember before the person is disabled: the run may end before it can remember more. */
export const doubtfulCause = (account: string, reason: Reason): LedgerEntry[] =>
  isCause(reason) ? [{ subject: employeeSubject(account), field: createdFor, value: reason }] : [];

/** What to remember when the person has been disabled under another account than the one of the doubt. */
export const withoutDoubt = (account: string, reason: Reason): LedgerEntry[] =>
  doubtfulCause(account, reason).map((doubt) => ({ ...doubt, value: null }));

/** What to remember of a person who turns out to be disabled: what was in doubt has happened. */
export const settledCause = ({ written }: Memory, account: string): LedgerEntry[] => {
  const subject = employeeSubject(account);
  const doubt = written.get(ledgerKey(subject, createdFor));
  if (typeof doubt !== "string") return [];
  const value = written.get(ledgerKey(subject, disabledFor)) ?? doubt;
  return [
    { subject, field: disabledFor, value },
    { subject, field: createdFor, value: null },
  ];
};

/** What to remember when a person is active: nothing, if there is no cause to forget. */
export const forgottenCause = ({ written }: Memory, account: string): LedgerEntry[] => {
  const subject = employeeSubject(account);
  return [disabledFor, createdFor].flatMap((field) =>
    typeof written.get(ledgerKey(subject, field)) === "string" ? [{ subject, field, value: null }] : [],
  );
};
