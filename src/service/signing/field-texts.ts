/** The readable texts of a field: the texts in its stored value (R78), without technical parts such as file ids. */
import type { SectionField } from "../../contract/sections/forms.ts";

export type Values = Readonly<Record<string, unknown>>;

/** The texts in the field's value, in order. */
export const textsOf = (field: SectionField | undefined, value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(field, item));
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  const nested = new Map(field?.fields?.map((one) => [one.code, one]));
  const shown = Object.entries(value).filter(([name]) => nested.has(name) || (!field?.fields && shownParts.has(name)));
  return shown.flatMap(([name, inner]) => textsOf(nested.get(name), inner));
};

/** The properties with readable text in the stored value of an option, of a person and of a file. */
const shownParts = new Set(["option", "fillText", "userCode", "fileName"]);

/** Fills a subject's template with the texts of the fields in braces. */
export const fillTemplate = (template: string, fields: readonly SectionField[], values: Values): string =>
  template.replaceAll(/\{([^{}]+)\}/g, (_, code: string) => {
    const field = fields.find((candidate) => candidate.code === code);
    return textsOf(field, valueOf(values, code)).join(", ");
  });

/** The value of a field. Only own properties count, because a field's code may be a name such as `constructor`. */
export const valueOf = (values: Values, code: string): unknown =>
  Object.hasOwn(values, code) ? values[code] : undefined;
