/**
 * For a part in which a record is repeated for every person who belongs to it, such as a department: unites the rows of one object. Rows
 * that state different things all stay, and are later reported as duplicates. A cell that is blank, or could not be read, states nothing.
 *
 *   all other rows of the object    a row that is rejected only because formulas have failed
 *   state what it lacks             loses the cells, and is one of them
 *   do not                          holds the object
 */

import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { pathDepartments } from "../cells/paths.ts";
import { keyText, placeKey, type SourceRow, type TableRows } from "./rows.ts";

/** `ofPaths`: each row stands for all departments along the path that is its code. `keys`: the fields that identify an object. */
export const distinctRows = (read: TableRows, ofPaths: boolean, keys: readonly string[]): TableRows => {
  const rows = ofPaths ? read.rows.flatMap(alongPath) : read.rows;
  const seen = new Set<string>();
  const different = rows.filter(({ values, post, rejected, excluded }) => {
    if (rejected || excluded) return rejected;
    return seen.size < seen.add(JSON.stringify([values, post])).size;
  });
  const objects = Map.groupBy(different, ({ values }) => keyText(values, keys));
  if (objects.size === different.length) return { ...read, rows: different };
  const reports = Map.groupBy(
    read.rejected.filter(({ dropped }) => dropped === undefined),
    reportKey,
  );
  const restored = new Set<RejectedRow>();
  const united = new Map(different.map((row) => [row, row]));
  for (const [key, all] of objects) {
    if (key === undefined || all.length === 1) continue;
    const told = new Map(all.map((row) => [row, row.rejected ? (reports.get(rowKey(row, keys)) ?? []) : []]));
    const readable = all.filter((row) => !row.rejected || isOfFormulas(told.get(row) ?? []));
    const one = unionOf(readable);
    if (!one) continue;
    const lost = readable.flatMap((row) => told.get(row) ?? []);
    const isStated = ({ column }: RejectedRow): boolean =>
      Object.keys(read.columns).every(
        (field) => read.columns[field] !== column || field in one.values || field in (one.post ?? {}),
      );
    for (const report of lost) if (isStated(report)) restored.add(report);
    for (const [at, row] of readable.entries()) {
      if (at > 0) united.delete(row);
      else united.set(row, { ...one, rejected: !lost.every(isStated) });
    }
  }
  const rejected = read.rejected.map((row): RejectedRow => (restored.has(row) ? { ...row, dropped: "field" } : row));
  return { ...read, rows: [...united.values()], rejected };
};

/** Several rows can stand at one place (`each`). */
const reportKey = (row: RejectedRow): string => `${placeKey(row)}\n${row.key ?? ""}`;
const rowKey = (row: SourceRow, [key = ""]: readonly string[]): string =>
  `${placeKey(row)}\n${String(row.values[key])}`;

const isOfFormulas = (reports: readonly RejectedRow[]): boolean =>
  reports.length > 0 && reports.every(({ code }) => code === "formula-error");

/** One row that states all that several rows state; undefined if two of them state different things. */
const unionOf = ([first, ...others]: readonly SourceRow[]): SourceRow | undefined => {
  if (!first) return undefined;
  const [values, post] = [{ ...first.values }, { ...first.post }];
  for (const other of others) {
    if (!adds(values, other.values) || !adds(post, other.post ?? {})) return undefined;
  }
  return { ...first, values, post: Object.keys(post).length === 0 ? undefined : post };
};

/** Adds what is not stated yet; false if something else is stated. */
const adds = (stated: Record<string, FieldValue>, more: SourceRow["values"]): boolean =>
  Object.entries(more).every(([field, value]) => {
    if (!(field in stated)) stated[field] = value;
    return JSON.stringify(stated[field]) === JSON.stringify(value);
  });

const alongPath = (row: SourceRow): readonly SourceRow[] =>
  row.rejected || row.excluded
    ? [row]
    : pathDepartments(String(row.values["code"])).map((department) => ({
        ...row,
        values: { ...row.values, ...department },
      }));
