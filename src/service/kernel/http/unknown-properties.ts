/** Implements the quirk `unknownProperties`: refuses properties that the schema does not have, at any depth (R11). */
import { z } from "zod";
import { refuse } from "../refusal.ts";

/** `where` is the way to the value, with a dot behind it. */
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
