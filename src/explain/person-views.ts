/** Judges the fields of a person: the data, the account, the status and the last day; posts are in post-views.ts. */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Employee } from "../model/directory.ts";
import type { WhyNothing } from "../model/explanation.ts";
import { fieldsBy, specsOf } from "../model/known-fields.ts";
import type { FieldValue } from "../model/plan.ts";
import { carriedBy } from "../model/sameness.ts";
import { maskValue } from "../model/sensitive.ts";
import type { ShownEmployee } from "../model/snapshot.ts";
import { flat, hiddenData } from "../plan/hidden-data.ts";
import { whyUnmanaged } from "../plan/judge-field.ts";
import type { Person } from "../plan/people.ts";
import type { PeopleContext } from "../plan/plan-context.ts";
import { createdFields, fieldPolicy } from "../plan/policy.ts";
import { clearedResignation, resignationChange } from "../plan/resignation.ts";
import { isHireAhead, managesStatus, policyOf, wantedStatus } from "../plan/wanted-status.ts";
import { whyNotCreated } from "./created.ts";
import { type FieldView, view, whyUnchanged } from "./field-view.ts";
import type { Known } from "./known.ts";
import { postViews } from "./post-views.ts";

const created = carriedBy("employee", "E12");
const data = carriedBy("employee", "E11");
const expiry = carriedBy("employee", "E8");
const dataFields: ReadonlySet<string> = new Set(fieldsBy("employee", "E11"));

/** `alone`: the reason for a person whom only the service knows. */
export const personViews = (known: Known, person: Person, alone: WhyNothing | undefined): readonly FieldView[] => {
  const { settings } = known.context;
  const desired: Readonly<Record<string, FieldValue | undefined>> = person.desired ? flat(person.desired) : {};
  const current: Readonly<Record<string, FieldValue | undefined>> = person.current ? flat(person.current) : {};
  const hidden: ReadonlySet<string> = new Set(person.current?.hidden ?? []);
  const whyOf = judgeOf(known, person);
  const fields = specsOf("employee").flatMap(([field, { by, key }]): readonly FieldView[] => {
    if (field === "posts") return [];
    const values = { source: desired[field], target: hidden.has(field) ? maskValue(field) : current[field] };
    const isStated = values.source !== undefined || values.target !== undefined;
    if (alone !== undefined) {
      const why = field === "active" ? whyMissingKept(known, person, alone) : alone;
      return isStated ? [view(settings, { kind: "employee", field }, values, why)] : [];
    }
    const why = by.length === 0 && !key ? unwritten(field) : whyOf(field);
    return isStated || why !== "not-stated" ? [view(settings, { kind: "employee", field }, values, why)] : [];
  });
  return [...fields, ...postViews(known, person, alone)].filter(
    ({ why, source, target }) =>
      (why !== "never-written" && why !== "decides-status") || source !== undefined || target !== undefined,
  );
};

const unwritten = (field: string): WhyNothing =>
  field === "id" || field === "locked" ? "never-written" : "decides-status";

/** The status of a person who is missing from the source (`policy.people.missing`). */
const whyMissingKept = ({ context, missing }: Known, person: Person, alone: WhyNothing): WhyNothing | undefined => {
  const isHeld = context.draft.held().some((held) => held.id === `employee/${person.account}/deactivate`);
  if (person.leaving !== undefined || isHeld) return undefined;
  return person.current?.active && missing().has(person) && managesStatus(context) ? "missing-counted" : alone;
};

type Judge = (field: string) => WhyNothing | undefined;

const judgeOf = ({ context }: Known, { correlation }: Person): Judge => {
  switch (correlation.state) {
    case "matched":
      return judgeMatched(context, correlation.desired, correlation.current);
    case "new":
      return judgeNew(context, correlation.desired);
    case "conflict":
      return (field) => (flat(correlation.desired)[field] === undefined ? "not-stated" : undefined);
    case "unmanaged":
      return () => "absent-from-source";
  }
};

const judgeNew = (context: PeopleContext, desired: Employee): Judge => {
  const { settings } = context;
  const notCreated = whyNotCreated(context, desired);
  if (notCreated) return () => notCreated;
  const status = wantedStatus(context, desired, undefined);
  const wanted = new Set(createdFields(settings, created, flat(desired), ["name"]).map(({ field }) => field));
  return (field) => {
    if (field === "account" || wanted.has(field)) return undefined;
    if (field === "active") {
      if (typeof status === "object" && !status.active) return undefined;
      return desired.active === false ? "last-day-to-come" : "active-when-created";
    }
    if (flat(desired)[field] === undefined) return "not-stated";
    if (field !== "resignationDate" || fieldPolicy(settings, "employee", field) === "ignore") return "ignored";
    return desired.resignationDate === null ? "same" : undefined;
  };
};

const judgeMatched = (context: PeopleContext, desired: Employee, current: ShownEmployee): Judge => {
  const { settings } = context;
  const hidden: ReadonlySet<string> = new Set(current.hidden ?? []);
  const corrected = new Set(hiddenData(context, desired, current).corrected.map(({ field }) => field));
  return (field) => {
    if (field === "account") return whyAccountKept(context, desired, current);
    if (field === "active") return whyStatusKept(context, desired, current);
    if (field === "resignationDate") return whyLastDayKept(context, desired, current);
    if (!hidden.has(field) || desired[field as keyof Employee] === undefined)
      return whyUnchanged(settings, dataFields.has(field) ? data : expiry, field, flat(desired), flat(current));
    return corrected.has(field) ? undefined : whyHiddenKept[fieldPolicy(settings, "employee", field)];
  };
};

/** A hidden field has a value. */
const whyHiddenKept = { manage: "hidden", ignore: "ignored", "fill-if-empty": "filled" } as const;

const whyAccountKept = (
  { settings, source }: PeopleContext,
  desired: Employee,
  current: ShownEmployee,
): WhyNothing | undefined => {
  if (sameKey(desired.account, current.account)) return "same";
  if (source.generatedAccounts?.has(canonicalKey(desired.account))) return "generated";
  return whyUnmanaged(settings, "employee", "account", current.account);
};

const whyStatusKept = (context: PeopleContext, desired: Employee, current: ShownEmployee): WhyNothing | undefined => {
  const unmanaged = whyUnmanaged(context.settings, "employee", "active", current.active);
  if (unmanaged) return desired.active === undefined ? "not-stated" : unmanaged;
  const status = wantedStatus(context, desired, current);
  if (typeof status === "object") {
    if (status.active !== current.active) return undefined;
    return desired.active === current.active ? "same" : "status-right";
  }
  if (status === "disagree") return undefined;
  if (isHireAhead(context.today, policyOf(context), desired.hireDate)) return "hire-date-to-come";
  return desired.resignationDate ? "last-day-to-come" : "not-stated";
};

const whyLastDayKept = (context: PeopleContext, desired: Employee, current: ShownEmployee): WhyNothing | undefined => {
  if (resignationChange(context, desired, current.account).fields.length > 0) return undefined;
  const isCleared = clearedResignation(context, desired, current.account).fields.length > 0;
  if (isCleared && comesBack(context, desired, current)) return undefined;
  if (desired.resignationDate === undefined) return "not-stated";
  return fieldPolicy(context.settings, "employee", "resignationDate") === "ignore" ? "ignored" : "as-written";
};

const comesBack = (context: PeopleContext, desired: Employee, current: ShownEmployee): boolean => {
  const status = wantedStatus(context, desired, current);
  return typeof status === "object" && status.active && current.active !== true;
};
