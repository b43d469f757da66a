/** The OAuth scopes that an application may request, with their permissions (R74). */
import type { Permission } from "../../contract/operation-spec.ts";
import { permissionOfScope } from "../../contract/scopes.ts";

/** The permission of each scope. Null: applications may request the scope, but no operation of the user group needs it. */
const permissionOf: Readonly<Record<string, Permission | null>> = { ...permissionOfScope, "bpm.form.apply": null };

export const scopes: readonly string[] = ["openid", "offline_access", ...Object.keys(permissionOf)];

export const permissionsOf = (scope: string | undefined): readonly Permission[] =>
  (scope ?? "").split(" ").flatMap((one) => permissionOf[one] ?? []);

/** The scopes that an application with these permissions may request. */
export const scopesFor = (permissions: readonly Permission[]): readonly string[] =>
  scopes.filter((one) => {
    const permission = permissionOf[one];
    return !permission || permissions.includes(permission);
  });
