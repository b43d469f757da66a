/**
 * The settings of one field. The schema depends on the field, so `date: roc` on a name is an error when the
 * configuration is read.
 */
import { z } from "zod";
import { hasTwoDigitYear, isDatePattern } from "../values/date-patterns.ts";
import { namedFormats } from "../values/dates.ts";
import { patternProblem } from "../values/patterns.ts";
import { normalForms } from "../values/text-steps.ts";
import type { FieldSpec } from "./fields.ts";

export const text = z.string().trim().min(1);

/** The values that a word of `values` can stand for, by type of field. */
const wordOf = ({ type, min }: FieldSpec) => {
  if (type === "boolean") return z.boolean();
  if (type === "integer") return z.int().min(min ?? Number.MIN_SAFE_INTEGER);
  return type === "gender" ? z.enum(["Male", "Female", "Other"]) : text;
};

/** Like `wordOf`; for a field that can be cleared also null, which clears it. */
const meaningOf = (spec: FieldSpec) => (spec.clearable ? wordOf(spec).nullable() : wordOf(spec));

export const constantSchema = (spec: FieldSpec) => {
  if (spec.type !== "codes") return meaningOf(spec);
  return spec.clearable ? z.array(text).nullable() : z.array(text);
};

export type Constant = z.infer<ReturnType<typeof constantSchema>>;

/** Texts that stand for a blank cell; an empty list means that no text does. */
export const emptyTexts = z.array(text);

/** A regular expression in JavaScript syntax (Unicode on), limited to expressions that RE2 can match in linear time. */
export const regularExpression = text
  .superRefine((pattern, context) => {
    const problem = patternProblem(pattern);
    if (problem === undefined) return;
    context.addIssue({ code: "custom", message: `is not a regular expression that can be used: ${problem}` });
  })
  .describe("A regular expression of JavaScript (Unicode on), without lookahead, lookbehind and references to groups.");

const dateFormat = z.union([
  z.enum(namedFormats),
  text.refine(isDatePattern, {
    error: `expected ${namedFormats.join(", ")}, or a pattern of year, month and day such as d/M/yyyy`,
  }),
]);

/** A format of dates or a list of them; a single one becomes a list of one. */
export const dateFormats = z
  .union([dateFormat, z.array(dateFormat).min(1)], { error: "expected a format of dates, or a list of them" })
  .transform((said) => [said].flat());

export const twoDigitYears = z
  .int()
  .min(1800)
  .max(2100)
  .describe("First of the hundred years that two digits mean: 1950 is for 1950 to 2049.");

/** Whether the years of all formats are known; if not, `needsWindow` says so. */
export const hasWindow = (mapping: { readonly date?: unknown; readonly twoDigitYears?: unknown }): boolean =>
  mapping.twoDigitYears !== undefined || ![mapping.date].flat().some((date) => hasTwoDigitYear(String(date)));

export const needsWindow = {
  error: "`date` has a year of two digits, so `twoDigitYears` is needed, such as 1950 for 1950 to 2049",
};

/** Only a generated account may name no source, because it may be made of other columns. */
const isOneSource = (sources: readonly string[], mapping: object): boolean => {
  const named = sources.filter((key) => key in mapping).length;
  return named === 1 || (named === 0 && "generate" in mapping);
};

/** The holder of a post must be certain, so `name` is only permitted for managers and supervisors. */
const personBy = z.enum(["number", "account", "dn", "name"]);

/** How a reference identifies its object: by employee number, account, distinguished name, or the name of a person. */
export type ReferenceBy = z.infer<typeof personBy>;

/** What a mapping calls its columns. */
export type ColumnWord = "column" | "attribute";

/** All options of a field, each of which a mapping may leave out. `only` lists which fields have which option. */
const optionsOf = (spec: FieldSpec, word: ColumnWord) => ({
  column: text,
  attribute: text,
  concat: z.array(text).min(1).describe(`Several ${word}s or templates; blank ones are left out.`),
  empty: emptyTexts.describe("Texts that stand for a blank cell in this field."),
  take: z.enum(["first", "last", "unique"]).describe("Which of several values is taken; `unique`: they must be equal."),
  split: z
    .string()
    .min(1)
    .describe("The separator of several values in one cell; a field with one value needs `take` as well."),
  replace: z
    .array(
      z.strictObject({
        match: regularExpression.describe("A regular expression."),
        with: z.string().describe("The replacement."),
      }),
    )
    .min(1)
    .describe("Regular expressions and the replacements of their matches (`$1`: the first group)."),
  normalize: z.array(z.enum(normalForms)).min(1).describe("Normal forms, applied in this order."),
  lookup: z
    .strictObject({
      table: text.describe("A table of `source.lookups`."),
      key: text.describe("The column that is searched for the text."),
      take: text.describe("The column that replaces the text."),
    })
    .describe("Looks the text up in the column `key` of a lookup table and replaces it by the column `take`."),
  value: constantSchema(spec),
  function: text,
  reads: z.array(text).min(1),
  default: constantSchema(spec),
  capture: regularExpression,
  join: z.string(),
  prefer: z.boolean(),
  values: z.record(z.string(), meaningOf(spec)).describe("Word → value; null clears the field."),
  otherwise: meaningOf(spec).describe("The value of every word that `values` does not list."),
  blank: z.enum(["keep", "clear"]),
  date: dateFormats.describe("How dates are written: a format or a pattern, or a list of them."),
  twoDigitYears,
  case: z.enum(["lower", "upper"]),
  width: z.int().min(1).max(64),
  pad: z.int().min(1).max(64).describe("Pads a number with zeros on the left to this many digits."),
  flag: z.enum(["userAccountControl", "pwdAccountLockedTime"]),
  generate: z
    .array(text)
    .min(1)
    .describe("Patterns of columns for an account; the first that nobody else has is taken. `{n}` is a number from 2."),
  by: referenceBy(spec),
  path: z.string().min(1),
});

