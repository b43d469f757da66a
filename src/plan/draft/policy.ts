/** Field policies and protected accounts. */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { FieldValue, Kind } from "../../model/plan/plan.ts";
import type { FieldPolicy, PlanSettings } from "../../model/plan/settings.ts";

export const fieldPolicy = (settings: PlanSettings, kind: Kind, field: string): FieldPolicy =>
  settings.fields[`${kind}.${field}`] ?? "manage";

/** Is the account on the protected list? `*` matches any characters; accounts are compared in canonical form. */
export const isProtected = (settings: PlanSettings, account: string): boolean => {
  const { exact, patterns } = protection(settings);
  const key = canonicalKey(account);
  return exact.has(key) || patterns.some((pattern) => matches(pattern, key));
};

type Protection = { readonly exact: ReadonlySet<string>; readonly patterns: readonly string[] };

const protections = new WeakMap<PlanSettings, Protection>();

/** Computed once for each plan, because a source may protect thousands of accounts. */
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

/** Values of a record by field name; undefined: the record does not state the field. */
export type Fields = Readonly<Record<string, FieldValue | undefined>>;

export const isBlank = (value: FieldValue): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);
