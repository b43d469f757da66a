/** The OAuth scopes that an application may request, with their permissions (R74). */
import type { Permission } from "../../contract/operation-spec.ts";
import { permissionOfScope, type Scope, scopeOf } from "../../contract/scopes.ts";

/** The scopes that permit no operation. */
const otherScopes = ["openid", "offline_access", "bpm.form.apply"] as const;

/** The consent page has words for each of them. */
export type AnyScope = Scope | (typeof otherScopes)[number];

export const scopes: readonly AnyScope[] = [...otherScopes, ...(Object.keys(permissionOfScope) as Scope[])];

/** The scopes that occur in a list, whose entries are separated by spaces. */
export const scopesIn = (list = ""): readonly AnyScope[] => {
  const named = list.split(" ");
  return scopes.filter((scope) => named.includes(scope));
};

const permissionOf: Readonly<Partial<Record<AnyScope, Permission>>> = permissionOfScope;

export const permissionsOf = (list: string | undefined): readonly Permission[] =>
  scopesIn(list).flatMap((scope) => permissionOf[scope] ?? []);

/** The scopes that an application with these permissions may request. */
export const scopesFor = (permissions: readonly Permission[]): readonly AnyScope[] => [
  ...otherScopes,
  ...permissions.flatMap((permission) => scopeOf(permission) ?? []),
];
