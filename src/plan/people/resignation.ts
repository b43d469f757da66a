/** The resignation date (E9). No read returns it (R61), so HR's date is compared with the last one in the ledger. */
import type { Employee } from "../../model/directory/directory.ts";
import { employeeSubject, isStale, lastDayDoubt, ledgerKey } from "../../model/memory/memory.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { FieldChange, LedgerEntry } from "../../model/plan/plan.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { whyUnmanaged } from "../draft/judge-field.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { fieldPolicy } from "../draft/policy.ts";
import type { Person } from "../match/people.ts";

export type Remembered = {
  readonly fields: readonly FieldChange[];
  readonly operations: readonly Operation[];
  readonly remember: readonly LedgerEntry[];
  readonly doubts: readonly LedgerEntry[];
};

export const noResignation: Remembered = { fields: [], operations: [], remember: [], doubts: [] };

/**
 * Writes the date if it differs from the ledger's, or if the last write of it may have been lost. With `fill-if-empty`, a date that
 * musterd has written stays.
 */
export const resignationChange = (context: PeopleContext, desired: Employee, account: string): Remembered => {
  const policy = fieldPolicy(context.settings, "employee", "resignationDate");
  const after = desired.resignationDate;
  const before = writtenResignation(context, account);
  // Write the date again if the service may be older than the ledger.
  const isLost = isDoubted(context, account) || (before !== undefined && isStale(context.memory, account));
  const isFilled = policy === "fill-if-empty" && typeof before === "string" && !isLost;
  if (policy === "ignore" || isFilled) return noResignation;
  // Somebody has come back: their last day has passed, or was cleared. An older service may show them as if they had not left, or have that day.
  if (
    after === undefined &&
    isLost &&
    desired.active === true &&
    (before === null || (before ?? context.today) < context.today)
  )
    return setResignation(account, undefined, null);
  if (after === undefined || (after === (before ?? null) && !isLost)) return noResignation;
  return setResignation(account, isLost ? undefined : before, after);
};

/**
 * The last day of a person who comes back is written with the reactivation, also if it is the one that musterd wrote: whoever has
 * disabled the person may have set another, and no read returns it (R61). A source that does not state the field clears what
 * musterd wrote.
 */
export const returnersLastDay = (context: PeopleContext, desired: Employee, account: string): Remembered => {
  if (fieldPolicy(context.settings, "employee", "resignationDate") === "ignore") return noResignation;
  const before = writtenResignation(context, account);
  const after = desired.resignationDate;
  if (after !== undefined) return setResignation(account, after === before ? undefined : before, after);
  if (typeof before === "string") return setResignation(account, before, null);
  // A restored service has an earlier day, of which the ledger knows only that it was cleared, perhaps under the account that is given back.
  const isCleared = [account, desired.account].some((one) => writtenResignation(context, one) === null);
  return isCleared ? setResignation(account, undefined, null) : noResignation;
};

/** Leaves the last day, if neither a change of the data nor a reactivation (`onReturn`) writes it. */
export const leaveLastDay = (
  context: PeopleContext,
  person: Person,
  {
    desired,
    account,
    onReturn,
  }: { readonly desired: Employee; readonly account: string; readonly onReturn: Remembered },
): void => {
  if (onReturn.fields.length + resignationChange(context, desired, account).fields.length > 0) return;
  context.draft.leave(person, "resignationDate", whyLeft(context, desired, account));
};

const whyLeft = (context: PeopleContext, { resignationDate }: Employee, account: string): WhyNothing => {
  if (resignationDate === undefined) return "not-stated";
  const before = writtenResignation(context, account);
  const ruled = whyUnmanaged(context.settings, "employee", "resignationDate", before);
  return resignationDate === before ? "as-written" : (ruled ?? "as-written");
};

export const writtenResignation = (context: PeopleContext, account: string) =>
  context.memory.written.get(ledgerKey(employeeSubject(account), "resignationDate"));

export const setResignation = (
  account: string,
  before: string | null | undefined,
  after: string | null,
): Remembered => ({
  fields: [{ field: "resignationDate", ...(before === undefined ? {} : { before }), after }],
  operations: [{ id: "E9", account, resignationDate: after }],
  remember: [rememberedResignation(account, after), { ...doubtOf(account), value: null }],
  doubts: [{ ...doubtOf(account), value: "E9" }],
});

const doubtOf = (account: string) => ({ subject: employeeSubject(account), field: lastDayDoubt });

const isDoubted = ({ memory }: PeopleContext, account: string): boolean =>
  typeof memory.written.get(ledgerKey(employeeSubject(account), lastDayDoubt)) === "string";

export const rememberedResignation = (account: string, date: string | null): LedgerEntry => ({
  subject: employeeSubject(account),
  field: "resignationDate",
  value: date,
});
