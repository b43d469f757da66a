/** The OAuth 2.0 scopes that a user grants to an application, each with its permission. */
import type { Permission } from "./operation-spec.ts";

export const permissionOfScope = {
  "base.profile.read": "P-Profile",
  "bpm.tasks.read": "P-Pending",
  "bpm.form.read": "P-FormRead",
  "bpm.form.approval": "P-Sign",
  "dms.all.read": "P-DocRead",
  "dms.all.write": "P-DocManage",
} as const satisfies Record<string, Permission>;

export type Scope = keyof typeof permissionOfScope;

/** Returns the scope for a permission; undefined for permissions that only keys have. */
export const scopeOf = (permission: Permission): Scope | undefined =>
  (Object.keys(permissionOfScope) as Scope[]).find((scope) => permissionOfScope[scope] === permission);
