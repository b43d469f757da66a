/** The OAuth scopes that an application may request, with their permissions (R74). */
import type { Permission } from "../../contract/operation-spec.ts";
import { permissionOfScope } from "../../contract/scopes.ts";

/** The permission of each scope; null for those that permit no operation. */
const permissionOf = { openid: null, offline_access: null, "bpm.form.apply": null, ...permissionOfScope } as const;

/** The consent page has words for each of them. */
export type AnyScope = keyof typeof permissionOf;

export const scopes = Object.keys(permissionOf) as readonly AnyScope[];

/** The scopes that occur in a list, whose entries are separated by spaces. */
export const scopesIn = (list = ""): readonly AnyScope[] => {
  const named = list.split(" ");
  return scopes.filter((scope) => named.includes(scope));
};

export const permissionsOf = (list: string | undefined): readonly Permission[] =>
  scopesIn(list).flatMap((scope) => permissionOf[scope] ?? []);

/** The scopes that an application with these permissions may request. */
export const scopesFor = (permissions: readonly Permission[]): readonly AnyScope[] =>
  scopes.filter((scope) => [null, ...permissions].includes(permissionOf[scope]));
