/**
 * The stored form of an organisation item: row ids, so that a new code changes nothing (R33). `org-items.ts` creates and
 * interprets it.
 */

/** Departments: one, one with all below it, or the whole company. */
export type Scope = { readonly departmentId: number; readonly containsChildren: boolean } | "company";

export type StoredItem =
  | { readonly kind: "department"; readonly scope: Scope }
  | { readonly kind: "employee"; readonly employeeId: number }
  | { readonly kind: "title"; readonly titleId: number; readonly scope: Scope }
  | { readonly kind: "function"; readonly functionId: number; readonly scope: Scope };
