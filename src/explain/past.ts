/** Finds for each field the last run that wrote it. */
import { addressOf, placeIn } from "../model/directory/address.ts";
import { canonicalKey, sameKey } from "../model/directory/canonical.ts";
import { isPersonal } from "../model/directory/known-fields.ts";
import type { Change, FieldValue } from "../model/plan/plan.ts";
import { samenessOf } from "../model/plan/sameness.ts";
import type { FieldExplanation, PastChange, Subject, WrittenBy } from "../model/runs/explanation.ts";

/** `past`: newest first. */
export const withPast = (
  subject: Subject,
  fields: readonly FieldExplanation[],
  past: readonly PastChange[],
): readonly FieldExplanation[] =>
  fields.map((field) => {
    const writtenBy = writerOf(subject, field, past);
    return writtenBy ? { ...field, writtenBy } : field;
  });

const writerOf = (
  { kind }: Subject,
  { field, target }: FieldExplanation,
  past: readonly PastChange[],
): WrittenBy | undefined => {
  for (const { runId, at, change, outcome } of past) {
    if (!["applied", "rehired", "unconfirmed"].includes(outcome.result)) continue;
    const after = valueWritten(change, field);
    if (after === undefined) continue;
    const isComparable = target !== undefined && field !== "order" && !isPersonal(field);
    const stands = isComparable && isSame(kind, field, after, target);
    return { runId, at, ...(isComparable && { stands }) };
  }
  return undefined;
};

/** Undefined if the change does not write the field. */
const valueWritten = (change: Change, name: string): FieldValue | undefined => {
  const place = placeIn(name);
  if (place?.of === "supervisor") {
    const about = addressOf(change);
    const isHere = about.of === "supervisor" && sameKey(about.department, place.department);
    return isHere ? change.fields[0]?.after : undefined;
  }
  if (change.action === "create" && (name === "account" || name === "code")) return change.key;
  return change.fields.find(({ field }) => sameKey(field, name))?.after;
};

const isSame = (kind: Subject["kind"], field: string, written: FieldValue, now: FieldValue): boolean =>
  Array.isArray(written) && Array.isArray(now) ? samePost(written, now) : samenessOf(kind, field)(written, now);

/** A post's values in order; blank ones mean that there is no title or no function. */
const samePost = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [a, b].map((values) =>
    values
      .filter((value) => value !== "")
      .map(canonicalKey)
      .join("\n"),
  );
  return one === other;
};
