/**
 * Gives the properties of an answer the contract's names. Some programs write names in another case, or with underscores between their
 * words (`is_main_dept`), and a property that is not found would look like one that is empty: a department at the top, a post without a title.
 */
import type { z } from "zod";
import { recordOf } from "../../contract/records/properties.ts";
import { oncePer } from "../../lib/once.ts";

/** Returns `value` itself where nothing differs. A name as it stands in the contract wins. */
export const withContractNames = (value: unknown, schema: z.ZodType | undefined): unknown =>
  hasContractNames(value, schema) ? value : renamed(value, schema);

/** Most answers have, and nothing is made anew for them. */
const hasContractNames = (value: unknown, schema: z.ZodType | undefined): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => hasContractNames(item, schema));
  const properties = recordOf(schema);
  if (!properties) return true;
  for (const name in value)
    if (!Object.hasOwn(properties, name) || !hasContractNames((value as Answer)[name], properties[name])) return false;
  return true;
};

type Answer = Readonly<Record<string, unknown>>;

const renamed = (value: unknown, schema: z.ZodType | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => withContractNames(item, schema));
  const properties = recordOf(schema);
  if (typeof value !== "object" || value === null || !properties) return value;
  const names = namesOf(properties);
  return Object.fromEntries(
    Object.entries(value).map(([given, part]) => {
      const found = Object.hasOwn(properties, given) ? given : names.get(plainName(given));
      if (found === undefined || (found !== given && Object.hasOwn(value, found))) return [given, part];
      return [found, withContractNames(part, properties[found])];
    }),
  );
};

/** A name without what programs write differently in it: case, underscores and hyphens. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "");

type Properties = NonNullable<ReturnType<typeof recordOf>>;

const namesOf = oncePer(
  (properties: Properties) => new Map(Object.keys(properties).map((name) => [plainName(name), name] as const)),
  new WeakMap(),
);
