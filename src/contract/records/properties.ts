/** Helpers that walk the contract's schemas: the record inside nullable types and lists, and the single values of a body. */
import { z } from "zod";

type Properties = Readonly<Record<string, z.ZodType>>;

/** Returns the schema without its optional and nullable wrappers. */
const present = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? present(schema.unwrap() as z.ZodType) : schema;

/** Returns the properties of a record, or of the records in a list of any depth; undefined for any other schema. */
export const recordOf = (schema: z.ZodType | undefined): Properties | undefined => {
  if (!schema) return undefined;
  if (!known.has(schema)) known.set(schema, foundIn(schema));
  return known.get(schema);
};

/** Every answer of a reading asks for the same few schemas. */
const known = new WeakMap<z.ZodType, Properties | undefined>();

const foundIn = (schema: z.ZodType): Properties | undefined => {
  const bare = present(schema);
  if (bare instanceof z.ZodArray) return recordOf(bare.element as z.ZodType);
  return bare instanceof z.ZodObject ? bare.shape : undefined;
};

/** Returns the properties of every record in a schema, the outermost record first. */
export const recordsIn = (schema: z.ZodType | undefined): readonly Properties[] => {
  const own = recordOf(schema);
  return own ? [own, ...Object.values(own).flatMap(recordsIn)] : [];
};

/** Returns the names of the single values in a body, such as `user.userCode`; values in lists are left out. */
export const valueNames = (schema: z.ZodType | undefined): readonly string[] => {
  const bare = present(schema);
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape as Properties).flatMap(([name, part]) => {
    const inner = present(part);
    if (inner instanceof z.ZodArray) return [];
    return inner instanceof z.ZodObject ? valueNames(inner).map((rest) => `${name}.${rest}`) : [name];
  });
};
