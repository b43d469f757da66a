/**
 * The contract's request bodies as the service reads them: a property that must be present may be neither null nor blank
 * although the published schema allows null (R9). Only the expiry and the resignation date are cleared by null.
 */
import { z } from "zod";
import { type Body, type OperationId, specOf } from "../contract/contract.ts";

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
