/**
 * What other tables read from the lines of people that are rejected. A row whose cells have moved, or that is no record, names
 * departments and titles that do not exist. What nothing but such lines names is quarantined with them; what a good row of people
 * or posts refers to, and the departments above it, is kept. What only rows of other days name is out of scope.
 */

import { lineRejected, type RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { Table } from "../mapping/fields.ts";
import {
  type AllRows,
  nameKey,
  placeKey,
  type SourceRow,
  stringIn,
  type TableRows,
  withRejected,
} from "../rows/rows.ts";
import { isOdd, withOdd } from "./odd-rows.ts";

/** The tables that one row of people names objects of, in the order in which they refer to each other, and the fields that name one. */
const named = {
  departments: ["code", "name"],
  titles: ["code", "title"],
  functions: ["code", "name"],
  levels: ["code", "name"],
} as const satisfies Partial<Record<Table, readonly string[]>>;

type Named = keyof typeof named;

export const quarantineSameLines = (read: AllRows): AllRows => {
  const told = read.employees?.rejected ?? [];
  const odd = new Set(told.filter(isOdd).map(placeKey));
  const lost = new Set(told.filter(isLost).map(placeKey));
  if (odd.size + lost.size === 0) return read;
  const entries = Object.entries(read) as [Table, TableRows][];
  const known: AllRows = Object.fromEntries(
    entries.map(([table, one]) => {
      const own = new Set(one.rejected.filter(isOdd).map(placeKey));
      const found = one.rows.filter((row) => odd.has(placeKey(row)) && !own.has(placeKey(row)) && !row.excluded);
      return [
        table,
        withOdd(table, one, new Map(found.map((row) => [row, "another table found no record in its line"]))),
      ];
    }),
  );
  return lost.size === 0 ? known : withoutUnnamed(known, lost, withLost);
};

/** `places`: of rows of people and posts that no longer or not yet hold. */
export const withoutOtherDays = (read: AllRows, places: ReadonlySet<string>): AllRows =>
  places.size === 0 ? read : withoutUnnamed(read, places, outOfScope);

/** A vacant position is nobody, but its department is one. */
const isLost = (row: RejectedRow): boolean =>
  row.dropped === undefined && !isOdd(row) && row.code !== "position-vacant" && row.outside !== true;

type LeaveOut = (table: Table, read: TableRows, rows: ReadonlySet<SourceRow>) => TableRows;

const withoutUnnamed = (read: AllRows, lost: ReadonlySet<string>, leaveOut: LeaveOut): AllRows => {
  const isDoubtful = (row: SourceRow) => !row.rejected && !row.excluded && lost.has(placeKey(row));
  const tables = (Object.keys(named) as Named[]).filter((table) => read[table]?.rows.some(isDoubtful));
  if (tables.length === 0) return read;
  const references = referencesIn(read);
  const result: { [table in Table]?: TableRows } = { ...read };
  for (const table of tables) {
    const one = read[table];
    if (!one) continue;
    if (table === "levels") noteLevels(result.departments, references.levels);
    const kept = keptRows(table, one.rows, isDoubtful, references[table]);
    result[table] = leaveOut(table, one, new Set(one.rows.filter((row) => isDoubtful(row) && !kept.has(row))));
  }
  return result;
};

/** All that good rows of people and posts name, by table. */
const referencesIn = ({ employees, posts }: AllRows): Record<Named, Set<string>> => {
  const found: Record<Named, Set<string>> = {
    departments: new Set(),
    titles: new Set(),
    functions: new Set(),
    levels: new Set(),
  };
  for (const { values, post = {}, rejected, nextDay, excluded } of [
    ...(employees?.rows ?? []),
    ...(posts?.rows ?? []),
  ]) {
    if (rejected || (excluded && nextDay !== undefined)) continue;
    for (const fields of [values, post]) {
      note(found.departments, fields["department"]);
      note(found.titles, fields["title"]);
      note(found.functions, fields["functions"]);
    }
  }
  return found;
};

/** The levels of the departments that stay. */
const noteLevels = (departments: TableRows | undefined, levels: Set<string>): void => {
  for (const { values, rejected } of departments?.rows ?? []) if (!rejected) note(levels, values["level"]);
};

const note = (known: Set<string>, value: FieldValue | undefined): void => {
  for (const text of [value].flat().flatMap(stringIn)) known.add(nameKey(text));
};

/** The rows that are not in doubt, or are named; and, of departments, those above them. */
const keptRows = (
  table: Named,
  rows: readonly SourceRow[],
  isDoubtful: (row: SourceRow) => boolean,
  references: Set<string>,
): ReadonlySet<SourceRow> => {
  const doubtful = rows.filter(isDoubtful);
  const kept = new Set(rows.filter((row) => !row.rejected && !isDoubtful(row)));
  if (table === "departments") for (const { values } of kept) note(references, values["parent"]);
  for (let size = -1; size < kept.size; ) {
    size = kept.size;
    for (const row of doubtful) {
      if (kept.has(row) || !namesOf(table, row).some((name) => references.has(name))) continue;
      kept.add(row);
      if (table === "departments") note(references, row.values["parent"]);
    }
  }
  return kept;
};

const namesOf = (table: Named, { values }: SourceRow): readonly string[] =>
  named[table].flatMap((field) => stringIn(values[field])).map(nameKey);

const outOfScope: LeaveOut = (_, read, rows) => ({
  ...read,
  rows: read.rows.map((row) => (rows.has(row) ? { ...row, excluded: true } : row)),
});

const withLost: LeaveOut = (table, read, rows) => withRejected(table, read, "*", rows, () => unnamed);

const unnamed = {
  code: lineRejected,
  reason: "its line is rejected as a person, and no other row names it: correct that row",
};
