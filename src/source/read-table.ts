/** From the rows of one file, or the records written out in the configuration, to source rows and rejected rows. */
import type { FieldValue } from "../model/plan.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import { fieldsOf, type Table } from "./fields.ts";
import type { CsvRow } from "./files/parse-csv.ts";
import type { TableSettings } from "./mapping.ts";
import { constantValue, type RowReader } from "./row-reader.ts";
import { keyFields, rejectedRow, type SourceRow, type TableRows } from "./rows.ts";

/** Takes the rows of one file one by one; every row is in the result, as a row or as a rejected one. */
export const tableReader = (table: Table, file: string, width: number, reader: RowReader) => {
  const keys = keyFields(table);
  const rows: SourceRow[] = [];
  const rejected: RejectedRow[] = [];
  const column = (field: string): string => reader.columns[field] ?? field;
  const add = ({ line, cells }: CsvRow): void => {
    if (cells.length !== width) {
      // A cell too many or too few may have shifted all others; only the first is certain.
      const row = { file, line, values: reader.read(cells.slice(0, 1)).values, rejected: true };
      rows.push(row);
      rejected.push(rejectedRow(table, row, "*", wrongWidth(cells.length, width)));
      return;
    }
    const { values, bad } = reader.read(cells);
    const missing = keys.filter((field) => values[field] === undefined && !bad.some((cell) => cell.field === field));
    const row = { file, line, values, rejected: missing.length > 0 || bad.some(({ cell }) => !cell.keepsRecord) };
    rows.push(row);
    for (const field of missing) rejected.push(rejectedRow(table, row, column(field), keyMissing));
    for (const { field, cell } of bad) rejected.push(rejectedRow(table, row, column(field), cell));
  };
  return { add, result: { rows, rejected, columns: reader.columns } satisfies TableRows };
};

/** Records of the configuration; their line is their number, from 1. */
export const readRecords = (table: Table, records: NonNullable<TableSettings["records"]>): TableRows => ({
  rows: records.map((record, index) => ({
    file: `source.csv.${table}.records`,
    line: index + 1,
    values: recordValues(table, record),
    rejected: false,
  })),
  rejected: [],
  columns: {},
});

const keyMissing = { code: "key-missing", reason: "expected a value: without it the row cannot be told from others" };

const wrongWidth = (found: number, expected: number) => ({
  code: "cell-count",
  reason: `the row has ${found} cells, the header has ${expected}`,
});

const recordValues = (
  table: Table,
  record: NonNullable<TableSettings["records"]>[number],
): Readonly<Record<string, FieldValue>> => {
  const values: Record<string, FieldValue> = {};
  for (const [field, spec] of Object.entries(fieldsOf(table))) {
    const constant = record[field];
    const value = constant === undefined ? undefined : constantValue(spec, constant);
    if (value !== undefined) values[field] = value;
  }
  return values;
};
