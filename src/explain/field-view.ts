/** Shows a field: the values of both sides, its policy, and why the plan leaves it; verdicts.ts finds the changes that concern it. */

import { managedFields } from "../model/directory/known-fields.ts";
import type { FieldValue, Kind } from "../model/plan/plan.ts";
import type { PlanSettings } from "../model/plan/settings.ts";
import type { FieldExplanation, WhyNothing } from "../model/runs/explanation.ts";
import type { LeftObject } from "../plan/draft/draft-plan.ts";
import { wholeObject } from "../plan/draft/left-fields.ts";
import type { Decided } from "../plan/make-plan.ts";

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

/** Looks up why the plan leaves the fields of an object as they are; undefined for a field that it writes or holds. */
export const whyLeft = (
  { context: { draft } }: Decided,
  object: LeftObject,
): ((field: string) => WhyNothing | undefined) => {
  const reasons = new Map(draft.left(object).map(({ field, why }) => [field, why]));
  return (field) => reasons.get(field) ?? reasons.get(wholeObject);
};
