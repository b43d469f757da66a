/** The OAuth scopes that an application may request, with their permissions (R74). */
import type { Permission } from "../../contract/operation-spec.ts";
import { permissionOfScope, type Scope } from "../../contract/scopes.ts";

/** The scopes that permit no operation. */
const otherScopes = ["openid", "offline_access", "bpm.form.apply"] as const;

/** The consent page has words for each of them. */
export type AnyScope = Scope | (typeof otherScopes)[number];

export const scopes: readonly AnyScope[] = [...otherScopes, ...(Object.keys(permissionOfScope) as Scope[])];

const permissionOf = (scope: string): Permission | undefined => permissionOfScope[scope as Scope];

export const permissionsOf = (scope: string | undefined): readonly Permission[] =>
  (scope ?? "").split(" ").flatMap((one) => permissionOf(one) ?? []);

/** The scopes that an application with these permissions may request. */
export const scopesFor = (permissions: readonly Permission[]): readonly AnyScope[] =>
  scopes.filter((one) => {
    const permission = permissionOf(one);
    return !permission || permissions.includes(permission);
  });
