/**
 * The keys that operations introduce. The service refuses some: they are too long, nobody sees all of their characters, or no
 * path could name them (R15, R96).
 */
import { invisibleInKeys, line, travelsInPath } from "../../contract/records/texts.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Kind } from "../../model/plan/plan.ts";

/** People have two keys each; `number` tells their numbers from their accounts. */
type Key = readonly [kind: Kind | "number", key: string | null | undefined];

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
    ["number", set.number],
  ],
  E12: ({ account, data }) => [
    ["employee", account],
    ["number", data.number],
  ],
};

const keysOf = <Id extends Operation["id"]>(operation: Extract<Operation, { id: Id }> & { id: Id }): readonly Key[] =>
  introduced[operation.id]?.(operation) ?? [];

const isAccepted = (key: string): boolean =>
  travelsInPath(key) && !invisibleInKeys.test(key) && line.safeParse(key).success;

/** The keys that the operations introduce, or state again. */
export const statedKeys = (operations: readonly Operation[]): readonly (readonly [Key[0], string])[] =>
  operations.flatMap((operation) => keysOf(operation)).flatMap(([kind, key]) => (key ? [[kind, key] as const] : []));

/** The keys that the operations introduce and that the service refuses; `exists` knows the keys that are there already. */
export const refusedKeys = (
  operations: readonly Operation[],
  exists: (kind: Kind, key: string) => boolean,
): readonly string[] =>
  statedKeys(operations).flatMap(([kind, key]) =>
    !isAccepted(key) && !exists(kind === "number" ? "employee" : kind, key) ? [key] : [],
  );
