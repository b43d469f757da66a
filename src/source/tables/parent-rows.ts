/**
 * Departments of a file that has only a column for the parent and one for the child. The top has no row of its own there, so each
 * parent without a row becomes a department at the top.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Part } from "../feeds/feed.ts";
import { keyIn, type SourceRow, type TableRows } from "../rows/rows.ts";
import { recordValues } from "../rows/table-reader.ts";

/** Adds the parents that no row has as its code. Their name is their code; fields with a constant have it. */
export const withParents = (read: TableRows, { columns = {} }: Part): TableRows => {
  const known = new Set(read.rows.flatMap(({ values }) => keyIn(values["code"]) ?? []));
  const constants = Object.entries(columns).flatMap(([field, { value }]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  const constant = recordValues("departments", Object.fromEntries(constants)).values;
  const added: SourceRow[] = [];
  for (const { file, line, values, rejected, excluded } of read.rows) {
    const parent = values["parent"];
    if (rejected || excluded || typeof parent !== "string" || known.has(canonicalKey(parent))) continue;
    known.add(canonicalKey(parent));
    const own = { ...constant, code: parent, name: parent, parent: null };
    added.push({ file, line, values: own, rejected: false });
  }
  return added.length === 0 ? read : { ...read, rows: [...read.rows, ...added] };
};
