/** Whether a newcomer is created today, and how a joiner is kept disabled until the hire date. */
import { sameKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { disabledFor, employeeSubject, ledgerKey, writtenStatus } from "../../model/memory/memory.ts";
import type { PeopleContext, PlanContext } from "../draft/plan-context.ts";
import { fieldPolicy } from "../draft/policy.ts";
import { forgottenCause, rememberedCause } from "../draft/policy-cause.ts";
import { statusRemembered, wasDisabled } from "../draft/written-status.ts";
import { differs } from "../match/evidence.ts";
import type { Person } from "../match/people.ts";
import { joinerCreated, unlistedStanding } from "./joiners.ts";
import { seenInSource } from "./missing.ts";
import { type Remembered, writtenResignation } from "./resignation.ts";
import { type WantedStatus, wantedStatus, worksAfter } from "./wanted-status.ts";

/**
 * The notice about a newcomer who is not created today; undefined if the person is created or held. A leaver whom no key finds
 * may still be signing in with an account of another name and number, so an active twin is asked about.
 */
export const notCreated = (
  { twins }: Pick<PeopleContext, "twins">,
  desired: Employee,
  status: WantedStatus,
): "not-yet-created" | "inactive-not-created" | undefined => {
  if (status === "not-yet") return "not-yet-created";
  if (typeof status === "string" || status.active || isWaiting(status)) return undefined;
  return twins.of(desired).some(({ active }) => active) ? undefined : "inactive-not-created";
};

/** Is somebody whom no key finds created, or held? */
export const isNewcomer = (context: PlanContext & Pick<PeopleContext, "twins">, { correlation }: Person): boolean =>
  correlation.state === "new" &&
  notCreated(context, correlation.desired, wantedStatus(context, correlation.desired, undefined)) === undefined;

/**
 * The accounts of those whom HR seems to have twice, as the newcomer and as somebody who goes on working: a second account cannot
 * be taken back. Whoever has left, or has a last day, may come back under another number, and two ID numbers are two people: namesakes
 * born on one day are not rare. An e-mail or ID number that people share is judged by itself (unique-values.ts).
 */
export const worksAlready = (context: PeopleContext, newcomer: Person): readonly string[] =>
  (context.sourceTwins().get(newcomer) ?? []).flatMap(({ other, rules }) => {
    const goesOn = (other.current === undefined || worksAfter(context, other)) && !other.desired?.resignationDate;
    return goesOn && !hasOtherIdNumber(newcomer, other) && rules.some(({ same }) => same.includes("name"))
      ? [other.account]
      : [];
  });

const hasOtherIdNumber = ({ desired: one }: Person, { desired: other }: Person): boolean =>
  one !== undefined && other !== undefined && differs(one, other, "idCardNumber") === true;

/** Would the newcomer be active at once without a word of HR, which says of others that they are? */
export const lacksStatus = (
  { statesActive }: Pick<PeopleContext, "statesActive">,
  { active }: Employee,
  status: WantedStatus,
): boolean =>
  statesActive && active === undefined && typeof status === "object" && status.reason === "source-says-active";

export const isWaiting = (status: WantedStatus): boolean =>
  typeof status === "object" && status.reason === "before-hire-date";

/** Has musterd created the person already, disabled until the hire date, on a site that does not list disabled people? */
export const waitsUnlisted = ({ memory }: Pick<PlanContext, "memory">, { account }: Employee, status: WantedStatus) =>
  isWaiting(status) && unlistedStanding(memory, account) !== undefined;

/** Leaves what the creation of a person does not write of the status and the last day. */
export const leaveStatusOfNew = (
  { draft, settings }: PlanContext,
  person: Person,
  { active, resignationDate }: Employee,
  status: WantedStatus,
): void => {
  const isActive = typeof status === "string" || status.active;
  if (isActive) draft.leave(person, "active", active === false ? "last-day-to-come" : "active-when-created");
  const isIgnored = fieldPolicy(settings, "employee", "resignationDate") === "ignore";
  if (resignationDate === undefined) draft.leave(person, "resignationDate", "not-stated");
  else if (isIgnored) draft.leave(person, "resignationDate", "ignored");
  else if (resignationDate === null) draft.leave(person, "resignationDate", "same");
};

/** What the creation of a person contains in addition, so that the person has the wanted status. E12 creates active people (R54). */
export const firstStatus = (
  { memory, settings, today }: Pick<PlanContext, "memory" | "settings" | "today">,
  desired: Employee,
  status: WantedStatus,
): Remembered => {
  const { account } = desired;
  const { remember, doubts } = joinerCreated(desired, today);
  const isKnown = memory.written.has(ledgerKey(employeeSubject(account), writtenStatus));
  const known = [
    ...remember,
    ...seenInSource(settings, account),
    ...(isKnown ? [statusRemembered(account, !isWaiting(status))] : []),
  ];
  if (!isWaiting(status))
    return { fields: [], operations: [], remember: [...forgottenCause(memory, account), ...known], doubts };
  return {
    fields: [{ field: "active", after: false }],
    operations: [{ id: "E7", account, active: false }],
    remember: [...rememberedCause(memory, account, "before-hire-date"), ...known],
    doubts,
  };
};

/**
 * Has this person had the account before, or has musterd disabled it, or written its last day? A site may show nobody who is disabled (R51).
 */
export const isKnownAccount = (context: PeopleContext, { id, account }: Pick<Employee, "id" | "account">): boolean =>
  sameKey(context.memory.links?.employee.get(id ?? "") ?? "", account) ||
  writtenResignation(context, account) !== undefined ||
  wasDisabled(context.memory, account) ||
  typeof context.memory.written.get(ledgerKey(employeeSubject(account), disabledFor)) === "string";
