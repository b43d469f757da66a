/**
 * The rule `cells-unread`: most cells of a column cannot be what their field is, so each of them is left out. HR has exchanged two
 * headers, moved a column or changed a format, and what else has moved with it may look right. Findings show columns and codes only.
 */
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import { kindOf, tables } from "../mapping/fields.ts";
import type { AllRows, SourceRow, TableRows } from "../rows/rows.ts";
import type { Found } from "./found.ts";

/** `percent` of the filled cells of a column may be left out. */
export const unreadCells = (read: AllRows, percent: number): readonly Found[] =>
  tables.flatMap((table) => {
    const { [table]: rows } = read;
    if (!rows) return [];
    const left = Map.groupBy(rows.rejected.filter(isUnread), ({ column }) => column);
    return [...left].flatMap(([column, cells]): Found[] => {
      const count = cells.length;
      const base = count + filledIn(rows, column);
      const limit = Math.floor((base * percent) / 100);
      if (count < fewestCells || count <= limit) return [];
      const codes = [...new Set(cells.map(({ code }) => code))].sort().join(", ");
      const message = `${count} of ${base} filled cells of the column "${column}" cannot be used (${codes}); at most ${limit} may be left out`;
      const hint =
        "look at the column in the export: headers may be exchanged, or its format may have changed; if it is right as it is, accept `cells-unread` once";
      return [{ rule: "cells-unread", kind: kindOf[table], field: column, count, limit, base, message, hint }];
    });
  });

/** Fewer cells are single mistakes, which their rows show. */
const fewestCells = 5;

/** What says that a cell is not of the kind of its field. What is damaged, masked, or contradicts other rows or files, stands in its column. */
const unreadable: ReadonlySet<string> = new Set([
  "capture-failed",
  "date-invalid",
  "days-contradict",
  "email-invalid",
  "integer-invalid",
  "phone-invalid",
  "value-unknown",
  "value-unmapped",
]);

const isUnread = ({ dropped, code }: RejectedRow): boolean => dropped === "field" && unreadable.has(code);

/** The rows in use that have a value of the column. */
const filledIn = ({ rows, columns }: TableRows, column: string): number => {
  const fields = Object.keys(columns).filter((field) => columns[field] === column);
  const isFilled = ({ rejected, excluded, values, post }: SourceRow): boolean =>
    !rejected && !excluded && fields.some((field) => (values[field] ?? post?.[field] ?? null) !== null);
  return rows.filter(isFilled).length;
};
