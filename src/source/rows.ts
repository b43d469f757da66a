/** Rows between reading and assembling: values under field names, with the place they came from. */
import type { FieldValue } from "../model/plan.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import type { BadCell } from "./cell.ts";
import { fieldsOf, kindOf, type Table } from "./fields.ts";
import type { ReferenceBy } from "./mapping.ts";

export type Values = Readonly<Record<string, FieldValue>>;

/** What the cells of one row say. Only `source/` sees rows; everything else gets the snapshot made of them. */
export type RowPart = {
  readonly values: Record<string, FieldValue>;
  /** Of an employee: what is said of the main post. */
  readonly post: Record<string, FieldValue> | undefined;
  readonly bad: readonly { readonly field: string; readonly cell: BadCell }[];
};

export type SourceRow = {
  /** The file, or the distinguished name of the entry. */
  readonly file: string;
  /** Absent for an entry. */
  readonly line?: number | undefined;
  /** Of a rejected row: what could be read nevertheless, so that its key is known. */
  readonly values: Record<string, FieldValue>;
  readonly post?: Record<string, FieldValue> | undefined;
  /** Distinguished name of the person's entry in a directory. */
  readonly dn?: string | undefined;
  rejected: boolean;
  /** The configuration leaves the record out of scope. */
  readonly excluded?: boolean | undefined;
  readonly guarded?: boolean | undefined;
  /** The account is made up, for whoever has none. */
  generated?: true;
};

export type TableRows = {
  readonly rows: readonly SourceRow[];
  readonly rejected: readonly RejectedRow[];
  /** Field → column, for people. */
  readonly columns: Readonly<Record<string, string>>;
  /** Field → how its references name what they are about, where the mapping says so. */
  readonly by: Readonly<Record<string, ReferenceBy>>;
};

export type AllRows = { readonly [table in Table]?: TableRows };

/** Key of a row for people: code, name, account, else number. Undefined where the row does not show it. */
const keyOf = (table: Table, values: Values): string | undefined => {
  const [first] = keyFields(table);
  const key = values[first ?? ""] ?? (table === "employees" ? values["number"] : undefined);
  return typeof key === "string" ? key : undefined;
};

/** Fields without which there is no record. */
export const keyFields = (table: Table): readonly string[] =>
  Object.entries(fieldsOf(table))
    .filter(([, spec]) => spec.key)
    .map(([field]) => field);

/** Of a rejected row one reason (column `*`: no single cell's); of any other row a field that is left out. */
export const rejectedRow = (
  table: Table,
  row: Pick<SourceRow, "file" | "line" | "rejected"> & { readonly values: Values },
  column: string,
  { code, reason }: Pick<BadCell, "code" | "reason">,
): RejectedRow => {
  const key = keyOf(table, row.values);
  const line = row.line === undefined ? {} : { line: row.line };
  const loss = row.rejected ? {} : ({ dropped: "field" } as const);
  const place = { kind: kindOf[table], file: row.file, ...line, column, code, reason, ...loss };
  return key === undefined ? place : { ...place, key };
};

/** `a.csv lines 3, 9; b.csv line 2`, or the names of the entries. */
export const placesText = (rows: readonly Pick<SourceRow, "file" | "line">[]): string =>
  [...Map.groupBy(rows, ({ file }) => file)]
    .map(([file, inFile]) => {
      const lines = inFile.flatMap(({ line }) => line ?? []);
      if (lines.length === 0) return file;
      return `${file} ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
    })
    .join("; ");

/** A text of a row as a list, so that what is not there falls out. */
export const stringIn = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
