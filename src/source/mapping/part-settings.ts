/**
 * The settings of one part of a table that are the same for every kind of feed: the meaning of the columns, and which
 * records are in scope. Each kind of feed adds its own settings.
 */
import { z } from "zod";
import {
  type ColumnWord,
  constantSchema,
  dateFormats,
  emptyTexts,
  fieldSchema,
  hasWindow,
  needsWindow,
  regularExpression,
  text,
  twoDigitYears,
} from "./field-settings.ts";
import { fieldsOf, type Table } from "./fields.ts";

export { text };

const tests = {
  is: z.union([text, z.array(text).min(1)], { error: "expected a text or a list of texts" }).optional(),
  matches: regularExpression.optional(),
  blank: z.boolean().optional(),
};

const conditionOf = <Said extends z.infer<z.ZodObject<typeof tests>>>(schema: z.ZodType<Said>) =>
  schema
    .refine(({ is, matches, blank }) => is !== undefined || matches !== undefined || blank !== undefined, {
      error: "needs `is`, `matches` or `blank`",
    })
    .transform(({ is, ...rest }) => ({ ...rest, is: is === undefined ? undefined : [is].flat() }));

const condition = {
  column: conditionOf(z.strictObject({ column: text, ...tests })),
  attribute: conditionOf(z.strictObject({ attribute: text, ...tests })).transform(({ attribute, ...rest }) => ({
    column: attribute,
    ...rest,
  })),
};

/** A condition on one column of a record. All tests of the condition must hold. */
export type Condition = z.infer<typeof condition.column>;

/** The schema of an object that may have any of the fields of a table. */
const fieldsObject = <Schema extends z.ZodType>(
  table: Table,
  schemaOf: (spec: ReturnType<typeof fieldsOf>[string]) => Schema,
) =>
  z
    .strictObject(
      Object.fromEntries(Object.entries(fieldsOf(table)).map(([field, spec]) => [field, schemaOf(spec).optional()])),
    )
    .transform(
      (said): Readonly<Record<string, z.infer<Schema>>> =>
        Object.fromEntries(
          Object.entries(said).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
        ),
    );

/** The settings that every part has. `word`: what its kind of feed calls a column. */
export const partShape = (table: Table, word: ColumnWord) => ({
  ...lookupShape,
  required: z.boolean().optional(),
  distinct: z.boolean().optional(),
  addParents: z
    .boolean()
    .optional()
    .describe("For departments: a parent without a row of its own is a department at the top; its name is its code."),
  columns: fieldsObject(table, (spec) => fieldSchema(spec, word)),
  only: z.array(condition[word]).min(1).optional(),
  except: z.array(condition[word]).min(1).optional(),
  protect: z.array(condition[word]).min(1).optional(),
});

export type PartShape = ReturnType<typeof partShape>;

export type PartSettings = z.infer<z.ZodObject<PartShape>>;

/** How the days are written on which a row counts. */
const days = {
  date: dateFormats.optional().describe("How the days are written, as for a field with a date."),
  twoDigitYears: twoDigitYears.optional(),
};

/** Settings of parts that only some kinds of feed have. */
export const rowOptions = {
  wins: z
    .enum(["first", "last"])
    .optional()
    .describe("Which of several rows with one key counts, in the order of files, sheets and rows."),
  fillDown: z
    .array(text)
    .min(1)
    .optional()
    .describe("Columns in which a blank cell has the value of the cell above, as in merged cells."),
  validOn: z
    .strictObject({
      from: text.describe("The column of the first day of a row."),
      until: text.describe("The column of its last day; blank or 9999-12-31 for none."),
      ...days,
    })
    .refine(hasWindow, needsWindow)
    .optional()
    .describe("Of several rows with one key, those that are valid today count, whatever their order."),
  newest: z
    .union([
      z.literal(1),
      text.transform((column) => ({ column, date: undefined, twoDigitYears: undefined, files: undefined })),
      z
        .strictObject({
          column: text,
          ...days,
          files: z.literal(1).optional().describe("Of the files of a pattern, only the newest is read."),
        })
        .refine(hasWindow, needsWindow),
    ])
    .optional()
    .describe(
      "The column of a date: of several rows with one key, the newest that is not in the future counts. 1: of the files of a " +
        "pattern only the newest is read, by the date or number in its name.",
    ),
  each: text.optional(),
};

type RowSettings = z.infer<z.ZodObject<typeof rowOptions>>;

/** `newest: 1` is about files, so only feeds of files know it. */
export type RowOptions = Omit<RowSettings, "newest"> & { readonly newest?: Exclude<RowSettings["newest"], 1> };

export const recordsPart = (table: Table) =>
  z.strictObject({ records: z.array(fieldsObject(table, constantSchema)).min(1) });

export const lookupShape = {
  from: text.optional(),
  empty: emptyTexts.optional().describe("Texts that stand for a blank cell in this part."),
};

export type LookupShape = typeof lookupShape;
