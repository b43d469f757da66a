/**
 * The settings of a single field. Its schema follows the field it feeds, so `date: roc` on a name is an error when the
 * configuration is read.
 */
import { z } from "zod";
import { hasTwoDigitYear, isDatePattern } from "./date-patterns.ts";
import { namedFormats } from "./dates.ts";
import type { FieldSpec } from "./fields.ts";
import type { Constant, FieldMapping } from "./mapping.ts";
import { patternProblem } from "./patterns.ts";
import { normalForms } from "./text-steps.ts";

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
    case "department":
    case "name":
    case "text":
    case "date":
    case "instant":
    case "person":
      return text;
  }
};

const valueOf = (spec: FieldSpec) => (spec.clearable ? constantOf(spec).nullable() : constantOf(spec));

/** A value of a record written out in the configuration. */
export const constantSchema = (spec: FieldSpec): z.ZodType<Constant> => valueOf(spec) as z.ZodType<Constant>;

/** Texts that stand for a blank cell; none at all is a statement too. */
export const emptyTexts = z.array(text);

/** A regular expression in the syntax of JavaScript, with Unicode on, as far as it can be matched in bounded time. */
export const regularExpression = text
  .superRefine((pattern, context) => {
    const problem = patternProblem(pattern);
    if (problem === undefined) return;
    context.addIssue({ code: "custom", message: `is not a regular expression that can be used: ${problem}` });
  })
  .describe(
    "A regular expression of JavaScript (Unicode on), without looking ahead or behind and references to groups.",
  );

const oneOf = (spec: FieldSpec, ...types: readonly FieldSpec["type"][]): boolean => types.includes(spec.type);

const dateFormat = z.union([
  z.enum(namedFormats),
  text.refine(isDatePattern, {
    error: `expected ${namedFormats.join(", ")}, or a pattern of year, month and day such as d/M/yyyy`,
  }),
]);

/** One format is a list of one. */
const dateFormats = z
  .union([dateFormat, z.array(dateFormat).min(1)], { error: "expected a format of dates, or a list of them" })
  .transform((said) => [said].flat());

/** Options that only some types of field have. */
const typedOptions = (spec: FieldSpec) => ({
  ...(oneOf(spec, "date", "instant", "codes", "person")
    ? {}
    : {
        values: z.record(z.string(), valueOf(spec)).optional().describe("Word → value; null clears the field."),
        otherwise: valueOf(spec).optional().describe("The value of every word that `values` does not list."),
      }),
  ...(spec.clearable ? { blank: z.enum(["keep", "clear"]).optional() } : {}),
  ...(oneOf(spec, "date", "instant")
    ? {
        date: dateFormats.optional().describe("How dates are written: a format or a pattern, or a list of them."),
        twoDigitYears: z
          .int()
          .min(1800)
          .max(2100)
          .optional()
          .describe("First of the hundred years that two digits mean: 1950 is for 1950 to 2049."),
      }
    : {}),
  ...(oneOf(spec, "code", "person", "department")
    ? { case: z.enum(["lower", "upper"]).optional(), width: z.int().min(1).max(64).optional() }
    : {}),
  ...(oneOf(spec, "code", "person", "department")
    ? { pad: z.int().min(1).max(64).optional().describe("A number with fewer digits gets its zeros back.") }
    : {}),
  ...(spec.type === "boolean" ? { flag: z.enum(["userAccountControl", "pwdAccountLockedTime"]).optional() } : {}),
  ...(spec.generated
    ? {
        generate: z
          .array(text)
          .min(1)
          .optional()
          .describe("Patterns of columns; the first account that nobody has is taken. `{n}`: a number from 2."),
      }
    : {}),
  ...(spec.type === "person" ? { by: personBy(spec).optional().describe("How the people are named here.") } : {}),
  ...(spec.type === "department" ? { by: z.literal("dn").optional(), path: z.string().min(1).optional() } : {}),
});

const lacksWindow = (mapping: { readonly date?: unknown; readonly twoDigitYears?: unknown }): boolean =>
  mapping.twoDigitYears === undefined && [mapping.date].flat().some((date) => hasTwoDigitYear(String(date)));

