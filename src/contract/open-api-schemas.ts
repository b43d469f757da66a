/**
 * Converts the contract's zod schemas to JSON Schemas of OpenAPI 3.1 (draft 2020-12), and simplifies them for readers: a shared
 * schema appears once under `components`, null is one of the types of a value, integer sizes are formats, and values have
 * descriptions.
 */
import { z } from "zod";
import { meaningOf } from "./open-api-meanings.ts";
import { openApiNames } from "./open-api-names.ts";
import { isOfSeveralLines } from "./texts.ts";

export type JsonSchema = { readonly [key: string]: unknown };

export type SchemaBook = {
  /** The schema of a request. `owner` selects the descriptions of its properties. */
  readonly sent: (schema: z.ZodType, owner: string) => JsonSchema;
  /**
   * The schema of an answer. It permits no further properties, and requires every property that the reference service always
   * sends, even if other sites may leave it out.
   */
  readonly answered: (schema: z.ZodType, owner: string) => JsonSchema;
  /** All named schemas used so far, by name. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

/** `bodies` are the schemas of all request bodies. A record used in requests and answers is described once, as in requests. */
export const createSchemaBook = (bodies: readonly z.ZodType[]): SchemaBook => {
  const sentSomewhere = new Map<string, JsonSchema>();
  for (const body of bodies)
    for (const [name, schema] of convert(body, "", "input").named) sentSomewhere.set(name, schema);
  const met = new Map<string, JsonSchema>();
  const written = (schema: z.ZodType, owner: string, io: "input" | "output"): JsonSchema => {
    const { own, named } = convert(schema, owner, io);
    for (const [name, definition] of named) met.set(name, sentSomewhere.get(name) ?? definition);
    return own;
  };
  return {
    sent: (schema, owner) => written(schema, owner, "input"),
    answered: (schema, owner) => written(schema, owner, "output"),
    components: () => Object.fromEntries([...met].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

type Converted = { readonly own: JsonSchema; readonly named: readonly (readonly [string, JsonSchema])[] };

const convert = (schema: z.ZodType, owner: string, io: "input" | "output"): Converted => {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    metadata: openApiNames,
    io,
    ...(io === "output" ? { override: requireNullable } : {}),
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return {
    own: tidy(own, owner) as JsonSchema,
    named: Object.entries($defs).map(([name, definition]) => [name, tidy(definition, name) as JsonSchema] as const),
  };
};

/**
 * Adds to the required properties those that may be absent or null in the contract. The reference service always sends them, with
 * null for no value.
 */
const requireNullable = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
  if (!(zodSchema instanceof z.ZodObject)) return;
  const nullable = Object.entries(zodSchema.shape as Record<string, z.ZodType>)
    .filter(([, field]) => field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNullable)
    .map(([name]) => name);
  if (nullable.length === 0) return;
  const { required = [] } = jsonSchema as { required?: string[] };
  Object.assign(jsonSchema, { required: [...required, ...nullable] });
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const tidy = (value: unknown, owner: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => tidy(item, owner));
  if (!isObject(value)) return value;
  const schema = tidyOne(
    Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== "id")
        .map(([key, part]) => [key, key === "properties" ? tidyProperties(part, owner) : tidy(part, owner)]),
    ),
  );
  return schema;
};

/** Handles property names separately from JSON Schema keywords, so that a property with the name of a keyword is kept. */
const tidyProperties = (properties: unknown, owner: string): unknown =>
  Object.fromEntries(
    Object.entries(properties as Record<string, unknown>).map(([name, property]) => {
      const schema = tidy(property, owner) as JsonSchema;
      const description = meaningOf(owner, name);
      return [name, description === undefined ? schema : { ...schema, description }];
    }),
  );

const tidyOne = (schema: Record<string, unknown>): JsonSchema => {
  const { $ref, anyOf } = schema;
  if (typeof $ref === "string") return { ...schema, $ref: $ref.replace("#/$defs/", "#/components/schemas/") };
  if (Array.isArray(anyOf)) return alternatives(schema, anyOf as JsonSchema[]);
  if (schema["format"] === "uuid" || schema["format"] === "date-time") return without(schema, "pattern");
  if (schema["contentEncoding"] === "binary") return { type: "string", format: "binary" };
  if (schema["type"] === "integer") return integer(schema);
  return isOfSeveralLines(schema["pattern"])
    ? { ...without(schema, "pattern"), "x-multiline": true }
    : without(schema, "pattern");
};

const alternatives = (schema: JsonSchema, given: readonly JsonSchema[]): JsonSchema => {
  const rest = without(schema, "anyOf");
  const kinds = given.filter(({ type }) => type !== "null");
  const types = kinds.length < given.length ? ["null"] : [];
  if (kinds.length > 0 && kinds.every((kind) => "const" in kind)) {
    const values = kinds.map((kind) => kind["const"]);
    const kind = values.every((value) => Number.isInteger(value))
      ? { type: "integer", format: "int32" }
      : { type: "string" };
    if (types.length === 0) return { ...rest, ...kind, enum: values };
    return { ...rest, ...kind, type: [kind.type, ...types], enum: [...values, null] };
  }
  const [only] = kinds;
  if (only && kinds.length === 1 && typeof only["type"] === "string") {
    const { enum: values } = only as { enum?: unknown[] };
    return { ...rest, ...only, type: [only["type"], ...types], ...(values ? { enum: [...values, null] } : {}) };
  }
  return { ...rest, anyOf: given };
};

const bounds = {
  int32: [-2_147_483_648, 2_147_483_647],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
} as const;

/** Adds the format of an integer, and leaves out bounds that only repeat the range of this format. */
const integer = (schema: Record<string, unknown>): JsonSchema => {
  const { minimum, maximum } = schema;
  const format = Number(maximum) > bounds.int32[1] ? "int64" : "int32";
  const [least, most] = bounds[format];
  let bounded: JsonSchema = { ...schema, format };
  if (minimum === least) bounded = without(bounded, "minimum");
  if (maximum === most) bounded = without(bounded, "maximum");
  return bounded;
};

const without = (schema: JsonSchema, key: string): JsonSchema => {
  const { [key]: _, ...rest } = schema;
  return rest;
};
