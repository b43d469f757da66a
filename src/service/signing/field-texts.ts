/** What a person reads in a field: the texts of its value as it is kept (R78), without the ids of files and the like. */
import type { SectionField } from "../../contract/forms-section.ts";

/** The texts in a value of the field, in order. */
export const textsOf = (field: SectionField | undefined, value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(field, item));
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  const nested = new Map(field?.fields?.map((one) => [one.code, one]));
  const shown = Object.entries(value).filter(([name]) => nested.has(name) || (!field?.fields && shownParts.has(name)));
  return shown.flatMap(([name, inner]) => textsOf(nested.get(name), inner));
};

/** Of an option with a text, of a person and of a file. */
const shownParts = new Set(["option", "fillText", "userCode", "fileName"]);

/** A subject's template with the texts of the fields that it names in braces. */
export const fillTemplate = (
  template: string,
  fields: readonly SectionField[],
  values: Readonly<Record<string, unknown>>,
): string =>
  template.replaceAll(/\{([^{}]+)\}/g, (_, code: string) => {
    const field = fields.find((candidate) => candidate.code === code);
    return textsOf(field, valueOf(values, code)).join(", ");
  });

/** The value of a field. A field may be called like something that every object has, as `constructor`. */
export const valueOf = (values: Readonly<Record<string, unknown>>, code: string): unknown =>
  Object.hasOwn(values, code) ? values[code] : undefined;
