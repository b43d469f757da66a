/**
 * Converts the contract's zod schemas to JSON Schemas of OpenAPI 3.1 (draft 2020-12), and simplifies them for readers: a shared
 * schema appears once under `components`, null is one of the types of a value, and integers have formats.
 */
import { z } from "zod";
import { isOfSeveralLines } from "../records/texts.ts";
import { needsValue, openApiMetadata } from "./names.ts";

export type JsonSchema = { readonly [key: string]: unknown };

export type SchemaBook = {
  /** The schema of a request. */
  readonly sent: (schema: z.ZodType) => JsonSchema;
  /**
   * The schema of an answer. It permits no further properties, and requires every property that the reference service always
   * sends, even if other sites may leave it out.
   */
  readonly answered: (schema: z.ZodType) => JsonSchema;
  /** All named schemas used so far, by name. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

/** `bodies` are the schemas of all request bodies. A record used in requests and answers is described once, as in requests. */
export const createSchemaBook = (bodies: readonly z.ZodType[]): SchemaBook => {
  const sentSomewhere = new Map<string, JsonSchema>();
  for (const body of bodies) for (const [name, schema] of convert(body, "input").named) sentSomewhere.set(name, schema);
  const met = new Map<string, JsonSchema>();
  const written = (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
    const { own, named } = convert(schema, io);
    for (const [name, definition] of named) met.set(name, sentSomewhere.get(name) ?? definition);
    return own;
  };
  return {
    sent: (schema) => written(schema, "input"),
    answered: (schema) => written(schema, "output"),
    components: () => Object.fromEntries([...met].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

type Converted = { readonly own: JsonSchema; readonly named: readonly (readonly [string, JsonSchema])[] };

const convert = (schema: z.ZodType, io: "input" | "output"): Converted => {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    metadata: openApiMetadata as typeof z.globalRegistry,
    io,
    ...(io === "output" ? { override: requireNullable } : {}),
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return {
    own: tidy(own) as JsonSchema,
    named: Object.entries($defs).map(([name, definition]) => [name, tidy(definition) as JsonSchema] as const),
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

/** Simplifies a schema and those in it. A property may have the name of a keyword, so `properties` is no schema itself. */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  const { properties, id: _, ...keywords } = value;
  const parts = Object.entries(keywords).map(([key, part]) => [key, tidy(part)] as const);
  const schema = tidyOne(Object.fromEntries(parts));
  if (!isObject(properties) || "$ref" in schema) return schema;
  const all = Object.entries(properties).map(([name, one]) => [name, tidy(one) as JsonSchema] as const);
  const needed = all.flatMap(([name, one]) => (needsValue in one ? [name] : []));
  const { required = [] } = schema as { required?: readonly string[] };
  return {
    ...schema,
    ...(needed.length > 0 ? { required: [...required, ...needed] } : {}),
    properties: Object.fromEntries(all.map(([name, one]) => [name, needsValue in one ? valueOnly(one) : one])),
  };
};

/** Returns the schema without null, for a property without which no request could be carried out. */
const valueOnly = (schema: JsonSchema): JsonSchema => {
  const { [needsValue]: _, type, anyOf, ...rest } = schema as JsonSchema & { type?: unknown; anyOf?: JsonSchema[] };
  if (Array.isArray(type)) return { ...rest, type: type[0] };
  return { ...anyOf?.find((one) => one["type"] !== "null"), ...rest };
};

const tidyOne = (schema: Record<string, unknown>): JsonSchema => {
  const { $ref, anyOf, description } = schema;
  // A use of a named schema has its own description, and nothing else of its own.
  if (typeof $ref === "string") {
    return { $ref: $ref.replace("#/$defs/", "#/components/schemas/"), ...(description ? { description } : {}) };
  }
  if (Array.isArray(anyOf)) return alternatives(schema, anyOf as JsonSchema[]);
  if (schema["format"] === "uuid") return without(schema, "pattern");
  if (schema["contentEncoding"] === "binary") return { ...without(schema, "contentEncoding"), format: "binary" };
  if (schema["type"] === "integer") return integer(schema);
  return isOfSeveralLines(schema["pattern"]) ? { ...schema, "x-multiline": true } : schema;
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
    return { ...only, ...rest, type: [only["type"], ...types], ...(values ? { enum: [...values, null] } : {}) };
  }
  return { ...rest, anyOf: given };
};

const int32Maximum = 2_147_483_647;

/** Adds the format of an integer; the bounds stay, because validators need not know the formats. */
const integer = (schema: Record<string, unknown>): JsonSchema => ({
  ...schema,
  format: Number(schema["maximum"]) > int32Maximum ? "int64" : "int32",
});

const without = (schema: JsonSchema, key: string): JsonSchema => {
  const { [key]: _, ...rest } = schema;
  return rest;
};
