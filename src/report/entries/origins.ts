/** Says from which files or directories, and which columns, the cause of a group comes. */
import type { Kind } from "../../model/directory/kind.ts";
import type { Origin } from "../../model/directory/origin.ts";
import type { Fact } from "./facts.ts";

/** Who holds a main post is told by the fields of the person or by a table of posts. */
const postFields = ["department", "title", "functions", "main"];

/**
 * Returns `employees.csv (在職狀態)` for each part of the source that states one of the fields; without fields, or if no part states
 * one, the names of the parts that have the kind of object.
 */
export const originTexts = (
  origins: readonly Origin[],
  of: Kind,
  fields: readonly Pick<Fact, "kind" | "field">[],
): readonly string[] => {
  const stating = origins.flatMap(({ kind, name, columns }) => {
    const stated = new Set(fields.flatMap((field) => columnsOf(field, kind, columns)));
    return stated.size === 0 ? [] : [`${name} (${[...stated].join(", ")})`];
  });
  const ofKind = origins.filter(({ kind }) => kind === of).map(({ name }) => name);
  return [...new Set(stating.length > 0 ? stating : ofKind)];
};

const columnsOf = (
  { kind, field }: Pick<Fact, "kind" | "field">,
  table: Kind,
  columns: Origin["columns"],
): readonly string[] => {
  const isPerson = table === "employee" || table === "post";
  const names =
    kind === "post" && isPerson
      ? postFields
      : kind === "supervisor" && isPerson
        ? ["supervisor"]
        : kind === "manager" && table === "department"
          ? ["manager"]
          : kind === table
            ? [field]
            : [];
  return names.flatMap((name) => columns[name] ?? []);
};
