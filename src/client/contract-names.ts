/**
 * Gives the properties of an answer the contract's names. Some programs write names in another case, and a property that is not
 * found would look like one that is empty: a department at the top, a post without a title.
 */
import type { z } from "zod";
import { recordOf } from "../contract/records/properties.ts";

/** Returns `value` itself where nothing differs. A name as it stands in the contract wins. */
export const withContractNames = (value: unknown, schema: z.ZodType | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => withContractNames(item, schema));
  const properties = recordOf(schema);
  if (typeof value !== "object" || value === null || !properties) return value;
  const entries = Object.entries(value);
  if (entries.every(([name, part]) => Object.hasOwn(properties, name) && (typeof part !== "object" || part === null)))
    return value;
  const names = namesOf(properties);
  return Object.fromEntries(
    entries.map(([given, part]) => {
      const name = names.get(given.toLowerCase());
      if (name === undefined || (name !== given && Object.hasOwn(value, name))) return [given, part];
      return [name, withContractNames(part, properties[name])];
    }),
  );
};

type Properties = NonNullable<ReturnType<typeof recordOf>>;

const known = new WeakMap<Properties, ReadonlyMap<string, string>>();

const namesOf = (properties: Properties): ReadonlyMap<string, string> => {
  const names =
    known.get(properties) ?? new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name] as const));
  known.set(properties, names);
  return names;
};
