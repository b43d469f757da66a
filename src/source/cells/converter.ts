/**
 * Converts the text of a cell to a value. The reason for a bad cell names what was expected. It repeats the text only
 * if the text is unlikely to be personal.
 */
import { z } from "zod";
import { line, lines } from "../../contract/records/texts.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Kind } from "../../model/directory/kind.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { FieldMapping } from "../mapping/field-settings.ts";
import { type FieldSpec, isDispensable } from "../mapping/fields.ts";
import type { FoundDate } from "../values/calendar.ts";
import type { BadCell, Convert, Converted } from "../values/cell.ts";
import { asDate, asInstant, dateForm, dateReader } from "../values/dates.ts";
import { isDay, looksLikeDay } from "../values/days-in-texts.ts";
import { forms } from "../values/forms.ts";
import { readGeneralized } from "../values/moments.ts";
import type { Pattern } from "../values/patterns.ts";
import { code, codes, compact, keyName, name, text } from "../values/texts.ts";
import { formulaError } from "./formula-errors.ts";
import { refusingStandIns } from "./stand-ins.ts";

/** The options of a mapping, with `capture` compiled. Without `readDate` only the first format of `date` is used. */
export type ConversionOptions = Pick<
  FieldMapping,
  "values" | "otherwise" | "date" | "case" | "width" | "split" | "flag"
> & {
  /** The first group of the pattern, or the whole match if it has no group, replaces the text. */
  readonly capture?: Pick<Pattern, "source" | "exec"> | undefined;
  /** Adds the steps between `capture` and `values` to the conversion. */
  readonly prepare?: ((convert: Convert) => Convert) | undefined;
  readonly readDate?: ((text: string) => FoundDate) | undefined;
  /** The field whose cells may hold stand-ins for a value; absent for constants, and where the mapping says that all is meant. */
  readonly doubted?: { readonly kind: Kind; readonly field: string } | undefined;
};

/** The conversion of one field: `capture`, `values`, and then what the type of the field requires. */
export const converter = (spec: FieldSpec, options: ConversionOptions = {}): Convert => {
  const plain = plainConverter(spec, options);
  const known = formed(spec.type in texts ? doubting(options, plain, spec) : plain, spec);
  const convert = options.values === undefined ? known : mapped(options.values, options.otherwise, spec, plain);
  const prepared = options.prepare === undefined ? convert : options.prepare(convert);
  const made = options.capture === undefined ? prepared : ofOneAddress(spec, captured(options.capture, prepared));
  const isOfMoments = options.flag === "pwdAccountLockedTime";
  return spec.type === "boolean" && !isOfMoments ? exceptDays(options.values ?? {}, made) : made;
};

const doubting = ({ doubted }: ConversionOptions, convert: Convert, spec: FieldSpec): Convert =>
  doubted ? refusingStandIns(convert, spec, doubted) : convert;

/** The types of fields in which any word can be a value. */
const texts = { person: true, code: true, department: true, name: true, text: true };

/** The result for an unknown word. It does not reject the whole record if the field only describes the object. */
export const unknownWord = (spec: FieldSpec, code: string, reason: string): Converted => ({
  bad: { code, reason, ...(spec.describes && { keepsRecord: true }) },
});

/** A reason shows only a short word without digits, so it reveals no number, date or phone. */
const shown = (text: string): string => (text.length <= 12 && !/\d/.test(text) ? `"${text}" is not known; ` : "");

const plainConverter = (spec: FieldSpec, options: ConversionOptions): Convert => {
  switch (spec.type) {
    case "person":
      return dispensing(code(options), spec);
    case "code":
    case "department":
      return dispensing(bounded(code(options), line, spec), spec);
    case "name":
      return bounded(spec.key ? keyName : name, line, spec);
    case "text":
      return bounded(text, lines, spec);
    case "date":
    case "instant":
      return dateConverter(spec, options);
    case "boolean":
      return options.flag === undefined ? word(booleanWords, spec, "true, false, 1, 0, Y or N") : flags[options.flag];
    case "gender":
      return word(genderWords, spec, "Male, Female, Other, M, F, 男 or 女");
    case "integer":
      return integer(spec.min);
    case "codes":
      return codes(options.split, exceptFormulas(doubting(options, bounded(code(options), line, spec), spec), spec));
  }
};