const referenceBy = ({ type, key }: FieldSpec): z.ZodType<ReferenceBy> => {
  if (type !== "person") return z.literal("dn");
  return (key ? personBy.exclude(["name"]) : personBy).describe("How the people are named here.");
};

type Options = ReturnType<typeof optionsOf>;

/**
 * Where a field comes from and how its text is converted. The steps are, in this order: `empty`, `take`, `capture`,
 * `replace`, `normalize`, `pad`, `lookup`, `values`, and the conversion for the type of the field.
 */
export type FieldMapping = {
  readonly [option in Exclude<keyof Options, "attribute">]?: z.infer<Options[option]> | undefined;
};

/** Finds the row whose column `key` contains the text, and takes the text in its column `take`. */
export type Lookup = NonNullable<FieldMapping["lookup"]>;

const types =
  (...some: readonly FieldSpec["type"][]) =>
  ({ type }: FieldSpec): boolean =>
    some.includes(type);

const words = types("code", "name", "text", "boolean", "integer", "gender", "department");
const dates = types("date", "instant");
const codes = types("code", "person", "department");

/** For each option, which fields have it. An option that is not listed here is for all fields. */
const only: { readonly [option in string]?: (spec: FieldSpec) => boolean } = {
  values: words,
  otherwise: words,
  blank: ({ clearable }) => clearable === true,
  date: dates,
  twoDigitYears: dates,
  case: codes,
  width: codes,
  pad: codes,
  flag: types("boolean"),
  generate: ({ generated }) => generated === true,
  by: types("person", "department"),
  path: types("department"),
};

const mappingObject = (spec: FieldSpec, word: ColumnWord) => {
  const other = word === "column" ? "attribute" : "column";
  const fitting = Object.entries(optionsOf(spec, word)).filter(
    ([option]) => option !== other && only[option]?.(spec) !== false,
  );
  // Every option may be left out, so an object with some of the options has the same type as one with all.
  const shape = Object.fromEntries(fitting) as Options;
  return z
    .strictObject(shape)
    .partial()
    .refine((mapping) => isOneSource([word, "concat", "value", "function"], mapping), {
      error: `needs one of \`${word}\`, \`concat\`, \`value\` and \`function\`, and only one`,
    })
    .refine((mapping) => !("function" in mapping && (mapping.date?.length ?? 0) > 1), {
      error: "with `function`, `date` must name a single format",
    })
    .refine(hasWindow, needsWindow)
    .refine((mapping) => !("otherwise" in mapping) || "values" in mapping, "`otherwise` belongs to `values`")
    .refine((mapping) => spec.type === "codes" || !("split" in mapping) || "take" in mapping, {
      error: "`split` needs `take`: this field holds one value",
    })
    .refine((mapping) => (mapping.function === undefined) === (mapping.reads === undefined), {
      error: `\`function\` and \`reads\` (the ${word}s it is given) belong together`,
    });
};

/** A field of a part: the name of a column alone, or a mapping. */
export const fieldSchema = (spec: FieldSpec, word: ColumnWord): ReturnType<typeof makeSchema> => {
  // Of the description of a field, only these options decide which settings it has.
  const { type, min, clearable, key: isKey, generated } = spec;
  const key = JSON.stringify([word, type, min, clearable, isKey, generated]);
  const made = schemas.get(key) ?? makeSchema(spec, word);
  schemas.set(key, made);
  return made;
};

/** Fields with equal options share a schema, so the JSON Schema of the configuration contains it only once. */
const schemas = new Map<string, ReturnType<typeof makeSchema>>();

const makeSchema = (spec: FieldSpec, word: ColumnWord) =>
  z
    .union([text, mappingObject(spec, word)], { error: `expected the name of a ${word} or a mapping` })
    .transform((mapping): FieldMapping => {
      if (typeof mapping === "string") return { column: mapping };
      const { attribute, ...rest } = mapping;
      return attribute === undefined ? rest : { ...rest, column: attribute };
    });
