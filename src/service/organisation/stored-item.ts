/**
 * The stored form of an organisation item: it contains row ids, so a new code changes nothing in it (R33). `org-items.ts`
 * creates and interprets it.
 */

/** The departments to which an item is limited: one, one with all below it, or the whole company. */
export type Scope = { readonly departmentId: number; readonly containsChildren: boolean } | "company";

export type StoredItem =
  | { readonly kind: "department"; readonly scope: Scope }
  | { readonly kind: "employee"; readonly employeeId: number }
  | { readonly kind: "title"; readonly titleId: number; readonly scope: Scope }
  | { readonly kind: "function"; readonly functionId: number; readonly scope: Scope };
