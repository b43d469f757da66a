/** Compares two values of a field by the rule in the table of fields. The planner and the check before a write use it. */
import { canonicalKey, canonicalText, sameKey } from "../directory/canonical.ts";
import type { Carrier, Sameness } from "../directory/field-spec.ts";
import type { RecordKind } from "../directory/fields.ts";
import type { Kind } from "../directory/kind.ts";
import { fieldSpec, fieldsBy } from "../directory/known-fields.ts";
import type { FieldValue } from "./plan.ts";

type Same = (a: FieldValue | undefined, b: FieldValue | undefined) => boolean;

/** Does the value state nothing? */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** An absent value equals a blank one. */
export const sameText: Same = (a, b) => a === b || canonicalText(asText(a)) === canonicalText(asText(b));

export const sameCode: Same = (a, b) => a === b || sameKey(asText(a), asText(b));

const sameSet: Same = (a, b) => isSameList(a, b) || setKey(a) === setKey(b);

/** Equal item by item, which most lists are; all others are compared as sets. */
const isSameList: Same = (a, b) =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => item === b[at]);

/**
 * The same digits, however they are set, or the same number with and without its country (`+886912345678`, `0912-345-678`): sites
 * show phones in a form of their own. Two countries that are both written must be equal.
 */
const samePhone: Same = (a, b) => {
  if (sameText(a, b)) return true;
  const [one, other] = [phoneOf(asText(a)), phoneOf(asText(b))];
  if (!one || !other) return false;
  if (one.isWhole === other.isWhole) return one.digits === other.digits;
  const [whole, national] = one.isWhole ? [one, other] : [other, one];
  const own = national.digits.replace(/^0+/, "");
  const country = whole.digits.slice(0, -own.length);
  return own.length >= fewestDigits && whole.digits.endsWith(own) && /^[1-9]\d{0,2}$/.test(country);
};

/** Fewer digits than a national number has are an extension, or a mistake. */
const fewestDigits = 7;

/** The digits of a phone; with those of its country if it begins with `+` or 00. Undefined for a text with other words in it. */
const phoneOf = (text: string): { readonly digits: string; readonly isWhole: boolean } | undefined => {
  const plain = text.normalize("NFKC").trim();
  if (!/^\+?[\d\s()./-]+$/.test(plain)) return undefined;
  const digits = plain.replaceAll(/\D/g, "");
  const isWhole = plain.startsWith("+") || digits.startsWith("00");
  return digits === "" ? undefined : { digits: isWhole ? digits.replace(/^00/, "") : digits, isWhole };
};

const asText = (value: FieldValue | undefined): string => String(value ?? "");

/** The same text for all lists that count as the same set. */
export const setKey = (value: FieldValue | undefined): string =>
  [...new Set((Array.isArray(value) ? value : []).map((item: string) => canonicalKey(item)))].sort().join("\n");

const comparisons: Readonly<Record<Sameness, Same>> = {
  text: sameText,
  code: sameCode,
  set: sameSet,
  phone: samePhone,
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
