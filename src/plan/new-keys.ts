/** The keys that operations introduce. The service names objects by their keys in paths, and some keys cannot stand there (R15). */
import { travelsInPath } from "../model/canonical.ts";
import type { Operation } from "../model/operation.ts";
import type { Kind } from "../model/plan.ts";

type Key = readonly [kind: Kind, key: string | null | undefined];

type KeysOf<Id extends Operation["id"]> = (operation: Extract<Operation, { id: Id }>) => readonly Key[];

/** The operations that are not listed introduce no key. */
const introduced: { readonly [Id in Operation["id"]]?: KeysOf<Id> } = {
  V2: ({ code }) => [["level", code]],
  V3: ({ newCode }) => [["level", newCode]],
  T2: ({ code }) => [["title", code]],
  T3: ({ newCode }) => [["title", newCode]],
  D2: ({ code }) => [["department", code]],
  D3: ({ newCode }) => [["department", newCode]],
  J1: ({ newCategory }) => [["category", newCategory]],
  J5: ({ code, category }) => [
    ["function", code],
    ["category", category],
  ],
  J6: ({ newCode }) => [["function", newCode]],
  J7: ({ category }) => [["category", category]],
  E11: ({ newAccount, set }) => [
    ["employee", newAccount],
    ["employee", set.number],
  ],
  E12: ({ account, data }) => [
    ["employee", account],
    ["employee", data.number],
  ],
};

const keysOf = <Id extends Operation["id"]>(operation: Extract<Operation, { id: Id }> & { id: Id }): readonly Key[] =>
  introduced[operation.id]?.(operation) ?? [];

/** The keys that the operations introduce and that no path could name; `exists` knows the keys that are there already. */
export const unnameableKeys = (
  operations: readonly Operation[],
  exists: (kind: Kind, key: string) => boolean,
): readonly string[] =>
  operations
    .flatMap((operation) => keysOf(operation))
    .flatMap(([kind, key]) => (key && !travelsInPath(key) && !exists(kind, key) ? [key] : []));
