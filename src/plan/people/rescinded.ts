/**
 * Names the joiners who do not simply wait for an unchanged date (joiners.ts has the cases):
 *
 *   HR has no row, says inactive, or ends the person before the hire date   rescinded-hire; rescinded-in-charge too, if the person
 *                                                                           still manages a department or approves forms
 *   HR has cleared the hire date                                            hire-date-cleared
 *   HR has another date than at the last run, or one that is further        hire-date-moved
 *     ahead than joiners are created
 *
 * Somebody who is gone is named until the hire date is over and the ledger says that nobody waits any more; after that the account
 * is like that of anybody else who is disabled.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { employeeSubject, ledgerKey, statedHireDate } from "../../model/memory/memory.ts";
import type { Notice } from "../../model/plan/plan.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { type Person, staysActive } from "../match/people.ts";
import type { Managers } from "../organisation/managers.ts";
import { addDays } from "../values/days.ts";
import { hireDateOf, joinerSubjects, standingOf, unlistedStanding } from "./joiners.ts";
import { type Absent, absentPeople } from "./missing.ts";
import { policyOf, statusOn, waitsWithoutDate } from "./wanted-status.ts";

/** Notes joiners whose hire is rescinded or moved; returns the canonical accounts of the rescinded. */
export const noteJoiners = (context: PeopleContext, managers: Managers): ReadonlySet<string> => {
  const rescinded = new Set<string>();
  const note = (code: Notice["code"], { account, label }: { readonly account: string; readonly label: string }) => {
    if (code === "rescinded-hire") rescinded.add(canonicalKey(account));
    context.draft.notice({ code, kind: "employee", key: account, label });
  };
  const gone = absentPeople(context, context.people.all, context.draft.held()).filter((one) => isNamed(context, one));
  for (const one of gone) note("rescinded-hire", one);
  const joiners = joinerSubjects(context.memory);
  for (const person of joiners.size > 0 ? context.people.all : []) {
    const code = changedHire(context, person);
    if (code !== undefined) note(code, person);
  }
  for (const person of rescinded.size > 0 ? context.people.all : [])
    if (rescinded.has(canonicalKey(person.account)) && isInCharge(context, managers, person))
      note("rescinded-in-charge", person);
  return rescinded;
};

const isNamed = ({ memory, today }: PeopleContext, { account, person, isJoiner }: Absent): boolean => {
  const { active, cause, statedHire = "" } = standingOf(memory, person?.current ?? { account });
  return isJoiner && (active || cause === "before-hire-date" || statedHire > today);
};

/** What HR has done to the hire date of a joiner whose row it has; undefined: nothing, or the person is no joiner who waits. */
const changedHire = (context: PeopleContext, person: Person): Notice["code"] | undefined => {
  const { memory, today } = context;
  const { correlation, current } = person;
  if (correlation.state !== "matched" && correlation.state !== "new") return undefined;
  const { desired } = correlation;
  const standing = current ? standingOf(memory, current) : unlistedStanding(memory, desired.account);
  const policy = policyOf(context);
  const waits = standing?.statedHire !== undefined && !standing.active && !person.active && policy.waitForHireDate;
  if (!waits) return undefined;
  const hireDate = hireDateOf(desired, standing);
  if (waitsWithoutDate(policy, hireDate, standing)) return "hire-date-cleared";
  if (hireDate === undefined || hireDate <= today) return undefined;
  const then = statusOn(hireDate, policy, desired, standing);
  if (then === "date-disagrees" || (typeof then === "object" && !then.active && then.reason !== "on-leave"))
    return "rescinded-hire";
  const isMoved = hireDate !== lastStated(context, current ?? desired);
  return isMoved || hireDate > addDays(today, policy.createDaysBefore) ? "hire-date-moved" : undefined;
};

const lastStated = ({ memory }: PeopleContext, { account, hireDate }: Employee) =>
  memory.written.get(ledgerKey(employeeSubject(account), statedHireDate)) ?? hireDate;

/** Does the person manage a department after the plan, or approve the forms of somebody who stays active? */
const isInCharge = ({ people }: PeopleContext, managers: Managers, person: Person): boolean =>
  managers.managedNow(person).some((code) => managers.managerAfter(code) === person) ||
  people.all.some(
    (other) => staysActive(other) && other.posts?.some(({ supervisor }) => sameKey(supervisor ?? "", person.account)),
  );
