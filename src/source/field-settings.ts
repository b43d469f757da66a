/**
 * The settings of a single field. Its schema follows the field it feeds, so `date: roc` on a name is an error when the
 * configuration is read.
 */
import { z } from "zod";
import type { FieldSpec } from "./fields.ts";
import type { Constant, FieldMapping } from "./mapping.ts";
import { patternProblem } from "./patterns.ts";

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

/** Options that only some types of field have. */
const typedOptions = (spec: FieldSpec) => ({
  ...(oneOf(spec, "date", "instant", "codes", "person")
    ? {}
    : { values: z.record(z.string(), constantOf(spec)).optional() }),
  ...(spec.clearable ? { blank: z.enum(["keep", "clear"]).optional() } : {}),
  ...(oneOf(spec, "date", "instant")
    ? { date: z.enum(["iso", "yyyymmdd", "roc", "excel", "filetime", "generalized"]).optional() }
    : {}),
  ...(oneOf(spec, "code", "person", "department")
    ? { case: z.enum(["lower", "upper"]).optional(), width: z.int().min(1).max(64).optional() }
    : {}),
  ...(spec.type === "codes" ? { split: z.string().min(1).optional() } : {}),
  ...(spec.type === "boolean" ? { flag: z.enum(["userAccountControl", "pwdAccountLockedTime"]).optional() } : {}),
  ...(spec.type === "person" ? { by: z.enum(["number", "account", "dn"]).optional() } : {}),
  ...(spec.type === "department" ? { by: z.literal("dn").optional(), path: z.string().min(1).optional() } : {}),
});

const mappingObject = (spec: FieldSpec, word: "column" | "attribute") =>
  z
    .strictObject({
      [word]: text.optional(),
      value: valueOf(spec).optional(),
      function: text.optional(),
      reads: z.array(text).min(1).optional(),
      default: valueOf(spec).optional(),
      capture: regularExpression.optional(),
      join: z.string().optional(),
      prefer: z.boolean().optional(),
      ...typedOptions(spec),
    })
    .refine((mapping) => [word, "value", "function"].filter((key) => key in mapping).length === 1, {
      error: `needs one of \`${word}\`, \`value\` and \`function\``,
    })
    .refine((mapping) => (mapping.function === undefined) === (mapping.reads === undefined), {
      error: `\`function\` and \`reads\` (the ${word}s it is given) belong together`,
    });

/** A field of a part: the name of a column (or attribute) alone, or a mapping. */
export const fieldSchema = (spec: FieldSpec, word: "column" | "attribute"): z.ZodType<FieldMapping> => {
  const key = JSON.stringify([word, spec]);
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
