/**
 * The contract's request bodies as the service validates them: a required property may be neither null nor blank, although the
 * published schema allows null (R9). Null has a meaning for three properties only: it clears the expiry and the resignation
 * date, and asks for punches of all types.
 */
import { z } from "zod";
import { type Body, type OperationId, specOf } from "../../contract/contract.ts";
import { notBlank } from "../../contract/texts.ts";
import { refuse } from "./refusal.ts";

const mayBeNull = ["expiredTime", "resignationDate", "queryPunchHistoryType"] as const;
type MayBeNull = (typeof mayBeNull)[number];

/** A validated body: required properties are not null. */
export type StrictBody<Id extends OperationId> = {
  readonly [Name in keyof Body<Id>]: undefined extends Body<Id>[Name]
    ? Body<Id>[Name]
    : Name extends MayBeNull
      ? Body<Id>[Name]
      : NonNullable<Body<Id>[Name]>;
};

const strictField = (name: string, field: z.ZodType): z.ZodType => {
  if (mayBeNull.some((one) => one === name)) return field;
  const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
  return inner instanceof z.ZodString ? notBlank(inner) : inner;
};

const madeBodies = new Map<OperationId, z.ZodObject>();

/** Returns the schema of an operation's body, or undefined if nothing in it is required: no body, or the one of P1. */
export const strictBody = (id: OperationId): z.ZodObject | undefined => {
  const { body } = specOf(id);
  if (!(body instanceof z.ZodObject) || madeBodies.has(id)) return madeBodies.get(id);
  const fields = Object.entries(body.shape);
  const made = z.object(Object.fromEntries(fields.map(([name, field]) => [name, strictField(name, field)])));
  madeBodies.set(id, made);
  return made;
};

/** Implements the quirk `unknownProperties`: refuses properties that the schema does not have, at any depth (R11). `where` is the way to the value, with a dot behind it. */
export const refuseUnknown = (schema: z.ZodType | undefined, value: unknown, where = ""): void => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    refuseUnknown(schema.unwrap() as z.ZodType, value, where);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [at, item] of value.entries()) refuseUnknown(schema.element as z.ZodType, item, `${where}${at}.`);
  } else if (schema instanceof z.ZodObject && typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const known: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      if (known === undefined) refuse("OPA-PROPERTY-UNKNOWN", where + name);
      refuseUnknown(known as z.ZodType, part, `${where}${name}.`);
    }
  }
};
