/** When two values of a field are one, as the table of fields says; comparing and checking before a write share it. */
import { canonicalKey, canonicalText } from "./canonical.ts";
import type { Carrier, Sameness } from "./field-spec.ts";
import type { RecordKind } from "./fields.ts";
import type { Kind } from "./kind.ts";
import { fieldSpec, fieldsBy } from "./known-fields.ts";
import type { FieldValue } from "./plan.ts";

type Same = (a: FieldValue | undefined, b: FieldValue | undefined) => boolean;

/** No value, and no statement, is the blank text. */
export const sameText: Same = (a, b) => canonicalText(asText(a)) === canonicalText(asText(b));

export const sameCode: Same = (a, b) => canonicalKey(asText(a)) === canonicalKey(asText(b));

export const sameSet: Same = (a, b) => setKey(a) === setKey(b);

const asText = (value: FieldValue | undefined): string => String(value ?? "");

const setKey = (value: FieldValue | undefined): string =>
  [...new Set((Array.isArray(value) ? value : []).map((item: string) => canonicalKey(item)))].sort().join("\n");

const comparisons: Readonly<Record<Sameness, Same>> = {
  text: sameText,
  code: sameCode,
  set: sameSet,
  value: (a, b) => a === b,
};

/** How two values of this field are compared. */
export const samenessOf = (kind: Kind, field: string): Same => comparisons[fieldSpec(kind, field)?.same ?? "text"];

/** What an operation carries of a kind, beside the keys, and how each field is compared. */
export type Carried = {
  readonly kind: RecordKind;
  readonly fields: readonly (readonly [field: string, same: Same])[];
};

export const carriedBy = (kind: RecordKind, id: Carrier): Carried => ({
  kind,
  fields: fieldsBy(kind, id).map((field) => [field, samenessOf(kind, field)]),
});