/** One of several codes may be a formula that has failed. */
const exceptFormulas =
  (convert: Convert, spec: FieldSpec): Convert =>
  (cell) =>
    formulaError(cell, spec) ?? convert(cell);

/** A bad cell of a field that the record can do without costs only the field. */
const dispensing = (convert: Convert, spec: FieldSpec): Convert => {
  if (!isDispensable(spec)) return convert;
  return (cell) => {
    const made = convert(cell);
    return "bad" in made ? { bad: { ...made.bad, keepsRecord: true } } : made;
  };
};

/** A text that cannot be an e-mail address or a phone stands in the wrong column, or is a remark. */
const formed = (convert: Convert, { form }: FieldSpec): Convert => {
  if (form === undefined) return convert;
  const { isIn, bad } = forms[form];
  return (cell) => {
    const made = convert(cell);
    return "value" in made && typeof made.value === "string" && !isIn(made.value) ? { bad } : made;
  };
};

/**
 * Leaves out a text that is longer than the service's schema permits (R96), unless it is never written. It rejects no person, who
 * may have to leave.
 */
const bounded = (convert: Convert, { maxLength }: typeof line, { key, by, identifies }: FieldSpec): Convert => {
  if (maxLength === null || (!key && by?.length === 0)) return convert;
  return (cell) => {
    const made = convert(cell);
    if ("bad" in made || String(made.value).length <= maxLength) return made;
    const value = String(made.value);
    const found = `expected at most ${maxLength} characters, the service's limit, and found ${value.length}`;
    const bad = { code: "value-too-long", reason: `${found}: shorten it in HR` };
    if (identifies) return { bad: { ...bad, keepsRecord: true, value } };
    return { bad: key ? bad : { ...bad, keepsRecord: true } };
  };
};

/** The bad cell for a text that is no date in one of the formats. It names the usual formats that would read the text. */
export const badDate = (formats: readonly string[], text: string): { readonly bad: BadCell } => {
  const others = usualDates.filter(({ format, read }) => {
    const found = formats.includes(format) ? "bad" : read(text);
    return typeof found === "object" && found.date !== undefined;
  });
  const named = others.map(({ format }) => `\`date: ${format}\``).join(" or ");
  const reason = `expected ${formats.map(dateForm).join(" or ")} that is in the calendar`;
  return { bad: { code: "date-invalid", reason: named === "" ? reason : `${reason}; ${named} would read it` } };
};

const usualDates = ["iso", "yyyymmdd", "roc", "japanese", "d.M.yyyy", "d/M/yyyy", "M/d/yyyy", "excel"].map(
  (format) => ({
    format,
    read: dateReader(format),
  }),
);

const iso = ["iso"];

const noStatement: Converted = { value: undefined };
const noValue: Converted = { value: null };

const dateConverter = ({ type }: FieldSpec, { date = iso, readDate }: ConversionOptions): Convert => {
  const read = readDate ?? dateReader(date[0] ?? "iso");
  return (cell) => {
    const found = read(compact(cell));
    const parsed = type === "instant" ? asInstant(found) : asDate(found);
    if (parsed === "bad") return badDate(date, compact(cell));
    if (parsed === "never" && type === "instant") return noValue;
    if (typeof parsed === "string") return noStatement;
    return { value: "date" in parsed ? parsed.date : parsed.instant };
  };
};

/**
 * Converters of attributes that show whether an account is disabled. `userAccountControl`: bit 0x2 means disabled
 * (MS-ADTS, section 2.2.16). `pwdAccountLockedTime`: only the time 000001010000Z means a permanent lock
 * (draft-behera-ldap-password-policy, section 5.3.3).
 */
const flags: Readonly<Record<NonNullable<ConversionOptions["flag"]>, Convert>> = {
  userAccountControl: (cell) => {
    if (!/^-?\d{1,10}$/.test(cell)) return badControl;
    return { value: (Number(cell) & accountDisabled) === 0 };
  },
  // A lockout after wrong passwords is temporary and does not mean that somebody has left.
  pwdAccountLockedTime: (cell) => {
    if (cell === lockedForGood) return { value: false };
    return readGeneralized(cell) === "bad" ? badLockedTime : { value: true };
  },
};

