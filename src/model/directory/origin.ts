/** Where HR's data about a kind of object comes from. */
import type { Kind } from "./kind.ts";

/** One part of a table: `name` is its files or its directory, `columns` has the column of each field that it maps from one. */
export type Origin = { readonly kind: Kind; readonly name: string; readonly columns: Readonly<Record<string, string>> };
