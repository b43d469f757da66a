/** Compares two values of a field by the rule in the table of fields. The planner and the check before a write use it. */
import { canonicalKey, canonicalText, sameKey } from "./canonical.ts";
import type { Carrier, Sameness } from "./field-spec.ts";
import type { RecordKind } from "./fields.ts";
import type { Kind } from "./kind.ts";
import { fieldSpec, fieldsBy } from "./known-fields.ts";
import type { FieldValue } from "./plan.ts";

type Same = (a: FieldValue | undefined, b: FieldValue | undefined) => boolean;

/** An absent value equals a blank one. */
export const sameText: Same = (a, b) => a === b || canonicalText(asText(a)) === canonicalText(asText(b));

export const sameCode: Same = (a, b) => a === b || sameKey(asText(a), asText(b));

const sameSet: Same = (a, b) => isSameList(a, b) || setKey(a) === setKey(b);

/** Equal item by item, which most lists are; all others are compared as sets. */
const isSameList: Same = (a, b) =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => item === b[at]);

const asText = (value: FieldValue | undefined): string => String(value ?? "");

const setKey = (value: FieldValue | undefined): string =>
  [...new Set((Array.isArray(value) ? value : []).map((item: string) => canonicalKey(item)))].sort().join("\n");

const comparisons: Readonly<Record<Sameness, Same>> = {
  text: sameText,
  code: sameCode,
  set: sameSet,
  value: (a, b) => a === b,
};

/** The comparison of two values of a field. */
export const samenessOf = (kind: Kind, field: string): Same => comparisons[fieldSpec(kind, field)?.same ?? "text"];

/** The fields of a kind that an operation carries, without the keys, each with its comparison. */
export type Carried = {
  readonly kind: RecordKind;
  readonly fields: readonly (readonly [field: string, same: Same])[];
};

export const carriedBy = (kind: RecordKind, id: Carrier): Carried => ({
  kind,
  fields: fieldsBy(kind, id).map((field) => [field, samenessOf(kind, field)]),
});
