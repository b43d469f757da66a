/** Rows between reading and assembling: values under field names, with the place they came from. */
import type { FieldValue } from "../model/plan.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import type { BadCell } from "./cell.ts";
import { fieldsOf, kindOf, type Table } from "./fields.ts";

/** What the cells of one row say. */
export type RowPart = {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly bad: readonly { readonly field: string; readonly cell: BadCell }[];
};

export type SourceRow = {
  readonly file: string;
  readonly line: number;
  /** Of a rejected row: what could be read nevertheless, so that its key is known. */
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly rejected: boolean;
};

export type TableRows = {
  readonly rows: readonly SourceRow[];
  readonly rejected: readonly RejectedRow[];
  /** Field → column, for people. */
  readonly columns: Readonly<Record<string, string>>;
};

export type AllRows = { readonly [table in Table]?: TableRows };

/** Key of a row for people: code, name, account, else number. Undefined where the row does not show it. */
const keyOf = (table: Table, values: SourceRow["values"]): string | undefined => {
  const [first] = keyFields(table);
  const key = values[first ?? ""] ?? (table === "employees" ? values["number"] : undefined);
  return typeof key === "string" ? key : undefined;
};

/** Fields without which there is no record. */
export const keyFields = (table: Table): readonly string[] =>
  Object.entries(fieldsOf(table))
    .filter(([, spec]) => spec.key)
    .map(([field]) => field);

/** A rejected cell, or with column `*` a rejected row. */
export const rejectedRow = (
  table: Table,
  row: Pick<SourceRow, "file" | "line" | "values">,
  column: string,
  { code, reason }: Pick<BadCell, "code" | "reason">,
): RejectedRow => {
  const key = keyOf(table, row.values);
  const place = { kind: kindOf[table], file: row.file, line: row.line, column, code, reason };
  return key === undefined ? place : { ...place, key };
};
