/** Rows between reading and assembling: values by field, with the place they came from. */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { ReferenceBy } from "../mapping/field-settings.ts";
import { fieldsOf, kindOf, type Table } from "../mapping/fields.ts";
import type { BadCell } from "../values/cell.ts";
import type { DecidingAttributes } from "./deciding-attributes.ts";

export type Values = Readonly<Record<string, FieldValue>>;

/** The values of one row. Rows are only used inside `source/`; other folders get the snapshot. */
export type RowPart = {
  readonly values: Record<string, FieldValue>;
  /** For an employee: the fields of the main post. */
  readonly post: Record<string, FieldValue> | undefined;
  readonly bad: readonly { readonly field: string; readonly cell: BadCell }[];
};

/** The days on which a row counts, both included. A row without `from` has always counted. */
export type Period = { readonly from: string; readonly until: string };

export type SourceRow = {
  /** The file, or the distinguished name of the entry. */
  readonly file: string;
  /** Absent for an entry. */
  readonly line?: number | undefined;
  /** For a rejected row: the values that could be read, so that its key is known. */
  readonly values: Record<string, FieldValue>;
  readonly post?: Record<string, FieldValue> | undefined;
  /** Distinguished name, if the row is a directory entry. */
  readonly dn?: string | undefined;
  rejected: boolean;
  readonly excluded?: boolean | undefined;
  readonly guarded?: boolean | undefined;
  generated?: true;
  /** The fields whose cells could not be read. What they would state is not known. */
  readonly lost?: readonly string[] | undefined;
  /** The days on which it counts, if the mapping says so and they could be read. */
  readonly period?: Period | undefined;
  /** The next day on which another row of its object begins to count; its own day, if it has not begun. */
  readonly nextDay?: string | undefined;
  /** Which of its attributes decide about an entry; absent if none does. */
  readonly deciding?: DecidingAttributes | undefined;
};

export type TableRows = {
  readonly rows: readonly SourceRow[];
  readonly rejected: readonly RejectedRow[];
  /** Field → column, for messages. */
  readonly columns: Readonly<Record<string, string>>;
  /** Field → how references in this field identify objects, if the mapping states it (`by`). */
  readonly by: Readonly<Record<string, ReferenceBy>>;
  /** The places of rows that no longer or not yet hold. */
  readonly otherDays?: ReadonlySet<string>;
};

export type AllRows = { readonly [table in Table]?: TableRows };

/**
 * The key, for messages: code, name or account, else the number of a person; undefined if none was read. Accounts that are still to
 * be generated are a list, so they are no key.
 */
const keyOf = (table: Table, values: Values): string | undefined => {
  const [first] = keyFields(table);
  const said = [values[first ?? ""], ...(table === "employees" ? [values["number"]] : [])];
  return said.flatMap(stringIn)[0];
};

/** Fields that every record must have. */
export const keyFields = (table: Table): readonly string[] =>
  Object.entries(fieldsOf(table))
    .filter(([, spec]) => spec.key)
    .map(([field]) => field);

type Problem = Pick<BadCell, "code" | "reason">;

/**
 * The report of one problem with a row. It states that the row is rejected or, for a row that stays, that one field is
 * left out. The column `*` stands for the whole row.
 */
export const rejectedRow = (
  table: Table,
  row: Pick<SourceRow, "file" | "line" | "rejected"> & { readonly values: Values },
  column: string,
  { code, reason }: Problem,
): RejectedRow => {
  const key = keyOf(table, row.values);
  const line = row.line === undefined ? {} : { line: row.line };
  const loss = row.rejected ? {} : ({ dropped: "field" } as const);
  const place = { kind: kindOf[table], file: row.file, ...line, column, code, reason, ...loss };
  return key === undefined ? place : { ...place, key };
};

/** Marks the row as rejected and returns the report of it. */
export const reject = (table: Table, row: SourceRow, column: string, problem: Problem): RejectedRow => {
  row.rejected = true;
  return rejectedRow(table, row, column, problem);
};

/** Rejects rows of one part for what `problemOf` says of each; `field` is the one that shows it. */
export const withRejected = (
  table: Table,
  read: TableRows,
  field: string,
  rows: Iterable<SourceRow>,
  problemOf: (row: SourceRow) => Problem,
): TableRows => {
  const column = read.columns[field] ?? field;
  const rejected = Array.from(rows, (row) => reject(table, row, column, problemOf(row)));
  return { ...read, rejected: [...read.rejected, ...rejected] };
};

/** The place of a row as one text, by which rows and their reports are compared. */
export const placeKey = ({ file, line }: { readonly file: string; readonly line?: number | undefined }): string =>
  `${file}\n${line ?? ""}`;

/** Places that a message names: it may be said of each of the rows. */
const namedPlaces = 20;

/** The places of rows, for messages: `a.csv lines 3, 9; b.csv line 2`, or the distinguished names of entries; at most twenty. */
export const placesText = (rows: readonly Pick<SourceRow, "file" | "line">[]): string => {
  const places = [...Map.groupBy(rows.slice(0, namedPlaces), ({ file }) => file)].map(([file, inFile]) => {
    const lines = inFile.flatMap(({ line }) => line ?? []);
    if (lines.length === 0) return file;
    return `${file} ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
  });
  const more = rows.length > namedPlaces ? ` and ${rows.length - namedPlaces} more` : "";
  return `${places.join("; ")}${more}`;
};

/** The canonical key in a value; undefined if the value is not a text. */
export const keyIn = (value: unknown): string | undefined =>
  typeof value === "string" ? canonicalKey(value) : undefined;

/** The canonical keys in these fields as one text; undefined if one of the values is not a text. */
export const keyText = (values: Values, fields: readonly string[]): string | undefined => {
  const texts = fields.map((field) => values[field]);
  return texts.every((text) => typeof text === "string") ? texts.map(canonicalKey).join("\n") : undefined;
};

/** Returns a list that contains only the text, or an empty list if the value is not a text; for use with flatMap. */
export const stringIn = (value: unknown): string[] => (typeof value === "string" ? [value] : []);

/** The text under which a name is looked up. Spaces are removed, because people write or omit them as they like. */
export const nameKey = (name: string): string => canonicalKey(name).replace(/\s/g, "");
