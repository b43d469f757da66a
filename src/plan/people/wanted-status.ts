/**
 * The status that the source and the people policy want for a person on a day. The first row that applies decides.
 *
 *   source says   last working day   hire date      on leave   the person is …
 *   active        over               any            any        held: status-and-date-disagree
 *   other         over               any            any        inactive
 *   inactive      none               any            any        inactive
 *   other         not over           waited for     any        inactive until then; a new person is created, disabled, from n
 *                                                              days before; a joiner whose date is cleared stays inactive
 *   active        not over           other          one day    held: status-and-leave-disagree, if nothing else says "on leave"
 *   other         not over           other          yes        inactive; a new person is not created
 *   active        not over           other          no         active
 *   other         not over           other          no         left as is; active, if the policy or an undo had disabled the person;
 *                                                              a new person is created
 *
 * "One day": of the first and the last day of the leave only one is stated, so the leave may be over. A last day is over on the day
 * after it; for somebody who is active, the grace days later. A hire date that is ahead is waited
 * for if the policy `waitForHireDate` is set, musterd manages the status, and the person is new, was created for that date, or is
 * inactive by somebody else's doing. A wrong date must not lock out people who work, or who return from a leave. joiners.ts has
 * the cases of people who were created for a date that has changed since.
 */
import type { CalendarDate, Employee } from "../../model/directory/directory.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { PolicyCause } from "../../model/memory/memory.ts";
import type { Reason } from "../../model/plan/plan.ts";
import type { PeoplePolicy } from "../../model/plan/settings.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { whyUnmanaged } from "../draft/judge-field.ts";
import type { PlanContext } from "../draft/plan-context.ts";
import { fieldPolicy } from "../draft/policy.ts";
import type { Person } from "../match/people.ts";
import { addDays } from "../values/days.ts";
import { hireDateOf, isJoinerCause, type Standing, standingOf, unlistedStanding } from "./joiners.ts";

/** `not-yet`: a new person whose day of creation has not come. */
export type WantedStatus = { readonly active: boolean; readonly reason: Reason } | Disagreement | "as-now" | "not-yet";

/** What the source says against its own status. */
type Disagreement = "date-disagrees" | "leave-disagrees";

export const isDisagreement = (status: WantedStatus): status is Disagreement =>
  status === "date-disagrees" || status === "leave-disagrees";

/** `standing` is absent for a person who does not exist yet. */
export const statusOn = (
  today: CalendarDate,
  policy: PeoplePolicy,
  desired: Employee,
  standing: Standing | undefined,
): WantedStatus => {
  const lastDay = desired.resignationDate ?? undefined;
  if (lastDay !== undefined && lastDay < addDays(today, standing?.active ? -policy.graceDays : 0)) {
    if (desired.active === true) return "date-disagrees";
    return { active: false, reason: desired.active === false ? "source-says-inactive" : "last-day-passed" };
  }
  if (desired.active === false && lastDay === undefined) return { active: false, reason: "source-says-inactive" };
  const hireDate = hireDateOf(desired, standing);
  if (waitsWithoutDate(policy, hireDate, standing) || (isHireAhead(today, policy, hireDate) && mayWait(standing))) {
    const isFar = !standing && (hireDate ?? "") > addDays(today, policy.createDaysBefore);
    return isFar ? "not-yet" : { active: false, reason: "before-hire-date" };
  }
  if (isOnLeave(today, desired))
    return desired.active === true && isHalfStated(desired) ? "leave-disagrees" : { active: false, reason: "on-leave" };
  if (desired.active === true || !standing || (!standing.active && standing.cause))
    return { active: true, reason: standing?.cause ? endOf[standing.cause] : "source-says-active" };
  return "as-now";
};

const mayWait = (standing: Standing | undefined): boolean =>
  standing === undefined ||
  isJoinerCause(standing.cause) ||
  (!standing.active && (standing.cause ?? "undone") === "undone");

