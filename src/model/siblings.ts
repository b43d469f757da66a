/** The sequence of siblings before a plan, which `musterd undo` restores. */
import type { Kind } from "./kind.ts";

/** `group` is the parent, category or rank, and "" where there is only one group. */
export type Siblings = { readonly kind: Kind; readonly group: string; readonly keys: readonly string[] };
