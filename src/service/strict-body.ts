/**
 * The contract's request bodies as the service reads them: a property that must be present may be neither null nor blank
 * although the published schema allows null (R9). Only the expiry and the resignation date are cleared by null.
 */
import { z } from "zod";
import { type Body, type OperationId, specOf } from "../contract/contract.ts";
import { refuse } from "./refusal.ts";

const clearedByNull = ["expiredTime", "resignationDate"] as const;
type ClearedByNull = (typeof clearedByNull)[number];

/** A body after the check: null is gone from what must be present. */
export type StrictBody<Id extends OperationId> = {
  readonly [Name in keyof Body<Id>]: undefined extends Body<Id>[Name]
    ? Body<Id>[Name]
    : Name extends ClearedByNull
      ? Body<Id>[Name]
      : NonNullable<Body<Id>[Name]>;
};

const strictField = (name: string, field: z.ZodType): z.ZodType => {
  if (clearedByNull.some((cleared) => cleared === name)) return field;
  const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
  return inner instanceof z.ZodString ? inner.regex(/\S/) : inner;
};

/** Schema of the body; undefined where nothing is required of it (no body, or the optional one of P1). */
export const strictBody = (id: OperationId): z.ZodObject | undefined => {
  const { body } = specOf(id);
  if (!(body instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(body.shape);
  return z.object(Object.fromEntries(fields.map(([name, field]) => [name, strictField(name, field)])));
};

/** The quirk of a site that refuses properties it does not know, at any depth (R11). */
export const refuseUnknown = (schema: z.ZodType | undefined, value: unknown, where: string): void => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    refuseUnknown(schema.unwrap() as z.ZodType, value, where);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [at, item] of value.entries()) refuseUnknown(schema.element as z.ZodType, item, `${where}[${at}]`);
  } else if (schema instanceof z.ZodObject && typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const known: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      if (known === undefined) refuse("OPA-PROPERTY-UNKNOWN", `${where}.${name}`);
      refuseUnknown(known as z.ZodType, part, `${where}.${name}`);
    }
  }
};
