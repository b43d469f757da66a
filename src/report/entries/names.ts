/** Looks up the names of objects that a plan mentions by code or account. */
import type { ListedKind } from "../../model/directory/objects.ts";
import type { Plan } from "../../model/plan/plan.ts";

/** Returns the name of an object; undefined if the plan does not contain it. */
export const nameOf = ({ names }: Plan, kind: ListedKind, code: string): string | undefined =>
  Object.hasOwn(names[kind], code) ? names[kind][code] : undefined;

/** Returns `name (key)`; only the key of an object that has no other name. */
export const nameWithKey = ({ label, key }: { readonly label: string; readonly key: string }): string =>
  label === key ? key : `${label} (${key})`;

/** The object of a code or account, by its name in the plan and its key. */
export const namedIn = (plan: Plan, kind: ListedKind, code: string): string =>
  nameWithKey({ label: nameOf(plan, kind, code) ?? code, key: code });
