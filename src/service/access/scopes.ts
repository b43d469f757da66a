/** The OAuth scopes that an application may request, with their permissions and claims (R74). */
import type { Permission } from "../../contract/operations/operation-spec.ts";
import { permissionOfScope } from "../../contract/operations/scopes.ts";

/** The claims of the scopes that permit reading them at the userinfo endpoint (OpenID Connect Core, 5.4). */
export const claimsOf = { profile: ["name"], email: ["email"] } as const;

/** The permission of each scope; null for those that permit no operation. */
const permissionOf = {
  openid: null,
  profile: null,
  email: null,
  offline_access: null,
  "bpm.form.apply": null,
  ...permissionOfScope,
} as const;

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

/** What an application needs to request a scope. Claims are values of the profile (U1), so they need its permission. */
const neededFor = (scope: AnyScope): Permission | null => (scope in claimsOf ? "P-Profile" : permissionOf[scope]);

/** The scopes that an application with these permissions may request. */
export const scopesFor = (permissions: readonly Permission[]): readonly AnyScope[] =>
  scopes.filter((scope) => [null, ...permissions].includes(neededFor(scope)));
