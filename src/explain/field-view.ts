/**
 * Judges a field by the records and the policy alone, without looking at the plan: either it is wanted, or there is a reason why
 * nothing happens to it. verdicts.ts then finds the changes of the plan that concern it.
 */
import type { FieldExplanation, WhyNothing } from "../model/explanation.ts";
import { managedFields } from "../model/known-fields.ts";
import type { FieldValue, Kind } from "../model/plan.ts";
import type { Carried } from "../model/sameness.ts";
import type { PlanSettings } from "../model/settings.ts";
import { differingFields, type Fields, fieldPolicy, isBlank } from "../plan/policy.ts";

/** `why`: absent for a field that the plan must write or hold. */
export type FieldView = Pick<FieldExplanation, "field" | "source" | "target" | "policy"> & {
  readonly why?: WhyNothing;
  /** How a change of the plan names the field. */
  readonly named: { readonly kind: Kind; readonly key?: string; readonly field: string };
};

/** `known`: the values of both sides, absent where they are not stated or not readable. */
export const view = (
  settings: PlanSettings,
  named: FieldView["named"],
  known: { readonly source?: FieldValue | undefined; readonly target?: FieldValue | undefined },
  why: WhyNothing | undefined,
  field = named.field,
): FieldView => ({
  field,
  ...(known.source === undefined ? {} : { source: known.source }),
  ...(known.target === undefined ? {} : { target: known.target }),
  ...policyOf(settings, named.kind, named.field),
  ...(why && { why }),
  named,
});

const recordOf: Readonly<Partial<Record<Kind, string>>> = { manager: "department", supervisor: "post" };

const policyOf = (settings: PlanSettings, kind: Kind, field: string): Pick<FieldView, "policy"> => {
  const record = recordOf[kind] ?? kind;
  return managedFields.includes(`${record}.${field}`)
    ? { policy: settings.fields[`${record}.${field}`] ?? "manage" }
    : {};
};

/** Why an operation that compares fields one by one leaves this field as it is. */
export const whyUnchanged = (
  settings: PlanSettings,
  { kind, fields }: Carried,
  name: string,
  desired: Fields,
  current: Fields,
): WhyNothing | undefined => {
  const own = fields.filter(([field]) => field === name);
  if (differingFields(settings, { kind, fields: own }, desired, current).length > 0) return undefined;
  if (desired[name] === undefined) return "not-stated";
  if (current[name] === undefined) return "not-readable";
  if (own.every(([, same]) => same(desired[name], current[name]))) return "same";
  return whyUnmanaged(settings, kind, name, current[name]);
};

/**
 * Why the policy does not let the field be overwritten; undefined if it does. Where the planner does not compare single values, such
 * as positions, it writes only what is managed.
 */
export const whyUnmanaged = (
  settings: PlanSettings,
  kind: Kind,
  field: string,
  target: FieldValue | undefined,
): WhyNothing | undefined => {
  const policy = fieldPolicy(settings, kind, field);
  if (policy === "manage") return undefined;
  return policy === "fill-if-empty" && target !== undefined && !isBlank(target) ? "filled" : "ignored";
};
