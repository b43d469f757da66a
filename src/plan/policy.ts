/** Field policies and protection, as questions the planning steps ask; and the comparison of one record's fields. */
import { canonicalKey } from "../model/canonical.ts";
import type { FieldChange, FieldValue, Kind } from "../model/plan.ts";
import type { Carried } from "../model/sameness.ts";
import type { FieldPolicy, PlanSettings } from "../model/settings.ts";

export const fieldPolicy = (settings: PlanSettings, kind: Kind, field: string): FieldPolicy =>
  settings.fields[`${kind}.${field}`] ?? "manage";

/** Is the account on the protected list? `*` matches any run of characters; compared canonically. */
export const isProtected = (settings: PlanSettings, account: string): boolean => {
  const { exact, patterns } = protection(settings);
  const key = canonicalKey(account);
  return exact.has(key) || patterns.some((pattern) => matches(pattern, key));
};

type Protection = { readonly exact: ReadonlySet<string>; readonly patterns: readonly string[] };

const protections = new WeakMap<PlanSettings, Protection>();

/** Prepared once for each plan: a source may protect thousands of accounts. */
const protection = (settings: PlanSettings): Protection => {
  const known = protections.get(settings);
  if (known) return known;
  const keys = settings.protectedAccounts.map((pattern) => canonicalKey(pattern));
  const made = {
    exact: new Set(keys.filter((key) => !key.includes("*"))),
    patterns: keys.filter((key) => key.includes("*")),
  };
  protections.set(settings, made);
  return made;
};

const matches = (pattern: string, text: string): boolean => {
  const [head = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return text === head;
  const tail = rest.pop() ?? "";
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  let at = head.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > text.length - tail.length) return false;
    at = found + part.length;
  }
  return true;
};

/** Values of a record by field, with `undefined` where no statement is made. */
export type Fields = Readonly<Record<string, FieldValue | undefined>>;

/**
 * The fields that an operation carries and that are to be written over `current`: stated on both sides, permitted by the policy, and different.
 * A field that `current` does not have could not be read and is left alone.
 */
export const differingFields = (
  settings: PlanSettings,
  { kind, fields }: Carried,
  desired: Fields,
  current: Fields,
): FieldChange[] =>
  fields.flatMap(([field, same]) => {
    const after = desired[field];
    const before = current[field];
    if (after === undefined || before === undefined || same(after, before)) return [];
    const policy = fieldPolicy(settings, kind, field);
    if (policy === "ignore" || (policy === "fill-if-empty" && !isBlank(before))) return [];
    return [{ field, before, after }];
  });

const isBlank = (value: FieldValue): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The fields that an operation creates a record with: all that are stated, without those the policy ignores. */
export const createdFields = (
  settings: PlanSettings,
  { kind, fields }: Carried,
  desired: Fields,
  always: readonly string[],
): FieldChange[] =>
  fields.flatMap(([field]) => {
    const after = desired[field];
    if (after === undefined) return [];
    const wanted = always.includes(field) || fieldPolicy(settings, kind, field) !== "ignore";
    return wanted ? [{ field, after }] : [];
  });
