/**
 * The calendar: what will happen to people in the 14 days after the plan. It asks for the wanted status of each of these days,
 * so it agrees with the plans of these days as long as the source stays as it is.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { CalendarDate, Employee } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { PolicyCause } from "../../model/memory/memory.ts";
import type { Due, DueEvent } from "../../model/plan/due.ts";
import type { Reason } from "../../model/plan/plan.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { isProtected } from "../draft/policy.ts";
import type { Person } from "../match/people.ts";
import { addDays } from "../values/days.ts";
import { compareText } from "../values/sequence.ts";
import { type Standing, standingOf } from "./joiners.ts";
import { missingPeople } from "./missing.ts";
import { lacksStatus } from "./newcomer-status.ts";
import { managesStatus, policyOf, statusOn } from "./wanted-status.ts";

/** How many days after `today` the calendar covers. */
const calendarDays = 14;

/** By date, then account. */
export const comesDue = (context: PeopleContext): Due[] => {
  const next = nextRows(context);
  if (!managesStatus(context)) return next.sort(byDateThenKey);
  const { createDaysBefore, graceDays } = policyOf(context);
  const from = addDays(context.today, -graceDays - 1);
  const until = addDays(context.today, calendarDays + createDaysBefore);
  /** Is any date of the person close enough to matter? This spares most people the days. */
  const mayChange = ({ desired, current }: Person): boolean =>
    desired !== undefined &&
    [
      desired.hireDate === undefined && current ? standingOf(context.memory, current).statedHire : desired.hireDate,
      desired.resignationDate,
      desired.leaveFrom,
      desired.leaveUntil,
    ].some((date) => date && from <= date && date <= until);
  const dated = context.people.all.filter(mayChange);
  return [...dated.flatMap((person) => dueFor(context, person)), ...missingDue(context), ...next].sort(byDateThenKey);
};

const byDateThenKey = (a: Due, b: Due): number => compareText(a.date, b.date) || compareText(a.key, b.key);

/** What such a row says is not known before its day. */
const nextRows = (context: PeopleContext): Due[] => {
  const { source, settings, today, people } = context;
  const until = addDays(today, calendarDays);
  const near = (source.directory.employees ? (source.upcoming ?? []) : []).filter(
    ({ date, account }) => date <= until && !isProtected(settings, account),
  );
  if (near.length === 0) return [];
  const known = byKey(people.all);
  return near.map(({ date, account, name }) => {
    const person = known.get(canonicalKey(account));
    return person ? entry(person, date, "next-row") : { date, what: "next-row", key: account, label: name };
  });
};

const entry = ({ account, label, department }: Person, date: CalendarDate, what: DueEvent): Due => ({
  date,
  what,
  key: account,
  label,
  ...(department === undefined ? {} : { department }),
});

const missingDue = (context: PeopleContext): Due[] => {
  const missing = missingPeople(context, context.people.all, context.draft.held());
  return missing.flatMap(({ person, count, limit }) =>
    person?.current?.active && count < limit && limit - count <= calendarDays
      ? [entry(person, addDays(context.today, limit - count), "missing")]
      : [],
  );
};

const dueFor = (context: PeopleContext, person: Person): Due[] => {
  const { correlation, current } = person;
  if (correlation.state !== "matched" && correlation.state !== "new") return [];
  const { desired } = correlation;
  const { today, memory, settings } = context;
  if (isProtected(settings, desired.account) || isProtected(settings, person.account)) return [];
  const now = current && standingOf(memory, current);
  let standing = after(context, desired, now, today).standing;
  const due: Due[] = [];
  for (let day = 1; day <= calendarDays; day += 1) {
    const date = addDays(today, day);
    const before = standing;
    const next = after(context, desired, before, date);
    standing = next.standing;
    if (standing && !before) due.push(entry(person, date, "created"));
    if (standing?.active && !before?.active) due.push(entry(person, date, startOf(next.reason)));
    if (before?.active && !standing?.active)
      due.push(entry(person, date, next.reason === "on-leave" ? "leave-begins" : "disabled"));
    if (standing?.active && desired.resignationDate === date) due.push(entry(person, date, "last-day"));
  }
  return due;
};

const startOf = (reason: Reason | undefined): DueEvent => (reason === "leave-ended" ? "leave-ends" : "active");

type Step = { readonly standing: Standing | undefined; readonly reason?: Reason };

/** How the person is after the plan of a day, if all of it is applied. */
const after = (context: PeopleContext, desired: Employee, standing: Standing | undefined, date: CalendarDate): Step => {
  const status = statusOn(date, policyOf(context), desired, standing);
  if (typeof status === "string" || (!standing && lacksStatus(context, desired, status))) return { standing };
  const { active, reason } = status;
  if (!standing && !active && reason !== "before-hire-date") return { standing };
  if (standing && standing.active === active) return { standing };
  return { standing: { ...standing, active, cause: active ? undefined : causeOf(reason) }, reason };
};

const causeOf = (reason: Reason): PolicyCause | undefined =>
  reason === "before-hire-date" || reason === "on-leave" ? reason : undefined;
