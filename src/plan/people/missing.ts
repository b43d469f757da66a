/**
 * People who are missing from the source (`policy.people.missing`). The ledger counts, for everybody whom the source has named
 * since the policy was set, the readings without the person; at most one counts a day, and a return sets the count to 0.
 * People whom the source never named are not missing: they are somebody else's. Joiners (joiners.ts) are counted without the
 * policy too.
 *
 *   the reading has …                                               counts
 *   no people, or its people are held by the quality gate           no
 *   people whose rows contradict each other (quarantined)           no
 *   a rejected row of a person, and nobody has its key              no: the row may be anybody's
 *   anything else                                                   yes, for everybody whom no row, rejected row, exception,
 *                                                                   conflict or possible twin may stand for
 *
 * A reading that does not count disables nobody. A refused one is never planned with.
 */
import { parseAddress } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { CalendarDate, Employee } from "../../model/directory/directory.ts";
import { sortedByLoss } from "../../model/directory/snapshot.ts";
import {
  createdFor,
  disabledFor,
  employeeSubject,
  ledgerKey,
  type Memory,
  missingReadings,
  subjectsWith,
} from "../../model/memory/memory.ts";
import type { HeldChange, LedgerEntry } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { type PeopleContext, type PlanInput, presentKeys } from "../draft/plan-context.ts";
import { isProtected } from "../draft/policy.ts";
import { forgottenCause, settledCause } from "../draft/policy-cause.ts";
import { withWrittenStatus } from "../draft/written-status.ts";
import { matchPeople, type Person } from "../match/people.ts";
import { isGoneJoiner, joinerSubjects, joinersRemembered, standingOf, unlistedStanding } from "./joiners.ts";
import { managesStatus } from "./wanted-status.ts";

type Reading = Pick<PlanInput, "source" | "settings" | "memory" | "today">;

/** After how many readings without a joiner the hire counts as rescinded, if `policy.people.missing` does not say. */
const rescindedAfter = 3;

/** Somebody of whom the source says nothing. */
export type Absent = {
  readonly account: string;
  readonly label: string;
  /** Absent for a joiner whom the site does not list, because it does not list disabled people (R51). */
  readonly person?: Person;
  readonly isJoiner: boolean;
};

/** `count`: the readings without the person, this one included; from `limit` on, the person is disabled or counts as rescinded. */
export type Missing = Absent & { readonly count: number; readonly limit: number };

/** Marks the people who have been missing long enough as leaving; disable.ts plans the changes. */
export const planMissing = (context: PeopleContext): void => {
  if (!managesStatus(context)) return;
  for (const { person, count, limit, isJoiner } of missingPeople(context, context.people.all, context.draft.held())) {
    if (!person?.active) continue;
    if (count < limit) {
      context.draft.leave(person, "active", "missing-counted");
      continue;
    }
    person.active = false;
    person.leaving = isJoiner ? "rescinded" : "missing-in-source";
  }
};

/** The active people who are missing, and the joiners who are. */
export const missingPeople = (
  reading: Reading,
  people: readonly Person[],
  held: readonly HeldChange[],
): readonly Missing[] => {
  const { memory, settings, today } = reading;
  if (!counts(reading.source, people)) return [];
  return absentPeople(reading, people, held).flatMap((absent) => {
    const limit = settings.people.missing ?? (absent.isJoiner ? rescindedAfter : undefined);
    const before = remembered(memory, absent.account);
    if (limit === undefined || (!before && !absent.isJoiner)) return [];
    const { count, on } = before ?? { count: 0, on: "" };
    return [{ ...absent, limit, count: on < today ? count + 1 : count }];
  });
};

/** The active people whom no row of the source may stand for, and the joiners. */
export const absentPeople = (
  { source, settings, memory, today }: Reading,
  people: readonly Person[],
  held: readonly HeldChange[],
): readonly Absent[] => {
  const joiners = joinerSubjects(memory);
  const isIdle = settings.people.missing === undefined && joiners.size === 0;
  if (isIdle || !source.directory.employees?.length) return [];
  const inDoubt = new Set([
    ...presentKeys(source),
    ...held.flatMap(({ kind, about, candidates = [] }) =>
      kind === "employee" ? [...about, ...candidates.map(({ key }) => key)].map((key) => canonicalKey(key)) : [],
    ),
  ]);
  const isInDoubt = (keys: readonly string[]) => keys.some((key) => inDoubt.has(key));
  const isJoiner = (current: Employee) =>
    joiners.has(employeeSubject(current.account)) && isGoneJoiner(memory, current, countOf(memory, current), today);
  const listed = people.flatMap((person): Absent[] => {
    const { correlation, current, label } = person;
    if (correlation.state !== "unmanaged" || !current || isProtected(settings, current.account)) return [];
    const entry = { account: current.account, label, person, isJoiner: isJoiner(current) };
    return (current.active || entry.isJoiner) && !isInDoubt(keysOf(person)) ? [entry] : [];
  });
  const known = new Set(people.flatMap(({ current, desired }) => [current, desired].map(subjectOf)));
  const unlisted = [...(counts(source, people) ? joiners : [])].flatMap((subject): Absent[] => {
    const address = parseAddress(subject);
    if (address?.of !== "employee") return [];
    const { key: account } = address;
    if (known.has(subject) || inDoubt.has(account) || !unlistedStanding(memory, account)) return [];
    if (isProtected(settings, account)) return [];
    return [{ account, label: account, isJoiner: true }];
  });
  return [...listed, ...unlisted];
};