/** An account that is generated may be so of columns alone. */
const isOneSource = (sources: readonly string[], mapping: object): boolean => {
  const named = sources.filter((key) => key in mapping).length;
  return named === 1 || (named === 0 && "generate" in mapping);
};

/** Whose post it is must be certain; a manager's name may do. */
const personBy = ({ key }: FieldSpec) =>
  key ? z.enum(["number", "account", "dn"]) : z.enum(["number", "account", "dn", "name"]);

const mappingObject = (spec: FieldSpec, word: "column" | "attribute") =>
  z
    .strictObject({
      [word]: text.optional(),
      concat: z.array(text).min(1).optional().describe(`Several ${word}s or templates; blank ones are left out.`),
      empty: emptyTexts.optional().describe("Texts that stand for a blank cell in this field."),
      take: z.enum(["first", "last", "unique"]).optional().describe("Which of several values; `unique`: all alike."),
      split: z.string().min(1).optional().describe("Separates the values in one cell: of a list, or for `take`."),
      replace: z
        .array(
          z.strictObject({
            match: regularExpression.describe("A regular expression."),
            with: z.string().describe("What takes its place."),
          }),
        )
        .min(1)
        .optional()
        .describe("Regular expressions, and what takes the place of every match (`$1`: its first group)."),
      normalize: z.array(z.enum(normalForms)).min(1).optional().describe("What is made alike, one after the other."),
      lookup: z
        .strictObject({
          table: text.describe("A table of `source.lookups`."),
          key: text.describe("The column in which the text stands."),
          take: text.describe("The column of which the text is taken."),
        })
        .optional()
        .describe("The text is looked up in `key` of a table of `source.lookups`; `take` stands in its place."),
      value: valueOf(spec).optional(),
      function: text.optional(),
      reads: z.array(text).min(1).optional(),
      default: valueOf(spec).optional(),
      capture: regularExpression.optional(),
      join: z.string().optional(),
      prefer: z.boolean().optional(),
      ...typedOptions(spec),
    })
    .refine((mapping) => isOneSource([word, "concat", "value", "function"], mapping), {
      error: `needs one of \`${word}\`, \`concat\`, \`value\` and \`function\``,
    })
    .refine((mapping) => !("function" in mapping && Array.isArray(mapping["date"]) && mapping["date"].length > 1), {
      error: "a function answers with dates of one format: name it alone in `date`",
    })
    .refine((mapping) => !lacksWindow(mapping), {
      error: "`date` has a year of two digits, so `twoDigitYears` is needed, such as 1950 for 1950 to 2049",
    })
    .refine((mapping) => !("otherwise" in mapping) || "values" in mapping, "`otherwise` belongs to `values`")
    .refine((mapping) => spec.type === "codes" || !("split" in mapping) || "take" in mapping, {
      error: "`split` needs `take`: this field holds one value",
    })
    .refine((mapping) => (mapping.function === undefined) === (mapping.reads === undefined), {
      error: `\`function\` and \`reads\` (the ${word}s it is given) belong together`,
    });

/** A field of a part: the name of a column (or attribute) alone, or a mapping. */
export const fieldSchema = (spec: FieldSpec, word: "column" | "attribute"): z.ZodType<FieldMapping> => {
  const { describes: _, ...shape } = spec;
  const key = JSON.stringify([word, shape]);
  const made = schemas.get(key) ?? makeSchema(spec, word);
  schemas.set(key, made);
  return made;
};

/** Fields of one type share a schema, so that the JSON Schema of the configuration says it once. */
const schemas = new Map<string, z.ZodType<FieldMapping>>();

const makeSchema = (spec: FieldSpec, word: "column" | "attribute"): z.ZodType<FieldMapping> => {
  const object = mappingObject(spec, word);
  return z
    .union([text, object], {
      error: `expected the name of a ${word} or a mapping`,
    })
    .transform((mapping): FieldMapping => {
      if (typeof mapping === "string") return { column: mapping };
      const { attribute, ...rest } = mapping as FieldMapping & { attribute?: string };
      return attribute === undefined ? rest : { ...rest, column: attribute };
    });
};
