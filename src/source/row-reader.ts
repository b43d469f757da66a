/**
 * The mapping of one table, compiled against the header of its file: one closure per field, so that a row costs no
 * decision that the header has settled already.
 */
import type { FieldValue } from "../model/plan.ts";
import type { BadCell, Converted } from "./cell.ts";
import { type FieldSpec, fieldsOf, type Table } from "./fields.ts";
import type { ColumnSettings, Constant, TableSettings } from "./mapping.ts";
import type { RowPart } from "./rows.ts";
import { compact } from "./texts.ts";
import { converter } from "./values.ts";

/** Reads the cells of a row; what is blank makes no statement unless the mapping says so. */
export type RowReader = {
  readonly read: (cells: readonly string[]) => RowPart;
  /** Field → header name or template, for people. */
  readonly columns: Readonly<Record<string, string>>;
};

/** A header the mapping names and the file does not have, or has twice. */
export type HeaderProblem = {
  readonly code: "source-column-unknown" | "source-column-twice";
  readonly setting: string;
  readonly name: string;
  readonly file: string;
  readonly found: readonly string[];
};

/** The reader, and what is wrong with the headers; with problems the reader must not be used. */
export const compileReader = (
  table: Table,
  columns: NonNullable<TableSettings["columns"]>,
  file: string,
  header: readonly string[],
): { readonly reader: RowReader; readonly problems: readonly HeaderProblem[] } => {
  const headers = indexHeaders(header);
  const problems: HeaderProblem[] = [];
  const labels: Record<string, string> = {};
  const fields: { field: string; read: (cells: readonly string[]) => Converted }[] = [];
  for (const [field, spec] of Object.entries(fieldsOf(table))) {
    const mapping = columns[field];
    if (mapping === undefined) continue;
    const column: ColumnSettings = typeof mapping === "string" ? { column: mapping } : mapping;
    labels[field] = column.column ?? field;
    const indexOf = (name: string): number => {
      const found = headers.get(compact(name)) ?? [];
      if (found.length !== 1) {
        const code = found.length === 0 ? "source-column-unknown" : "source-column-twice";
        problems.push({ code, setting: `source.csv.${table}.columns.${field}`, name, file, found: header });
      }
      return found[0] ?? 0;
    };
    fields.push({ field, read: fieldReader(spec, column, indexOf) });
  }
  return { reader: { read: rowReader(fields), columns: labels }, problems };
};

/** The value of a constant, in the same form as a value read from a cell. */
export const constantValue = (spec: FieldSpec, constant: Constant): FieldValue | undefined => {
  if (constant === null) return cleared(spec);
  const converted = converter(spec)(Array.isArray(constant) ? constant.join(";") : String(constant));
  return "value" in converted ? converted.value : undefined;
};

const cleared = (spec: FieldSpec): FieldValue => (spec.type === "codes" ? [] : null);

const indexHeaders = (header: readonly string[]): ReadonlyMap<string, readonly number[]> =>
  Map.groupBy(header.keys(), (index) => compact(header[index] ?? ""));

const rowReader =
  (fields: readonly { field: string; read: (cells: readonly string[]) => Converted }[]): RowReader["read"] =>
  (cells) => {
    const values: Record<string, FieldValue> = {};
    const bad: { field: string; cell: BadCell }[] = [];
    for (const { field, read } of fields) {
      const converted = read(cells);
      if ("bad" in converted) bad.push({ field, cell: converted.bad });
      else if (converted.value !== undefined) values[field] = converted.value;
    }
    return { values, bad };
  };

const fieldReader = (
  spec: FieldSpec,
  column: ColumnSettings,
  indexOf: (header: string) => number,
): ((cells: readonly string[]) => Converted) => {
  if (column.value !== undefined) {
    const constant: Converted = { value: constantValue(spec, column.value) };
    return () => constant;
  }
  const blank: Converted = { value: column.blank === "clear" ? cleared(spec) : undefined };
  const convert = converter(spec, column);
  const text = textReader(column.column ?? "", indexOf);
  return (cells) => {
    const cell = text(cells);
    return cell === "" ? blank : convert(cell);
  };
};

type Text = (cells: readonly string[]) => string;

/** `trim` takes full-width spaces too. */
const textReader = (column: string, indexOf: (header: string) => number): Text => {
  if (!/\{[^{}]+\}/.test(column)) {
    const index = indexOf(column);
    return (cells) => (cells[index] ?? "").trim();
  }
  const parts = column.split(/\{([^{}]+)\}/).map((part, index): Text => {
    if (index % 2 === 0) return () => part;
    const cell = indexOf(part);
    return (cells) => (cells[cell] ?? "").trim();
  });
  return (cells) => {
    const texts = parts.map((part) => part(cells));
    const incomplete = texts.some((text, index) => index % 2 === 1 && text === "");
    return incomplete ? "" : texts.join("").trim();
  };
};
