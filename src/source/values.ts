/**
 * From the text of a cell to a value of the model. What cannot be converted is named with what was expected; its text is
 * repeated only where it can hardly be personal.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { FieldValue } from "../model/plan.ts";
import type { Convert, Converted } from "./cell.ts";
import { type DateFormat, type ParsedDate, parseDate, parseInstant } from "./dates.ts";
import type { FieldSpec } from "./fields.ts";
import { code, codes, compact, keyName, name, text } from "./texts.ts";

export type ConversionOptions = {
  readonly date?: DateFormat | undefined;
  readonly case?: "lower" | "upper" | undefined;
  /** Text of the cell → text to convert in its place; a text that is not listed is bad. */
  readonly values?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** The conversion of one field of one column, prepared once per file. */
export const converter = (spec: FieldSpec, options: ConversionOptions = {}): Convert => {
  const convert = plainConverter(spec, options);
  return options.values === undefined ? convert : mapped(options.values, convert);
};

/** The text for a reason: short words without digits only, so neither numbers nor dates nor phones get out. */
const shown = (text: string): string => (text.length <= 12 && !/\d/.test(text) ? `"${text}" is not known; ` : "");

const plainConverter = (spec: FieldSpec, options: ConversionOptions): Convert => {
  switch (spec.type) {
    case "code":
    case "person":
      return code(options.case);
    case "name":
      return spec.key ? keyName : name;
    case "text":
      return text;
    case "date":
      return (cell) => dateValue(parseDate(cell.normalize("NFKC"), options.date ?? "iso"), options.date);
    case "instant":
      return (cell) => instantValue(parseInstant(cell.normalize("NFKC"), options.date ?? "iso"), options.date);
    case "boolean":
      return word(booleanWords, "true, false, 1, 0, Y or N");
    case "gender":
      return word(genderWords, "Male, Female, Other, M, F, 男 or 女");
    case "integer":
      return integer(spec.min);
    case "codes":
      return codes;
  }
};

const dateForms: Readonly<Record<DateFormat, string>> = {
  iso: "a date such as 2024-05-01 or 2024/05/01",
  yyyymmdd: "a date such as 20240501",
  roc: "a date such as 113/05/01 or 1130501",
};

const badDate = (format: DateFormat = "iso"): Converted => ({
  bad: { code: "date-invalid", reason: `expected ${dateForms[format]} that is in the calendar` },
});

const dateValue = (parsed: ParsedDate, format: DateFormat | undefined): Converted => {
  if (parsed === "bad") return badDate(format);
  return { value: typeof parsed === "string" ? undefined : parsed.date };
};

const instantValue = (parsed: ReturnType<typeof parseInstant>, format: DateFormat | undefined): Converted => {
  if (parsed === "bad") return badDate(format);
  if (parsed === "never") return { value: null };
  return { value: parsed === "none" ? undefined : parsed.instant };
};

const booleanWords: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  1: true,
  0: false,
  y: true,
  n: false,
};
const genderWords: Readonly<Record<string, string>> = {
  male: "Male",
  female: "Female",
  other: "Other",
  m: "Male",
  f: "Female",
  男: "Male",
  女: "Female",
};

const word = (words: Readonly<Record<string, FieldValue>>, expected: string): Convert => {
  const known = new Map(Object.entries(words));
  return (cell) => {
    const value = known.get(canonicalKey(cell));
    return value === undefined
      ? { bad: { code: "value-unknown", reason: `${shown(cell)}expected ${expected}` } }
      : { value };
  };
};

const integer = (min: number | undefined): Convert => {
  const expected = min === undefined ? "an integer" : `an integer from ${min}`;
  const bad: Converted = { bad: { code: "integer-invalid", reason: `expected ${expected}` } };
  return (cell) => {
    const digits = compact(cell);
    const value = Number(digits);
    const good = /^[-+]?\d+$/.test(digits) && Number.isSafeInteger(value) && (min === undefined || value >= min);
    return good ? { value: value + 0 } : bad;
  };
};

const mapped = (values: Readonly<Record<string, string | number | boolean>>, convert: Convert): Convert => {
  const results = new Map(Object.entries(values).map(([from, to]) => [compact(from), convert(String(to))]));
  const expected = [...results.keys()].join(", ");
  return (cell) =>
    results.get(compact(cell)) ?? {
      bad: { code: "value-unmapped", reason: `${shown(cell)}expected one of the mapped values: ${expected}` },
    };
};
