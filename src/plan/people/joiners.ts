/**
 * Joiners: people whom musterd has created before their hire date and who have not started. The ledger remembers the hire date that
 * HR stated last, from the creation until the joiner is active on or after it. Whoever is active without a word of HR while musterd
 * waits was activated by somebody else, and is no joiner any more once HR's row is gone. The first row that applies decides:
 *
 *   HR's row is …                         an inactive joiner                       an active joiner (`waitForHireDate: false`)
 *   unknown: rejected, quarantined, or    stays                                    stays
 *     perhaps somebody else's
 *   gone                                  stays; rescinded after n counted         disabled as rescinded after n counted readings, if
 *                                         readings, and waits for nothing          the first of them came before the hire date
 *   inactive, or has a last working day   stays: nothing would ever activate the   disabled when HR says so
 *     before the hire date                person
 *   there, the hire date is cleared       stays until HR states a date             stays
 *   there, and says nothing of a date     the date that HR stated last applies     stays
 *   there, the date is ahead              stays until the date                     stays
 *   there, the date has come              is activated                             stays, has started
 *
 * The status follows from statusOn (wanted-status.ts) on every day, so whatever HR changes back is right again. n is
 * `policy.people.missing`, or 3 without it. Everybody who does not simply wait for an unchanged date is named (rescinded.ts).
 */
import type { CalendarDate, Employee } from "../../model/directory/directory.ts";
import {
  createdFor,
  disabledFor,
  employeeSubject,
  isStale,
  ledgerKey,
  type Memory,
  type PolicyCause,
  statedHireDate,
} from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { policyCause } from "../draft/policy-cause.ts";
import type { Person } from "../match/people.ts";

/** How a person is in the service, and what musterd remembers of it. */
export type Standing = {
  readonly active: boolean;
  /** Why the policy has disabled the person. */
  readonly cause?: PolicyCause | undefined;
  /** The hire date that HR stated last of a joiner; empty: cleared. Absent for everybody else. */
  readonly statedHire?: string | undefined;
};

/** Has the policy disabled the person as a joiner? */
export const isJoinerCause = (cause: PolicyCause | undefined): boolean =>
  cause === "before-hire-date" || cause === "rescinded";

export const standingOf = (memory: Memory, current: Pick<Employee, "account" | "active" | "hireDate">): Standing => {
  const cause = policyCause(memory, current.account);
  const known = memory.written.get(ledgerKey(employeeSubject(current.account), statedHireDate));
  const statedHire = typeof known === "string" ? known : isJoinerCause(cause) ? (current.hireDate ?? "") : undefined;
  return { active: current.active === true, cause, statedHire };
};

/**
 * The standing of a joiner whom musterd has created, disabled, on a site that does not list disabled people (R51). Creating the person
 * again would activate the account for a moment.
 */
export const unlistedStanding = (memory: Memory, account: string): Standing | undefined => {
  const cause = memory.written.get(ledgerKey(employeeSubject(account), disabledFor));
  const isJoiner = cause === "before-hire-date" || cause === "rescinded";
  return isJoiner && !isStale(memory, account) ? standingOf(memory, { account }) : undefined;
};

/** The hire date that applies; undefined: none is known, or HR has cleared it. */
export const hireDateOf = ({ hireDate }: Employee, standing: Standing | undefined): CalendarDate | undefined =>
  (hireDate === undefined ? standing?.statedHire : hireDate) || undefined;

/** What to remember of a newcomer who is created before the hire date. */
export const joinerCreated = ({ account, hireDate }: Employee, today: CalendarDate) => {
  if (!hireDate || hireDate <= today) return { remember: [], doubts: [] };
  const subject = employeeSubject(account);
  return {
    remember: [{ subject, field: statedHireDate, value: hireDate }],
    doubts: [{ subject, field: createdFor, value: "before-hire-date" }],
  };
};

/**
 * Is somebody whom HR has no more a joiner? `counted`: the readings without the person before this one. An active joiner whose date
 * came before HR's row was gone has started, and who is disabled for another cause waits for nothing.
 */
export const isGoneJoiner = (memory: Memory, current: Employee, counted: number, today: CalendarDate): boolean => {
  const { active, statedHire, cause } = standingOf(memory, current);
  if (!active || statedHire === undefined) return isJoinerCause(cause);
  return !isActivatedByOthers(memory, current.account) && (statedHire === "" || statedHire > today || counted > 0);
};

/** Was the person disabled by musterd, and is active? A disabling that may not have been carried out does not count. */
const isActivatedByOthers = ({ written }: Memory, account: string): boolean => {
  const [done, doubt] = [disabledFor, createdFor].map((field) =>
    written.get(ledgerKey(employeeSubject(account), field)),
  );
  return typeof done === "string" && typeof doubt !== "string";
};

/** What a run remembers of the joiners, before it applies its plan. `isGone` is `isGoneJoiner`. */
export const joinersRemembered = (
  { memory, today }: { readonly memory: Memory; readonly today: CalendarDate },
  people: readonly Person[],
  isGone: (current: Employee) => boolean,
): LedgerEntry[] => {
  const subjects = joinerSubjects(memory);
  return people.flatMap((person): LedgerEntry[] => {
    const account = person.current?.account ?? person.account;
    const subject = employeeSubject(account);
    if (!subjects.has(subject) || person.correlation.state === "conflict") return [];
    const standing = standingOf(memory, person.current ?? { account });
    const statedHire = statedAfter(person, standing, today, isGone);
    const before = memory.written.get(ledgerKey(subject, statedHireDate)) ?? null;
    const isBack = standing.cause === "rescinded" && !standing.active && person.desired && (statedHire ?? "") > today;
    return [
      ...(statedHire === before ? [] : [{ subject, field: statedHireDate, value: statedHire }]),
      ...(isBack ? [{ subject, field: disabledFor, value: "before-hire-date" }] : []),
    ];
  });
};

const statedAfter = (
  { correlation }: Person,
  { active, statedHire }: Standing,
  today: CalendarDate,
  isGone: (current: Employee) => boolean,
): string | null => {
  if (statedHire === undefined || correlation.state === "conflict") return null;
  if (correlation.state === "unmanaged") return isGone(correlation.current) ? statedHire : null;
  const hasStarted = active && statedHire !== "" && statedHire <= today;
  const { hireDate } = correlation.desired;
  return hasStarted ? null : hireDate === undefined ? statedHire : (hireDate ?? "");
};

/** The ledger subjects of all joiners. */
export const joinerSubjects = ({ written }: Memory): ReadonlySet<string> => {
  const subjects = new Set<string>();
  for (const [key, value] of written) {
    if (value === null) continue;
    const at = key.lastIndexOf(" ");
    const isCause = value === "before-hire-date" || value === "rescinded";
    if (isCause || key.endsWith(stated)) subjects.add(key.slice(0, at));
  }
  return subjects;
};

const stated = ledgerKey("", statedHireDate);
