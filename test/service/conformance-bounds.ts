/**
 * The limits that the contract states for a body: required properties, ranges of numbers, lengths of texts. Each case changes a
 * valid body into one that the service must refuse.
 */
import { z } from "zod";
import { type OperationId, specOf } from "../../src/contract/contract.ts";
import { base64BodyLimitBytes } from "../../src/contract/operations/uploads.ts";

export type Bound = { readonly fact: string; readonly change: (body: unknown) => unknown };

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly const?: unknown;
};

/** The only required properties for which null is valid: it clears them, or asks for everything. */
const mayBeNull = ["expiredTime", "resignationDate", "queryPunchHistoryType"];

export const boundsOf = (id: OperationId): readonly Bound[] => {
  const { body, bodyType } = specOf(id);
  // The fields of a form are all text, so their limits are in the table of chunks (uploads/chunk-cases.ts).
  if (!body || bodyType === "multipart") return [];
  return ofObject(z.toJSONSchema(body, { io: "input" }) as Schema, []);
};

const ofObject = ({ properties = {}, required = [] }: Schema, path: readonly string[]): Bound[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const at = [...path, name];
    const presence = required.includes(name) ? mustBePresent(property, at) : [];
    return [...presence, ...limits(property, at), ...(property.properties ? ofObject(property, at) : [])];
  });

const bound = (fact: string, at: readonly string[], value: unknown): Bound => ({
  fact: `${at.join(".")} ${fact}`,
  change: (body) => changed(body, at, value),
});

/**
 * For top-level properties the published schema permits null where the service does not (R9 in interface-notes.md). For
 * properties of nested records, the service accepts what the schema permits.
 */
const mustBePresent = (property: Schema, at: readonly string[]): Bound[] => [
  bound("missing", at, undefined),
  bound("of another type", at, [[]]),
  ...(at.length > 1 || mayBeNull.includes(at[0] ?? "") ? [] : [bound("null", at, null)]),
  ...(at.length === 1 && kindsOf(property).includes("string") ? [bound("blank", at, " ")] : []),
];

const kindsOf = ({ type = [], anyOf = [] }: Schema): readonly string[] => [
  ...(typeof type === "string" ? [type] : type),
  ...anyOf.flatMap(kindsOf),
];

const limits = ({ anyOf = [], ...property }: Schema, at: readonly string[]): Bound[] => {
  const { minimum, maximum, minLength, maxLength } = property;
  const constants = anyOf.flatMap((one) => (typeof one.const === "number" ? [one.const] : []));
  const [least, most] = constants.length > 0 ? [Math.min(...constants), Math.max(...constants)] : [minimum, maximum];
  return [
    ...(least === undefined ? [] : [bound(`below ${least}`, at, least - 1)]),
    ...(most === undefined ? [] : [bound(`above ${most}`, at, most + 1)]),
    ...(minLength === undefined ? [] : [bound(`shorter than ${minLength}`, at, "x".repeat(minLength - 1))]),
    // A text as long as a whole body is refused with the body (bodies.test.ts).
    ...(maxLength === undefined || maxLength >= base64BodyLimitBytes
      ? []
      : [bound(`longer than ${maxLength}`, at, "x".repeat(maxLength + 1))]),
    ...anyOf.flatMap((one) => limits(one, at)),
  ];
};

/**
 * The body with another value at a place, or without the property if the value is undefined. Missing records on the path are
 * created.
 */
const changed = (body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown => {
  const record = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return { ...record, [name]: rest.length === 0 ? value : changed(record[name], rest, value) };
};
