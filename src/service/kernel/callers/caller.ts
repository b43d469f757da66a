/** The caller of a request and its permissions: a key of another system, or a user through an application. */
import type { Permission } from "../../../contract/operations/operation-spec.ts";
import { fold } from "../identity.ts";
import { refuse } from "../refusal.ts";

/**
 * The objects for which a key is designated: codes of forms, libraries and survey categories. They limit its "designated only"
 * permissions.
 */
export type Designated = Readonly<Record<"forms" | "libraries" | "surveyCategories", readonly string[] | "all">>;

/** `name`, shown in the call log, is that of the key or of the application that calls on behalf of the user. */
type Named = { readonly name: string; readonly permissions: ReadonlySet<Permission> };

export type KeyCaller = Named & { readonly kind: "key"; readonly designated: Designated };

export type UserCaller = Named & { readonly kind: "user"; readonly employeeId: number };

export type Caller = KeyCaller | UserCaller;

export const designatedAll: Designated = { forms: "all", libraries: "all", surveyCategories: "all" };

/** The caller in whose name the service itself runs rules when it loads an organisation. */
export const serviceCaller: KeyCaller = {
  kind: "key",
  name: "service",
  permissions: new Set(),
  designated: designatedAll,
};

export const isDesignated = (caller: Caller, what: keyof Designated, code: string): boolean => {
  if (caller.kind === "user") return true;
  const listed = caller.designated[what];
  return listed === "all" || listed.some((one) => fold(one) === fold(code));
};

/** Refuses an object for which the key is not designated; `where` names the property. */
export const requireDesignated = (caller: Caller, what: keyof Designated, code: string, where: string): void => {
  if (!isDesignated(caller, what, code)) refuse("OPA-NOT-DESIGNATED", where);
};
