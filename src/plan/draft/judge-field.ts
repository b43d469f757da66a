/**
 * Judges single fields of records that both sides have: a field needs a change, or there is one reason why it needs none. The first
 * row that applies decides.
 *
 *   the source does not state the field                     not-stated
 *   the service's value could not be read                   not-readable
 *   both values are the same                                same
 *   the policy is `ignore`                                  ignored
 *   the policy is `fill-if-empty`, and there is a value     filled
 *   else                                                    a change
 */

import type { FieldChange, FieldValue, Kind } from "../../model/plan/plan.ts";
import type { Carried } from "../../model/plan/sameness.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import type { DraftPlan, LeftObject } from "./draft-plan.ts";
import { type Fields, fieldPolicy, isBlank } from "./policy.ts";

type Verdict = { readonly change: FieldChange } | { readonly why: WhyNothing };

type Context = { readonly settings: PlanSettings; readonly draft: DraftPlan };

type Judged = Carried["fields"][number];

/** `after`: the source's value. `before`: the service's. */
const judgeField = (
  settings: PlanSettings,
  kind: Kind,
  [field, same]: Judged,
  after: FieldValue | undefined,
  before: FieldValue | undefined,
): Verdict => {
  if (after === undefined) return { why: "not-stated" };
  if (before === undefined) return { why: "not-readable" };
  if (same(after, before)) return { why: "same" };
  const isFilled = fieldPolicy(settings, kind, field) === "fill-if-empty" && isBlank(before);
  const why = isFilled ? undefined : whyUnmanaged(settings, kind, field, before);
  return why ? { why } : { change: { field, before, after } };
};

/** Why a field that is written only if it is managed, such as a position, is not written; undefined if it is managed. */
export const whyUnmanaged = (
  settings: PlanSettings,
  kind: Kind,
  field: string,
  before: FieldValue | undefined,
): WhyNothing | undefined => {
  const policy = fieldPolicy(settings, kind, field);
  if (policy === "manage") return undefined;
  return policy === "fill-if-empty" && before !== undefined && !isBlank(before) ? "filled" : "ignored";
};

/** The fields of an operation that must be written; the others are left. */
export const differingFields = (
  { settings, draft }: Context,
  object: LeftObject,
  { kind, fields }: Carried,
  desired: Fields,
  current: Fields,
): FieldChange[] =>
  fields.flatMap((judged) => {
    const [field] = judged;
    const verdict = judgeField(settings, kind, judged, desired[field], current[field]);
    if ("change" in verdict) return [verdict.change];
    draft.leave(object, field, verdict.why);
    return [];
  });

/**
 * Must a field be written that is written only if it is managed? If not, it is left. A blank value counts as read: an object without
 * a place has none.
 */
export const isPlaceWanted = (
  { settings, draft }: Context,
  object: LeftObject,
  kind: Kind,
  judged: Judged,
  { after, before }: { readonly after: FieldValue | undefined; readonly before: FieldValue | undefined },
): boolean => {
  const [field] = judged;
  const verdict = judgeField(settings, kind, judged, after, before);
  const why = "why" in verdict ? verdict.why : whyUnmanaged(settings, kind, field, before);
  if (why) draft.leave(object, field, why);
  return why === undefined;
};

/** The fields with which an operation creates a record: every stated field that is in `always` or that the policy does not ignore. */
export const fieldsToCreate = (
  { settings, draft }: Context,
  object: LeftObject,
  { kind, fields }: Carried,
  desired: Fields,
  always: readonly string[],
): FieldChange[] =>
  fields.flatMap(([field]) => {
    const after = desired[field];
    const isIgnored = !always.includes(field) && fieldPolicy(settings, kind, field) === "ignore";
    if (after !== undefined && !isIgnored) return [{ field, after }];
    draft.leave(object, field, after === undefined ? "not-stated" : "ignored");
    return [];
  });
