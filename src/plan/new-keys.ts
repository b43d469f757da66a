/** The keys that operations introduce. The service names objects by their keys in paths, and some keys cannot stand there (R15). */
import { travelsInPath } from "../model/canonical.ts";
import type { Operation } from "../model/operation.ts";
import type { Kind } from "../model/plan.ts";

type Key = readonly [kind: Kind, key: string | null | undefined];

const keysOf = (operation: Operation): readonly Key[] => {
  switch (operation.id) {
    case "V2":
      return [["level", operation.code]];
    case "V3":
      return [["level", operation.newCode]];
    case "T2":
      return [["title", operation.code]];
    case "T3":
      return [["title", operation.newCode]];
    case "D2":
      return [["department", operation.code]];
    case "D3":
      return [["department", operation.newCode]];
    case "J1":
      return [["category", operation.newCategory]];
    case "J5":
      return [
        ["function", operation.code],
        ["category", operation.category],
      ];
    case "J6":
      return [["function", operation.newCode]];
    case "J7":
      return [["category", operation.category]];
    case "E11":
      return [
        ["employee", operation.newAccount],
        ["employee", operation.set.number],
      ];
    case "E12":
      return [
        ["employee", operation.account],
        ["employee", operation.data.number],
      ];
    default:
      return [];
  }
};

/** The keys that the operations introduce and that no path could name; `exists` knows the keys that are there already. */
export const unnameableKeys = (
  operations: readonly Operation[],
  exists: (kind: Kind, key: string) => boolean,
): readonly string[] =>
  operations.flatMap(keysOf).flatMap(([kind, key]) => (key && !travelsInPath(key) && !exists(kind, key) ? [key] : []));