/** Must a joiner go on waiting because no date is known any more? */
export const waitsWithoutDate = (
  { waitForHireDate }: PeoplePolicy,
  hireDate: CalendarDate | undefined,
  standing: Standing | undefined,
): boolean => waitForHireDate && hireDate === undefined && standing?.active === false && isJoinerCause(standing.cause);

/** Why a person becomes active when the cause has passed. */
const endOf: Readonly<Record<PolicyCause, Reason>> = {
  "before-hire-date": "hire-date-reached",
  rescinded: "back-in-source",
  "on-leave": "leave-ended",
  "missing-in-source": "back-in-source",
  undone: "source-says-active",
};

/** Is the hire date ahead, and does the policy wait for hire dates? */
export const isHireAhead = (
  today: CalendarDate,
  policy: PeoplePolicy,
  hireDate: CalendarDate | null | undefined,
): boolean => policy.waitForHireDate && (hireDate ?? "") > today;

/** A stated `onLeave` decides; otherwise the day is on or between the dates, of which one may be absent. */
const isOnLeave = (today: CalendarDate, { onLeave, leaveFrom, leaveUntil }: Employee): boolean => {
  if (onLeave !== undefined) return onLeave;
  if (!leaveFrom && !leaveUntil) return false;
  return (leaveFrom ?? today) <= today && today <= (leaveUntil ?? today);
};

/** Does one day alone say that the person is on leave? */
const isHalfStated = ({ onLeave, leaveFrom, leaveUntil }: Employee): boolean =>
  onLeave === undefined && !(leaveFrom && leaveUntil);

type Day = Pick<PlanContext, "settings" | "memory" | "today">;

/** The policy that applies: without control over the status nobody could be activated on the hire date. */
export const policyOf = ({ settings }: Pick<PlanContext, "settings">): PeoplePolicy =>
  managesStatus({ settings }) ? settings.people : { ...settings.people, waitForHireDate: false };

export const managesStatus = ({ settings }: Pick<PlanContext, "settings">): boolean =>
  fieldPolicy(settings, "employee", "active") === "manage";

/** Why somebody whose row contradicts itself is held, and what would have become of the person. */
export const disagreement = ({ resignationDate, leaveFrom, leaveUntil }: Employee, status: Disagreement) =>
  status === "date-disagrees"
    ? ({ wouldBe: "last-day-passed", reason: "status-and-date-disagree", about: [resignationDate ?? ""] } as const)
    : ({ wouldBe: "on-leave", reason: "status-and-leave-disagree", about: [leaveFrom ?? leaveUntil ?? ""] } as const);

/** `current` is absent for a person who does not exist yet. */
export const wantedStatus = (context: Day, desired: Employee, current: Employee | undefined): WantedStatus => {
  if (current && !managesStatus(context)) return "as-now";
  const { memory } = context;
  const standing = current ? standingOf(memory, current) : unlistedStanding(memory, desired.account);
  return statusOn(context.today, policyOf(context), desired, standing);
};

/** Why the status of a person stays as it is; undefined if it changes, or if its change is held. */
export const whyStatusKept = (
  context: Day,
  desired: Employee,
  current: ShownEmployee,
  status: WantedStatus,
): WhyNothing | undefined => {
  const unmanaged = whyUnmanaged(context.settings, "employee", "active", current.active);
  if (unmanaged) return desired.active === undefined ? "not-stated" : unmanaged;
  if (typeof status === "object") {
    if (status.active !== current.active) return undefined;
    return desired.active === current.active ? "same" : "status-right";
  }
  if (isDisagreement(status)) return undefined;
  if (isHireAhead(context.today, policyOf(context), desired.hireDate)) return "hire-date-to-come";
  return desired.resignationDate ? "last-day-to-come" : "not-stated";
};

/** Is the person active if everything goes as wanted? A newcomer who waits for the hire date counts as active. */
export const worksAfter = (context: PlanContext, { correlation, current }: Person): boolean => {
  const isNow = current?.active === true;
  if (correlation.state !== "matched" && correlation.state !== "new") return isNow;
  const status = wantedStatus(context, correlation.desired, current);
  if (typeof status === "string") return isNow;
  return status.active || (!current && status.reason === "before-hire-date");
};
