/**
 * The `source` part of the configuration: which file, which column is which field, and how its text is to be read. The
 * schema of a column follows the field it feeds, so `date: roc` on a name is an error when the configuration is read.
 */
import { z } from "zod";
import { type FieldSpec, fieldsOf, type Table, tables } from "./fields.ts";
import { type ColumnSettings, type Constant, mappingProblems, type TableSettings } from "./mapping.ts";

const text = z.string().trim().min(1);

/** What a constant, or the right side of a value map, may be for each type of field. */
const constantOf = (spec: FieldSpec) => {
  switch (spec.type) {
    case "boolean":
      return z.boolean();
    case "integer":
      return z.int().min(spec.min ?? Number.MIN_SAFE_INTEGER);
    case "gender":
      return z.enum(["Male", "Female", "Other"]);
    case "codes":
      return z.array(text);
    case "code":
    case "name":
    case "text":
    case "date":
    case "instant":
    case "person":
      return text;
  }
};

const valueOf = (spec: FieldSpec) => (spec.clearable ? constantOf(spec).nullable() : constantOf(spec));

const mayBeMapped = (spec: FieldSpec): boolean => !["date", "instant", "codes", "person"].includes(spec.type);

const columnObject = (spec: FieldSpec) =>
  z
    .strictObject({
      column: text.optional(),
      value: valueOf(spec).optional(),
      ...(mayBeMapped(spec) ? { values: z.record(z.string(), constantOf(spec)).optional() } : {}),
      ...(spec.clearable ? { blank: z.enum(["keep", "clear"]).optional() } : {}),
      ...(spec.type === "date" || spec.type === "instant"
        ? { date: z.enum(["iso", "yyyymmdd", "roc"]).optional() }
        : {}),
      ...(spec.type === "code" || spec.type === "person" ? { case: z.enum(["lower", "upper"]).optional() } : {}),
    })
    .refine((column) => (column.column === undefined) !== (column.value === undefined), {
      error: "needs either `column` or `value`",
    });

/** A union says only "invalid input"; what is meant is what the object form says about an object. */
const columnOf = (spec: FieldSpec) => {
  const object = columnObject(spec);
  return z.union([text, object], {
    error: (issue) => {
      const problems = object.safeParse(issue.input).error?.issues ?? [];
      if (typeof issue.input !== "object" || issue.input === null) return "expected a header name or a mapping";
      return problems.map((problem) => [...problem.path, problem.message].join(": ")).join("; ");
    },
  }) as z.ZodType<string | ColumnSettings>;
};

const shapeOf = <Value extends z.ZodType>(table: Table, schemaOf: (spec: FieldSpec) => Value) =>
  Object.fromEntries(
    Object.entries(fieldsOf(table)).map(([field, spec]) => [
      field,
      spec.key ? schemaOf(spec) : schemaOf(spec).optional(),
    ]),
  ) as Record<string, Value | z.ZodOptional<Value>>;

const tableOf = (table: Table) =>
  z
    .strictObject({
      file: text.optional(),
      columns: z.strictObject(shapeOf(table, columnOf)).optional(),
      records: z
        .array(z.strictObject(shapeOf(table, (spec) => valueOf(spec) as z.ZodType<Constant>)))
        .min(1)
        .optional(),
    })
    .refine(
      ({ file, columns, records }) => (records ? !file && !columns : file !== undefined && columns !== undefined),
      { error: "needs either `file` and `columns`, or `records`" },
    );

const tableSchemas = Object.fromEntries(tables.map((table) => [table, tableOf(table).optional()])) as unknown as Record<
  Table,
  z.ZodOptional<z.ZodType<TableSettings>>
>;

const rename = z.strictObject({
  kind: z.enum(["level", "title", "function", "category", "department"]),
  from: text,
  to: text,
});

const csv = z
  .strictObject({
    /** Relative to the folder of the configuration file. */
    folder: text,
    encoding: z.enum(["auto", "utf-8", "big5"]).default("auto"),
    delimiter: z.string().length(1).default(","),
    peopleBy: z.enum(["number", "account"]).default("number"),
    ...tableSchemas,
    renames: z.array(rename).default([]),
  })
  .superRefine((settings, context) => {
    for (const { path, message } of mappingProblems(settings)) {
      context.addIssue({ code: "custom", path, message });
    }
  });

/** The part `source` of the configuration. */
export const sourceSettings = z.strictObject({ csv });
