/** What an application may ask a user for: the scopes of OAuth, and the permissions they stand for (R74). */
import type { Permission } from "../../contract/operation-spec.ts";
import { permissionOfScope } from "../../contract/scopes.ts";

/** Null: accepted, and no operation of the user group asks for it. */
const permissionOf: Readonly<Record<string, Permission | null>> = { ...permissionOfScope, "bpm.form.apply": null };

export const scopes: readonly string[] = ["openid", "offline_access", ...Object.keys(permissionOf)];

export const permissionsOf = (scope: string | undefined): readonly Permission[] =>
  (scope ?? "").split(" ").flatMap((one) => permissionOf[one] ?? []);

/** Those that an application with these permissions may ask for. */
export const scopesFor = (permissions: readonly Permission[]): readonly string[] =>
  scopes.filter((one) => {
    const permission = permissionOf[one];
    return !permission || permissions.includes(permission);
  });
