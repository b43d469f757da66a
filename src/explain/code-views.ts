/** Shows the fields of records with a code: departments, levels, functions and titles. */

import { specsOf } from "../model/directory/known-fields.ts";
import type { CodedKind } from "../model/directory/objects.ts";
import type { WhyNothing } from "../model/runs/explanation.ts";
import { reference } from "../plan/draft/draft-plan.ts";
import type { Fields } from "../plan/draft/policy.ts";
import type { Decided } from "../plan/make-plan.ts";
import { type FieldView, view, whyLeft } from "./field-view.ts";

/** One record on both sides: `desired` and `current` have the codes that are valid after the plan's renames. */
export type CodedRecord = {
  readonly kind: CodedKind;
  readonly desired: Fields | undefined;
  readonly current: Fields | undefined;
  /** The record's code after the plan, and the one in the service before it. */
  readonly code: string;
  readonly codeNow: string;
};

/** `alone`: the reason for a record that only the service has. */
export const codeViews = (
  decided: Decided,
  { kind, desired = {}, current = {}, code, codeNow }: CodedRecord,
  alone: WhyNothing | undefined,
): readonly FieldView[] => {
  const { settings } = decided.context;
  const left = whyLeft(decided, reference(kind, code));
  return specsOf(kind).flatMap(([field, { by, key }]): readonly FieldView[] => {
    const target = key && current[field] !== undefined ? codeNow : current[field];
    const known = { source: desired[field], target };
    if (known.source === undefined && known.target === undefined) return [];
    const named = { kind: field === "manager" ? "manager" : kind, field } as const;
    const own = by.length > 0 ? undefined : key ? whyKeyKept(known) : "never-written";
    return [view(settings, named, known, alone ?? own ?? left(field))];
  });
};

/** Records are matched by their code, so it is the same on both sides unless the plan renames it. */
const whyKeyKept = ({ source, target }: Fields): WhyNothing | undefined =>
  source === undefined || target === undefined ? undefined : "same";