const accountDisabled = 0x2;
const lockedForGood = "000001010000Z";
const badControl: Converted = {
  bad: { code: "integer-invalid", reason: "expected an integer, the value of userAccountControl" },
};
const badLockedTime: Converted = {
  bad: { code: "date-invalid", reason: "expected a time such as 20240501000000Z, or 000001010000Z" },
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

const word = (words: Readonly<Record<string, FieldValue>>, spec: FieldSpec, expected: string): Convert => {
  const known = new Map(Object.entries(words).map(([text, value]): [string, Converted] => [text, { value }]));
  return (cell) =>
    known.get(cell) ??
    known.get(canonicalKey(cell)) ??
    unknownWord(spec, "value-unknown", `${shown(cell)}expected ${expected}`);
};

/** `min` is stated for numbers that are written; others only sort, and may be larger than the service permits. */
const integer = (min: number | undefined): Convert => {
  const max = min === undefined ? Number.MAX_SAFE_INTEGER : (z.int32().maxValue ?? 0);
  const expected = min === undefined ? "an integer" : `an integer from ${min} to ${max}`;
  const bad: Converted = { bad: { code: "integer-invalid", reason: `expected ${expected}` } };
  return (cell) => {
    const digits = compact(cell);
    const value = Number(digits);
    const good = /^[-+]?\d+$/.test(digits) && value >= (min ?? -max) && value <= max;
    return good ? { value: value + 0 } : bad;
  };
};

/** A day in place of a status. Whoever has a last day may still work; `resignationDate` decides when it has passed. */
const dayIsNoStatus: Converted = {
  bad: {
    code: "date-no-status",
    reason: "a date is no status, because the day may lie ahead: map the column to `resignationDate`, not to a status",
  },
};

/** A day is no status, whatever the steps of the mapping make of it, unless `values` lists it. */
const exceptDays = (values: NonNullable<ConversionOptions["values"]>, convert: Convert): Convert => {
  const listed = new Set(Object.keys(values).map((text) => compact(text)));
  return (cell) => (isDay(cell) && !listed.has(compact(cell)) ? dayIsNoStatus : convert(cell));
};

const mapped = (
  values: NonNullable<ConversionOptions["values"]>,
  otherwise: ConversionOptions["otherwise"],
  spec: FieldSpec,
  convert: Convert,
): Convert => {
  const meaning = (to: string | number | boolean | null): Converted => (to === null ? noValue : convert(String(to)));
  const results = new Map(Object.entries(values).map(([from, to]) => [wordOf(from), meaning(to)]));
  const listed = [...results.keys()].join(", ");
  const expected = listed === "" ? "`values` maps no word yet" : `expected one of the mapped values: ${listed}`;
  const other = otherwise === undefined ? undefined : meaning(otherwise);
  return (cell) =>
    results.get(cell) ??
    results.get(wordOf(cell)) ??
    (other !== undefined && spec.type === "boolean" && looksLikeDay(cell) ? dayIsNoStatus : other) ??
    unknownWord(spec, "value-unmapped", `${shown(cell)}${expected}`);
};

/** Spreadsheets show TRUE where their files have true or 1, and exports have both. */
const wordOf = (text: string): string => {
  const word = compact(text);
  return /^(?:true|false)$/i.test(word) ? word.toLowerCase() : word;
};

const captured = (pattern: Pick<Pattern, "source" | "exec">, convert: Convert): Convert => {
  const failed: Converted = {
    bad: { code: "capture-failed", reason: `expected a value that the expression ${pattern.source} matches` },
  };
  return (cell) => {
    const found = pattern.exec(cell);
    if (!found) return failed;
    const part = ((found.length > 1 ? found[1] : found[0]) ?? "").trim();
    return part === "" ? noStatement : convert(part);
  };
};

const severalAddresses: Converted = {
  bad: {
    code: "value-several",
    reason: "the cell has several addresses: `split` and `take` say which one is meant",
  },
};

/** A key is taken of one address: which of several is meant is not known. */
const ofOneAddress = (spec: FieldSpec, convert: Convert): Convert =>
  spec.key || spec.identifies ? (cell) => (/@[^@]*@/.test(cell) ? severalAddresses : convert(cell)) : convert;
