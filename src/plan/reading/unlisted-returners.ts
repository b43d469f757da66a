/**
 * Where E1 does not list everybody inactive (R51), somebody who comes back under another number and another account would be created a
 * second time, and somebody else's record be taken for that of whoever has got its number. So before somebody is created, E2 is asked for
 * everybody whom musterd remembers and E1 does not list, and whoever resembles a newcomer or has a key of theirs counts as listed.
 * Whom musterd does not know is left to E12, which searches for both keys.
 */

import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { CalendarDate, Employee } from "../../model/directory/directory.ts";
import type { ShownEmployee, Sought, SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import { type Memory, subjectOf } from "../../model/memory/memory.ts";
import type { Change } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import type { Correlation } from "../match/correlate.ts";
import { agreeing, commonFrom, commonValues } from "../match/evidence.ts";
import { askedBefore, keysOfPerson } from "../match/open-questions.ts";
import { unmatched } from "./unlisted-leavers.ts";

/** Both sides, and who is who as far as E1 shows. */
type Sides = {
  readonly people: readonly Correlation[];
  readonly lists: TargetLists;
  readonly desired: SourceSnapshot;
};

type Remembered = {
  readonly ledger: Memory;
  readonly links: NonNullable<Memory["links"]>;
  readonly applied: readonly { readonly change: Change }[];
};

/** Everybody whom musterd remembers and E1 does not list, if somebody is to be created. */
export const unlistedReturners = (
  { people, lists, desired }: Sides,
  { ledger, links, applied }: Remembered,
  settings: PlanSettings,
  today: CalendarDate,
): readonly Sought[] => {
  const newcomers = unmatched(people, settings, today, "newcomer");
  if (newcomers.length === 0) return [];
  const adopted = newcomers.flatMap(({ account }) => desired.decided?.get(canonicalKey(account))?.adopts ?? []);
  const written = applied.flatMap(({ change: { kind, action, key } }) =>
    kind === "employee" && (action === "deactivate" || action === "create") ? [key] : [],
  );
  // The ledger has canonical accounts; one that is known as it is spelled comes before it.
  const accounts = [...adopted, ...links.employee.values(), ...written, ...accountsIn(ledger)];
  const listed = new Set(lists.employees.map(({ account }) => canonicalKey(account)));
  const unlisted = new Map<string, string>();
  for (const account of accounts) {
    const key = canonicalKey(account);
    if (!listed.has(key) && !unlisted.has(key)) unlisted.set(key, account);
  }
  return [...unlisted.values()].map((code) => ({ by: "account", code }));
};

/**
 * Those of `found` who have a key of a newcomer, who may be a newcomer under other keys, about whom was asked before, or of whom somebody
 * has decided that they are one.
 */
export const resembling = (
  found: readonly ShownEmployee[],
  { people, lists, desired }: Sides,
  ledger: Memory,
  settings: PlanSettings,
  today: CalendarDate,
): readonly ShownEmployee[] => {
  if (found.length === 0) return [];
  const { rules, holdFrom } = settings.identity;
  const isCommon = commonValues([[...lists.employees, ...found], desired.directory.employees ?? []], commonFrom);
  const alike = agreeing(found, rules, isCommon);
  const askedAbout = askedBefore(ledger, "employee");
  return unmatched(people, settings, today, "newcomer").flatMap((newcomer) => {
    const adopts = desired.decided?.get(canonicalKey(newcomer.account))?.adopts;
    const adopted = found.filter(({ account }) => adopts !== undefined && sameKey(account, adopts));
    const asked = askedAbout(keysOfPerson(newcomer));
    const near = found.filter((person) => sharesKey(newcomer, person) || asked.has(canonicalKey(person.account)));
    const others = alike(newcomer).filter(
      ({ rules: agreed }) => agreed.reduce((sum, { weight }) => sum + weight, 0) >= holdFrom,
    );
    return [...adopted, ...near, ...others.map(({ person }) => person)];
  });
};

const sharesKey = (newcomer: Employee, { account, number }: ShownEmployee): boolean =>
  sameKey(newcomer.account, account) || Boolean(newcomer.number && number && sameKey(newcomer.number, number));

const accountsIn = ({ written }: Memory): readonly string[] => [
  ...new Set(
    [...written.keys()].flatMap((key) => {
      const address = key.startsWith("employee/") ? subjectOf(key) : undefined;
      return address?.of === "employee" ? [address.key] : [];
    }),
  ),
];
