/** The single values of a request, found in the contract's schemas; requests with a value of one's own at one of them. */
import { z } from "zod";
import { type OperationId, pathTemplateOf, specOf } from "../../src/contract/contract.ts";
import { base64BodyLimitBytes } from "../../src/contract/operations/uploads.ts";
import type { ErrorBody } from "../../src/contract/records/organisation.ts";
import { isOfSeveralLines } from "../../src/contract/records/texts.ts";
import { type Answer, type callerOf, keyOf } from "./running-service.ts";

export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
};

/** `place` is the way to the value from `body` or `params`; a list has one item, so its place continues with `0`. */
export type Leaf = { readonly place: readonly string[]; readonly schema: JsonSchema };

export type SentRequest = { readonly params: Record<string, string>; readonly body: unknown };

const schemasOf = (id: OperationId) => {
  const { params, body } = specOf(id);
  const convert = (schema: z.ZodType) =>
    z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as unknown as JsonSchema;
  return { params: convert(params), body: body && convert(body) };
};

/** The schema of the values that are not null. */
const present = (schema: JsonSchema): JsonSchema => {
  const kinds = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return kinds.length === 1 && kinds[0] ? present(kinds[0]) : schema;
};

const leavesIn = (given: JsonSchema, place: readonly string[]): readonly Leaf[] => {
  const schema = present(given);
  if (schema.items) return leavesIn(schema.items, [...place, "0"]);
  if (schema.type !== "object") return [{ place, schema }];
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => leavesIn(part, [...place, name]));
};

export const leavesOf = (id: OperationId): readonly Leaf[] => {
  const { params, body } = schemasOf(id);
  return [...leavesIn(params, ["params"]), ...(body ? leavesIn(body, ["body"]) : [])];
};

const validValue = (given: JsonSchema): unknown => {
  const schema = present(given);
  const [first] = schema.anyOf ?? [];
  if (first) return validValue(first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [validValue(schema.items)];
  if (schema.format === "uuid") return "00000000-0000-0000-0000-000000000000";
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, validValue(part)] as const),
      );
    case "string":
      return schema.pattern?.includes("T(?:") ? "2090-01-01T00:00:00Z" : "x";
    case "integer":
    case "number":
      return Math.max(0, schema.minimum ?? 0);
    case "boolean":
      return true;
    case undefined:
    default:
      return null;
  }
};

export const validRequest = (id: OperationId): SentRequest => {
  const { params, body } = schemasOf(id);
  return { params: validValue(params) as Record<string, string>, body: body && validValue(body) };
};

/** The value with another value at the place. */
export const withValue = <T>(whole: T, [name, ...rest]: readonly string[], value: unknown): T => {
  if (name === undefined) return value as T;
  const copy = structuredClone(whole) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, value);
  return copy as T;
};

/** The patterns of a text. */
export const patternsOf = ({ pattern, allOf = [] }: JsonSchema): readonly string[] => [
  ...(pattern === undefined ? [] : [pattern]),
  ...allOf.flatMap(patternsOf),
];
export const isText = ({ schema }: Leaf): boolean =>
  schema.type === "string" && schema.enum === undefined && schema.format !== "binary";
export const isBase64 = ({ maxLength }: JsonSchema): boolean => maxLength === base64BodyLimitBytes;
export const isId = ({ format }: JsonSchema): boolean => format === "uuid";
/** True for a text of several lines. */
export const isLong = ({ schema }: Leaf): boolean => patternsOf(schema).some(isOfSeveralLines);

/** Sends a request with a key or, in the user group, with a token. */
export const sendTo = async (
  service: ReturnType<typeof callerOf>,
  token: string,
  id: OperationId,
  { params, body }: SentRequest,
): Promise<Answer> => {
  const { group, method, bodyType } = specOf(id);
  const path = pathTemplateOf(id, "1").replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const headers = group === "system" ? keyOf : { Authorization: `Bearer ${token}` };
  if (bodyType === undefined) return service.raw(method, path, headers, body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) form.append(name, String(value));
  form.set("ChunkFile", new Blob([]));
  const response = await fetch(service.url + path, { method, headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
};

/** The findings of a refusal. */
export const findings = ({ json }: Answer) =>
  ((json as ErrorBody | undefined)?.errorExpando ?? []).map(({ error, expandoObject }) => ({
    error,
    property: (expandoObject as { property: string }).property,
  }));
