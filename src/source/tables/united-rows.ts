/**
 * Unites the rows of the files and sheets of a part, or of the parts of `posts`, and chooses which of several rows about one object counts. If the
 * chosen row is bad, the object is held (left unchanged); no other row replaces it.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Part } from "../feeds/feed.ts";
import type { Table } from "../mapping/fields.ts";
import { keyText, placeKey, type SourceRow, type TableRows } from "../rows/rows.ts";
import { includesTwoPeople } from "./two-people.ts";

/** No table has priority over another. */
export const unitedRows = (first: TableRows, ...others: readonly TableRows[]): TableRows => {
  if (others.length === 0) return first;
  const tables = [first, ...others];
  return {
    rows: tables.flatMap(({ rows }) => rows),
    rejected: tables.flatMap(({ rejected }) => rejected),
    columns: first.columns,
    by: Object.assign({}, ...tables.map(({ by }) => by)) as TableRows["by"],
  };
};

/**
 * Keeps the row that counts (`wins`) of the rows about one object. Rows out of scope are not considered. Rows that share a key but
 * are evidently about two people all stay, and are later reported as duplicates.
 */
export const winningRows = (
  read: TableRows,
  wins: NonNullable<Part["wins"]>,
  table: Table,
  keys: readonly string[],
): TableRows => {
  const rows = wins === "first" ? read.rows : read.rows.toReversed();
  const byIdentity = Map.groupBy(rows, (row) => (row.excluded ? undefined : identityOf(row, table, keys)));
  const lost = new Set<SourceRow>();
  for (const [identity, group] of byIdentity) {
    if (identity === undefined || (table === "employees" && includesTwoPeople(group))) continue;
    for (const row of group.slice(1)) lost.add(row);
  }
  if (lost.size === 0) return read;
  const places = new Set([...lost].map(placeKey));
  return {
    ...read,
    rows: read.rows.filter((row) => !lost.has(row)),
    rejected: read.rejected.filter((row) => !places.has(placeKey(row))),
  };
};

/**
 * The text that identifies the object of a row. People are identified by number: if two numbers share an account, their
 * rows stay duplicates, because they may be two people.
 */
const identityOf = ({ values }: SourceRow, table: Table, keys: readonly string[]): string | undefined => {
  const [key] = keys;
  if (table === "employees" && key === "account" && typeof values["number"] === "string") {
    return `number ${canonicalKey(values["number"])}`;
  }
  return keyText(values, keys);
};
