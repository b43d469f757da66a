/** Follows codes, category names and accounts through the renames of one or more runs. */
import type { Change, Kind } from "../../model/plan/plan.ts";
import { type Reference, reference } from "./draft-plan.ts";

/** `parks`: the new code is temporary, because two objects exchange their codes. */
export type Renaming = { readonly kind: Kind; readonly from: string; readonly to: string; readonly parks: boolean };

export const renamingsOf = (changes: readonly Change[]): Renaming[] =>
  changes.flatMap(({ id, kind, action, fields: [field] }) =>
    action === "rename" && typeof field?.before === "string" && typeof field.after === "string"
      ? [{ kind, from: field.before, to: field.after, parks: id.endsWith("/park") }]
      : [],
  );

/** Returns the present key of the object that had `key` before the renames. */
export type Follow = (kind: Kind, key: string) => string;

/** `renamings` are in the order in which they were applied. */
export const following = (renamings: readonly Renaming[]): Follow => {
  const present = new Map<Reference, string>();
  const first = new Map<Reference, Reference>();
  for (const { kind, from, to } of renamings) {
    const own = reference(kind, from);
    // An object that took over a key which another object has left did not have it before the renames.
    const start = first.get(own) ?? (present.has(own) ? undefined : own);
    if (start === undefined) continue;
    first.delete(own);
    first.set(reference(kind, to), start);
    present.set(start, to);
  }
  return (kind, key) => present.get(reference(kind, key)) ?? key;
};
