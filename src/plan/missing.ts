/**
 * People who are missing from the source (`policy.people.missing`). The ledger counts, for everybody whom the source has named
 * since the policy was set, the readings without the person; at most one counts a day, and a return sets the count to 0.
 * People whom the source never named are not missing: they are somebody else's.
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
import { canonicalKey } from "../model/canonical.ts";
import type { CalendarDate } from "../model/directory.ts";
import { createdFor, disabledFor, employeeSubject, ledgerKey, type Memory, missingReadings } from "../model/memory.ts";
import type { HeldChange, LedgerEntry } from "../model/plan.ts";
import type { PlanSettings } from "../model/settings.ts";
import { sortedByLoss } from "../model/snapshot.ts";
import { matchPeople, type Person } from "./people.ts";
import { type PeopleContext, type PlanInput, presentKeys } from "./plan-context.ts";
import { isProtected } from "./policy.ts";
import { forgottenCause } from "./policy-cause.ts";
import { managesStatus } from "./wanted-status.ts";

type Reading = Pick<PlanInput, "source" | "settings" | "memory" | "today">;

/** Marks the people who have been missing long enough as leaving; disable.ts plans the changes. */
export const planMissing = (context: PeopleContext): void => {
  const limit = context.settings.people.missing;
  if (limit === undefined || !managesStatus(context)) return;
  for (const [person, count] of missingPeople(context, context.people.all, context.draft.held())) {
    if (count < limit) continue;
    person.active = false;
    person.leaving = "missing-in-source";
  }
};

/** The active people who are missing, with the number of readings without them, this one included. */
export const missingPeople = (
  { source, settings, memory, today }: Reading,
  people: readonly Person[],
  held: readonly HeldChange[],
): ReadonlyMap<Person, number> => {
  if (!counts(source, people)) return new Map();
  const inDoubt = new Set([
    ...presentKeys(source),
    ...held.flatMap(({ kind, about, candidates = [] }) =>
      kind === "employee" ? [...about, ...candidates.map(({ key }) => key)].map((key) => canonicalKey(key)) : [],
    ),
  ]);
  return new Map(
    people.flatMap((person) => {
      const { correlation, current } = person;
      if (correlation.state !== "unmanaged" || !current?.active || isProtected(settings, current.account)) return [];
      if (keysOf(person).some((key) => inDoubt.has(key))) return [];
      const before = remembered(memory, current.account);
      return before ? [[person, before.on < today ? before.count + 1 : before.count] as const] : [];
    }),
  );
};

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

/**
 * What a run remembers of its reading, before it applies `held` and the rest of its plan: who was missing and who was there. It
 * also forgets why somebody was disabled who is active again without our doing.
 */
export const readingRemembered = (
  input: Reading & Pick<PlanInput, "target">,
  plan: { readonly changes: readonly Pick<HeldChange, "id">[]; readonly held: readonly HeldChange[] },
): LedgerEntry[] => {
  const { source, target, settings, memory, today } = input;
  const disabled = new Set([...plan.changes, ...plan.held].map(({ id }) => canonicalKey(id)));
  const active = target.employees.flatMap(({ account, active: isActive }) =>
    isActive && !disabled.has(canonicalKey(`employee/${account}/deactivate`)) ? [account] : [],
  );
  const anyCause = [disabledFor, createdFor].some((field) => subjectsWith(memory, field).length > 0);
  const forgotten = anyCause ? active.flatMap((account) => forgottenCause(memory, account)) : [];
  if (settings.people.missing === undefined) return [...forgotten, ...countsForgotten(memory)];
  const people = matchPeople(source, target.employees, memory).all;
  const entry = (account: string, value: string): LedgerEntry[] => {
    const subject = employeeSubject(account);
    const isKnown = memory.written.get(ledgerKey(subject, missingReadings)) === value;
    return isKnown ? [] : [{ subject, field: missingReadings, value }];
  };
  return [
    ...forgotten,
    ...people.flatMap(({ correlation }) =>
      correlation.state === "matched" ? entry(correlation.current.account, "0") : [],
    ),
    ...[...missingPeople(input, people, plan.held)].flatMap(([{ account }, count]) =>
      entry(account, `${count} ${today}`),
    ),
  ];
};

/** Without the setting, an old count must not go on later. */
const countsForgotten = (memory: Memory): LedgerEntry[] =>
  subjectsWith(memory, missingReadings).map((subject) => ({ subject, field: missingReadings, value: null }));

const subjectsWith = ({ written }: Memory, field: string): string[] => {
  const end = ledgerKey("", field);
  return [...written].flatMap(([key, value]) =>
    value !== null && key.endsWith(end) ? [key.slice(0, -end.length)] : [],
  );
};
