/**
 * The contract's request bodies as the service validates and describes them: a required property may be neither null nor blank,
 * although the published schema allows null (R9). Null has a meaning for three properties only: it clears the expiry and the
 * resignation date, and asks for punches of all types.
 */
import { z } from "zod";
import { type Body, type OperationId, specOf } from "./contract.ts";
import { UserRefFlat } from "./records/organisation.ts";
import { notBlank } from "./records/texts.ts";

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
  const strict = inner instanceof z.ZodString ? notBlank(inner) : inner;
  return field.description === undefined ? strict : strict.describe(field.description);
};

const madeBodies = new Map<z.ZodType, z.ZodObject>();

/** Returns the schema of an operation's body, or undefined if nothing in it is required: no body, or the one of P1. */
export const strictBody = (id: OperationId): z.ZodObject | undefined => {
  const { body } = specOf(id);
  if (!(body instanceof z.ZodObject)) return undefined;
  const known = madeBodies.get(body);
  if (known) return known;
  const fields = Object.entries(body.shape);
  const made = z.object(Object.fromEntries(fields.map(([name, field]) => [name, strictField(name, field)])));
  madeBodies.set(body, made);
  return made;
};

/**
 * The schema that describes an operation's body. A body that is nothing but a person keeps the name of the specification, and one
 * that may be left out may be null (R25).
 */
export const describedBody = (id: OperationId): z.ZodType | undefined => {
  const { body } = specOf(id);
  return body === UserRefFlat ? body : (strictBody(id) ?? body?.nullable());
};
