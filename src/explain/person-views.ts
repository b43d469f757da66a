/** Judges the fields of a person: the data, the account, the status and the last day; posts are in post-views.ts. */
import { sameKey } from "../model/canonical.ts";
import type { Employee } from "../model/directory.ts";
import type { WhyNothing } from "../model/explanation.ts";
import { fieldsBy, specsOf } from "../model/known-fields.ts";
import type { FieldValue } from "../model/plan.ts";
import { carriedBy } from "../model/sameness.ts";
import { maskValue } from "../model/sensitive.ts";
import type { ShownEmployee } from "../model/snapshot.ts";
import { flat, hiddenData } from "../plan/hidden-data.ts";
import type { Decided } from "../plan/make-plan.ts";
import type { Person } from "../plan/people.ts";
import type { PeopleContext } from "../plan/plan-context.ts";
import { createdFields, fieldPolicy } from "../plan/policy.ts";
import { clearedResignation, resignationChange } from "../plan/resignation.ts";
import { wantedStatus } from "../plan/wanted-status.ts";
import { type FieldView, view, whyUnchanged, whyUnmanaged } from "./field-view.ts";
import { postViews } from "./post-views.ts";

const created = carriedBy("employee", "E12");
const data = carriedBy("employee", "E11");
const expiry = carriedBy("employee", "E8");
const dataFields: ReadonlySet<string> = new Set(fieldsBy("employee", "E11"));

/** `alone`: the reason for a person whom only the service knows. */
export const personViews = (decided: Decided, person: Person, alone: WhyNothing | undefined): readonly FieldView[] => {
  const { settings } = decided.context;
  const desired: Readonly<Record<string, FieldValue | undefined>> = person.desired ? flat(person.desired) : {};
  const current: Readonly<Record<string, FieldValue | undefined>> = person.current ? flat(person.current) : {};
  const hidden: ReadonlySet<string> = new Set(person.current?.hidden ?? []);
  const whyOf = judgeOf(decided, person);
  const fields = specsOf("employee").flatMap(([field, { by, key }]): readonly FieldView[] => {
    if (field === "posts") return [];
    const known = { source: desired[field], target: hidden.has(field) ? maskValue(field) : current[field] };
    const isStated = known.source !== undefined || known.target !== undefined;
    if (alone !== undefined) return isStated ? [view(settings, { kind: "employee", field }, known, alone)] : [];
    const why = by.length === 0 && !key ? "never-written" : whyOf(field);
    return isStated || why !== "not-stated" ? [view(settings, { kind: "employee", field }, known, why)] : [];
  });
  return [...fields, ...postViews(decided, person, alone)].filter(
    ({ why, source, target }) => why !== "never-written" || source !== undefined || target !== undefined,
  );
};

type Judge = (field: string) => WhyNothing | undefined;

const judgeOf = ({ context }: Decided, { correlation }: Person): Judge => {
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
  const { settings, today } = context;
  const status = wantedStatus(desired, undefined, today);
  if (typeof status !== "string" && !status.active) return () => "inactive-not-created";
  const wanted = new Set(createdFields(settings, created, flat(desired), ["name"]).map(({ field }) => field));
  return (field) => {
    if (field === "account" || wanted.has(field)) return undefined;
    if (field === "active") return desired.active === false ? "last-day-to-come" : "active-when-created";
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
  if (isGenerated(source.generatedAccounts, desired.account)) return "generated";
  return whyUnmanaged(settings, "employee", "account", current.account);
};

const isGenerated = (accounts: ReadonlySet<string> | undefined, account: string): boolean =>
  accounts !== undefined && [...accounts].some((made) => sameKey(made, account));

const whyStatusKept = (
  { settings, today }: PeopleContext,
  desired: Employee,
  current: ShownEmployee,
): WhyNothing | undefined => {
  const unmanaged = whyUnmanaged(settings, "employee", "active", current.active);
  const status = wantedStatus(desired, current, today);
  if (status === "as-now") return desired.resignationDate ? "last-day-to-come" : "not-stated";
  if (status === "disagree" || status.active !== current.active) return unmanaged;
  return desired.active === current.active ? "same" : "left-already";
};

const whyLastDayKept = (context: PeopleContext, desired: Employee, current: ShownEmployee): WhyNothing | undefined => {
  if (resignationChange(context, desired, current.account).fields.length > 0) return undefined;
  const isCleared = clearedResignation(context, desired, current.account).fields.length > 0;
  if (isCleared && comesBack(context, desired, current)) return undefined;
  if (desired.resignationDate === undefined) return "not-stated";
  return fieldPolicy(context.settings, "employee", "resignationDate") === "ignore" ? "ignored" : "as-written";
};

const comesBack = ({ settings, today }: PeopleContext, desired: Employee, current: ShownEmployee): boolean => {
  if (fieldPolicy(settings, "employee", "active") !== "manage") return false;
  const status = wantedStatus(desired, current, today);
  return typeof status !== "string" && status.active && current.active !== true;
};
