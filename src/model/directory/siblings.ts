/** Siblings: objects of a kind that stand in one sequence. The one before a plan is kept, because `musterd undo` restores it. */
import type { Kind } from "./kind.ts";

/** The field that says in which group an object stands; other kinds have one group. */
export const groupFields: Readonly<Partial<Record<Kind, "parent" | "category" | "rank">>> = {
  department: "parent",
  function: "category",
  title: "rank",
};

/** `group` is the parent, category or rank, and "" where there is only one group. */
export type Siblings = { readonly kind: Kind; readonly group: string; readonly keys: readonly string[] };
