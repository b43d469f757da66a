/** Walks the schemas of the contract: which record stands behind nulls and lists, and which single values a body has. */
import { z } from "zod";

type Properties = Readonly<Record<string, z.ZodType>>;

/** The schema without "may be absent" and "may be null". */
const present = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? present(schema.unwrap() as z.ZodType) : schema;

/** The properties of a record, or of the records of a list however deep; undefined where the schema is of another sort. */
export const recordOf = (schema: z.ZodType | undefined): Properties | undefined => {
  const bare = present(schema);
  if (bare instanceof z.ZodArray) return recordOf(bare.element as z.ZodType);
  return bare instanceof z.ZodObject ? bare.shape : undefined;
};

/** The records of a schema, itself first, then those within it. */
export const recordsIn = (schema: z.ZodType | undefined): readonly Properties[] => {
  const own = recordOf(schema);
  return own ? [own, ...Object.values(own).flatMap(recordsIn)] : [];
};

/** Names of the single values of a body, `user.userCode` within a record; lists have none. */
export const valueNames = (schema: z.ZodType | undefined): readonly string[] => {
  const bare = present(schema);
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape as Properties).flatMap(([name, part]) => {
    const inner = present(part);
    if (inner instanceof z.ZodArray) return [];
    return inner instanceof z.ZodObject ? valueNames(inner).map((rest) => `${name}.${rest}`) : [name];
  });
};
