/** Looks up the names of objects that a plan mentions by code or account. */
import type { ListedKind } from "../../model/objects.ts";
import type { Plan } from "../../model/plan.ts";

/** Returns the name of an object; undefined if the plan does not contain it. */
export const nameOf = ({ names }: Plan, kind: ListedKind, code: string): string | undefined =>
  Object.hasOwn(names[kind], code) ? names[kind][code] : undefined;
