/** Turns the records of one part, or those written in the configuration, into source rows and rejected rows. */

import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { constantValue } from "../cells/field-reader.ts";
import type { Part } from "../feeds/feed.ts";
import { mayRepeat } from "../feeds/part-columns.ts";
import { type FilePlace, type RawRecord, recordsOf } from "../feeds/record.ts";
import type { ReferenceBy } from "../mapping/field-settings.ts";
import { fieldsOf, postFields, type Table } from "../mapping/fields.ts";
import type { RowReader } from "./row-reader.ts";
import { type RowPart, rejectedRow, type SourceRow, type TableRows } from "./rows.ts";

export type Observer = (record: RawRecord, row: SourceRow, rejected: readonly RejectedRow[]) => void;

/** Returns the observer of the records of a part that stand under this header. */
export type Watch = (table: Table, part: Part, header: readonly string[], file: FilePlace | undefined) => Observer;

/**
 * Takes the records of one part one by one. A record gives a row (several with `each`), even if it is rejected or out of
 * scope. Only a record without the key gives none if records may repeat (`mayRepeat`).
 */
export const tableReader = (
  table: Table,
  part: Part,
  width: number,
  keys: readonly string[],
  reader: RowReader,
  observe?: Observer,
): { readonly add: (record: RawRecord) => void; readonly result: TableRows } => {
  const rows: SourceRow[] = [];
  const rejected: RejectedRow[] = [];
  const isEntry = part.kind?.hasEntries === true;
  const column = (field: string): string => reader.columns[field] ?? field;

  const keep = (record: RawRecord, row: SourceRow, reasons: readonly RejectedRow[]): void => {
    rows.push(row);
    for (const reason of reasons) rejected.push(reason);
    observe?.(record, row, reasons);
  };

  const read = (record: RawRecord): void => {
    const { file, line, cells } = record;
    if (cells.length !== width) {
      // A missing or additional cell may have shifted the other cells, so only the first cell is certain.
      const row = { file, line, values: reader.read(cells.slice(0, 1)).values, rejected: true };
      keep(record, row, [rejectedRow(table, row, "*", wrongWidth(cells, width))]);
      return;
    }
    const { values, post, bad } = reader.read(cells);
    const dn = isEntry ? file : undefined;
    const deciding = reader.deciding?.(cells);
    const days = reader.periodOf?.(cells);
    const period = days && "period" in days ? days.period : undefined;
    const scope = reader.scopeOf(cells);
    if (scope === "out") {
      keep(record, { file, line, values, post, dn, rejected: false, excluded: true, deciding, period }, none);
      return;
    }
    const missing = keys.every((field) => values[field] !== undefined) ? noFields : missingOf(values, bad);
    if (missing.length > 0 && mayRepeat(part) && bad.length === 0) return;
    const ofRow = [days, scope].filter((one) => typeof one === "object" && "bad" in one);
    const fails = ofRow.length > 0 || missing.length > 0 || bad.some(({ cell }) => !cell.keepsRecord);
    const guarded = reader.guards(cells);
    const lost = bad.length === 0 ? undefined : bad.map(({ field }) => field);
    const row = { file, line, values, post, dn, rejected: fails, guarded, deciding, lost, period };
    const reasons = ofRow.length === 0 ? none : ofRow.map((one) => rejectedRow(table, row, one.column, one.bad));
    keep(record, row, bad.length + missing.length === 0 ? reasons : [...reasonsOf(row, missing, bad), ...reasons]);
  };

  const missingOf = (values: RowPart["values"], bad: RowPart["bad"]): readonly string[] =>
    keys.filter((field) => values[field] === undefined && !bad.some((cell) => cell.field === field));

  const reasonsOf = (row: SourceRow, missing: readonly string[], bad: RowPart["bad"]): RejectedRow[] => [
    ...missing.map((field) => rejectedRow(table, row, column(field), keyMissing)),
    ...bad.map(({ field, cell }) => rejectedRow(table, row, column(field), cell)),
  ];

  const { eachIndex } = reader;
  const add = (record: RawRecord): void => {
    for (const one of recordsOf(record, eachIndex)) read(one);
  };
  return { add, result: { rows, rejected, columns: reader.columns, by: referencesOf(part) } };
};

const none: readonly RejectedRow[] = [];
const noFields: readonly string[] = [];

const referencesOf = (part: Part): Readonly<Record<string, ReferenceBy>> =>
  Object.fromEntries(
    Object.entries(part.columns ?? {}).flatMap(([field, { by }]) => (by === undefined ? [] : [[field, by]])),
  );

/** Turns records that are written in the configuration into rows. The line of a record is its position, 1-based. */
export const readRecords = (table: Table, records: NonNullable<Part["records"]>, setting: string): TableRows => ({
  rows: records.map((record, index) => ({
    file: `${setting}.records`,
    line: index + 1,
    ...recordValues(table, record),
    rejected: false,
  })),
  rejected: [],
  columns: {},
  by: {},
});

const keyMissing = { code: "key-missing", reason: "expected a value: without it the row cannot be told from others" };

const wrongWidth = (cells: RawRecord["cells"], expected: number) => ({
  code: "cell-count",
  reason:
    `the row has ${cells.length} cells, the header has ${expected}` +
    (cells.length === expected + 1 && cells.at(-1) === ""
      ? "; if every row ends with a delimiter, set `trailingDelimiter: true` of the feed"
      : ""),
});

/** The values of a record that is written in the configuration, or of constants in the place of columns. */
export const recordValues = (
  table: Table,
  record: NonNullable<Part["records"]>[number],
): Pick<SourceRow, "values" | "post"> => {
  const values: Record<string, FieldValue> = {};
  const post: Record<string, FieldValue> = {};
  for (const [field, spec] of Object.entries(fieldsOf(table))) {
    const constant = record[field];
    const value = constant === undefined ? undefined : constantValue(spec, constant);
    if (value !== undefined) (table === "employees" && postFields.has(field) ? post : values)[field] = value;
  }
  return Object.keys(post).length === 0 ? { values } : { values, post };
};