const subjectOf = (record: Employee | undefined): string => (record ? employeeSubject(record.account) : "");

const counts = (source: PlanInput["source"], people: readonly Person[]): boolean => {
  const { directory, rejected, quarantined = [] } = source;
  if (!directory.employees?.length || quarantined.some(({ kind }) => kind === "employee")) return false;
  const known = new Set(people.flatMap((person) => (person.current ? keysOf(person) : [])));
  return sortedByLoss(rejected).rows.every(
    ({ kind, key, outside }) => kind !== "employee" || outside || (key !== undefined && known.has(canonicalKey(key))),
  );
};

const keysOf = ({ current }: Person): readonly string[] =>
  current ? [current.account, ...(current.number ? [current.number] : [])].map((key) => canonicalKey(key)) : [];

/** What to remember of a person whom the source has named for the first time. */
export const seenInSource = ({ people }: PlanSettings, account: string): LedgerEntry[] =>
  people.missing === undefined ? [] : [{ subject: employeeSubject(account), field: missingReadings, value: "0" }];

type Count = { readonly count: number; readonly on: CalendarDate };

/** The ledger's value is the count, followed by the date of the last reading that counted, if there was one. */
const remembered = ({ written }: Memory, account: string): Count | undefined => {
  const text = written.get(ledgerKey(employeeSubject(account), missingReadings));
  const [count, on = ""] = text?.split(" ") ?? [];
  return count === undefined ? undefined : { count: Number(count), on };
};

const countOf = (memory: Memory, { account }: Employee): number => remembered(memory, account)?.count ?? 0;

/**
 * What a run remembers of its reading, before it applies `held` and the rest of its plan: who was missing and who was there, and
 * the dates of joiners. It also forgets why somebody was disabled who is active again without our doing, and settles what was in
 * doubt of those who are disabled.
 */
export const readingRemembered = (
  input: Reading & Pick<PlanInput, "target">,
  plan: { readonly changes: readonly Pick<HeldChange, "id">[]; readonly held: readonly HeldChange[] },
): LedgerEntry[] => {
  const { source, settings, memory, today } = input;
  const target = withWrittenStatus(input.target, memory);
  const disabled = new Set([...plan.changes, ...plan.held].map(({ id }) => canonicalKey(id)));
  const active = target.employees.flatMap(({ account, active: isActive }) =>
    isActive && !disabled.has(canonicalKey(`employee/${account}/deactivate`)) ? [account] : [],
  );
  const anyCause = [disabledFor, createdFor].some((field) => subjectsWith(memory, field).length > 0);
  const inactive = target.employees.flatMap(({ account, active: isActive }) => (isActive ? [] : [account]));
  const causes = anyCause
    ? [
        ...active.flatMap((account) => forgottenCause(memory, account)),
        ...inactive.flatMap((account) => settledCause(memory, account)),
      ]
    : [];
  if (settings.people.missing === undefined && joinerSubjects(memory).size === 0)
    return [...causes, ...countsForgotten(memory, new Set())];
  const people = matchPeople(source, target.employees, memory).all;
  const missing = missingPeople(input, people, plan.held);
  return [
    ...causes,
    ...joinersRemembered(input, people, (current) => isGoneJoiner(memory, current, countOf(memory, current), today)),
    ...countsRemembered(input, people, missing),
    ...missing.flatMap((one) => rescindedCause(memory, one)),
  ];
};

const countsRemembered = (
  { memory, settings, today }: Reading,
  people: readonly Person[],
  missing: readonly Missing[],
): LedgerEntry[] => {
  const entry = (account: string, value: string): LedgerEntry[] => {
    const subject = employeeSubject(account);
    const isKnown = memory.written.get(ledgerKey(subject, missingReadings)) === value;
    return isKnown ? [] : [{ subject, field: missingReadings, value }];
  };
  const counted = missing.flatMap(({ account, count }) => entry(account, `${count} ${today}`));
  const present = people.flatMap(({ correlation }) =>
    correlation.state === "matched" ? [correlation.current.account] : [],
  );
  if (settings.people.missing !== undefined) return [...present.flatMap((account) => entry(account, "0")), ...counted];
  const joiners = joinerSubjects(memory).difference(new Set(present.map(employeeSubject)));
  return [...countsForgotten(memory, joiners), ...counted];
};

/** A joiner who waits and has been missing long enough waits no more. */
const rescindedCause = (memory: Memory, { account, person, count, limit }: Missing): LedgerEntry[] => {
  const { active, cause } = standingOf(memory, person?.current ?? { account });
  return !active && cause === "before-hire-date" && count >= limit
    ? [{ subject: employeeSubject(account), field: disabledFor, value: "rescinded" }]
    : [];
};

/** Without the setting, an old count must not go on later. */
const countsForgotten = (memory: Memory, kept: ReadonlySet<string>): LedgerEntry[] =>
  subjectsWith(memory, missingReadings).flatMap((subject) =>
    kept.has(subject) ? [] : [{ subject, field: missingReadings, value: null }],
  );
