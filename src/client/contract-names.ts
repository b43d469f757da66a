/**
 * Gives the properties of an answer the contract's names. Some programs write names in another case, or with underscores between their
 * words (`is_main_dept`), and a property that is not found would look like one that is empty: a department at the top, a post without a title.
 */
import type { z } from "zod";
import { recordOf } from "../contract/records/properties.ts";

/** Returns `value` itself where nothing differs. A name as it stands in the contract wins. */
export const withContractNames = (value: unknown, schema: z.ZodType | undefined): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item) => withContractNames(item, schema));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const properties = recordOf(schema);
  if (typeof value !== "object" || value === null || !properties) return value;
  const names = namesOf(properties);
  let isSame = true;
  const entries = Object.entries(value).map(([given, part]) => {
    const found = Object.hasOwn(properties, given) ? given : names.get(plain(given));
    if (found === undefined || (found !== given && Object.hasOwn(value, found))) return [given, part];
    const own = typeof part === "object" ? withContractNames(part, properties[found]) : part;
    if (found !== given || own !== part) isSame = false;
    return [found, own];
  });
  return isSame ? value : Object.fromEntries(entries);
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "");

type Properties = NonNullable<ReturnType<typeof recordOf>>;

const known = new WeakMap<Properties, ReadonlyMap<string, string>>();

const namesOf = (properties: Properties): ReadonlyMap<string, string> => {
  const names = known.get(properties) ?? new Map(Object.keys(properties).map((name) => [plain(name), name] as const));
  known.set(properties, names);
  return names;
};
