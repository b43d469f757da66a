/**
 * One field of a mapping, compiled against a header: turns the cells of a record into a value. An option that the
 * mapping does not use costs no time per cell.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import { isPersonal } from "../../model/directory/known-fields.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { templateNames } from "../feeds/part-columns.ts";
import type { Cell, Cells } from "../feeds/record.ts";
import type { Constant, FieldMapping } from "../mapping/field-settings.ts";
import type { FieldSpec } from "../mapping/fields.ts";
import type { FoundDate } from "../values/calendar.ts";
import type { Convert, Converted } from "../values/cell.ts";
import { isExchangeable } from "../values/date-patterns.ts";
import { dateReader } from "../values/dates.ts";
import { compilePattern } from "../values/patterns.ts";
import { textSteps } from "../values/text-steps.ts";
import { accountReader } from "./account-candidates.ts";
import { blankTest, cellOf, chainOf, type IsBlank, lostTest, ownWord, type Place } from "./column-text.ts";
import { converter, unknownWord } from "./converter.ts";
import { dateColumn } from "./date-columns.ts";
import type { FieldPlace, Surroundings } from "./field-place.ts";
import { formulaError } from "./formula-errors.ts";
import { functionReader } from "./function-reader.ts";
import { pathCode } from "./paths.ts";

export const fieldReader = (
  spec: FieldSpec,
  mapping: FieldMapping,
  place: Place,
  around: FieldPlace,
): ((cells: Cells) => Converted) => {
  const isBlank = blankTest(mapping.empty ?? around.empty);
  const isLost = lostTest(mapping.empty !== undefined, around.kind === "employee" && spec.type === "name");
  const ofSeveral = (values: readonly string[]): string | undefined =>
    oneOfSeveral(
      mapping,
      values.map((value) => value.trim()).filter((value) => !isBlank(value)),
    );
  const cell = (column: string) => cellOf(column, place, around.file, isBlank, isLost, ofSeveral);
  const read = plainReader(spec, mapping, place, around, isBlank, isLost, cell);
  return mapping.generate === undefined
    ? read
    : accountReader(mapping.generate, read, cell, (text) => formulaError(text, spec));
};

const plainReader = (
  spec: FieldSpec,
  mapping: FieldMapping,
  place: Place,
  around: FieldPlace,
  isBlank: IsBlank,
  isLost: IsBlank,
  cell: (column: string) => (cells: Cells) => Cell,
): ((cells: Cells) => Converted) => {
  if (mapping.value !== undefined) {
    const constant: Converted = { value: constantValue(spec, mapping.value) };
    return () => constant;
  }
  const one = cellReader(spec, mapping, isBlank, around);
  if (mapping.function !== undefined)
    return functionReader(mapping, place, around, one, {
      none: cleared(spec),
      isBlank,
      failed: (text) => formulaError(text, spec),
    });
  if (mapping.concat !== undefined) {
    const chain = chainOf(mapping.concat, mapping.join ?? "", cell, isBlank, isLost);
    return (cells) => one(chain(cells));
  }
  const { column } = mapping;
  if (column === undefined) return () => noStatement;
  if (templateNames(column)[0] !== column || ownWord(column, around.file) !== undefined) {
    const text = cell(column);
    return (cells) => {
      const made = text(cells);
      return typeof made === "string" ? one(made) : severalValues(spec, `an attribute of it has ${made.length} values`);
    };
  }
  const index = place(column);
  return (cells) => one(cells[index] ?? "");
};

/** The value of a constant. Constants are checked when the configuration is read. */
export const constantValue = (spec: FieldSpec, constant: Constant): FieldValue | undefined => {
  const converted = constantResult(spec, constant);
  return "value" in converted ? converted.value : undefined;
};

/** The value of a constant, or why it does not fit the field. */
export const constantResult = (spec: FieldSpec, constant: Constant): Converted =>
  constant === null
    ? { value: cleared(spec) }
    : converter(spec)(Array.isArray(constant) ? constant.join(";") : String(constant));

const noStatement: Converted = { value: undefined };

const cleared = (spec: FieldSpec): FieldValue => (spec.type === "codes" ? [] : null);

const cellReader = (
  spec: FieldSpec,
  mapping: FieldMapping,
  isBlank: IsBlank,
  around: FieldPlace,
): ((cell: Cell) => Converted) => {
  const blank = blankOf(spec, mapping);
  const by = mapping.by ?? (spec.type === "person" ? around.peopleBy : undefined);
  const { asking } = around.survey;
  const plain = by === "dn" && mapping.capture === undefined ? asItStands : convertOf(spec, mapping, blank, around);
  // What a text means is not known before a survey has ended.
  const known = around.survey.asking > asking ? plain : remembering(plain);
  const counted = spec.type === "boolean" ? counting(known, mapping, around) : known;
  const convert: Convert = (text) => formulaError(text, spec) ?? counted(text);
  const several = severalOf(spec, mapping, convert, blank, isBlank);
  const { take, split } = mapping;
  if (take !== undefined && split !== undefined) {
    return (cell) => several([cell].flat().flatMap((text) => text.split(split)));
  }
  return (cell) => {
    if (typeof cell !== "string") return several(cell);
    const text = cell.trim();
    return isBlank(text) ? blank : convert(text);
  };
};

const blankOf = (spec: FieldSpec, mapping: FieldMapping): Converted => {
  if (mapping.default !== undefined) return { value: constantValue(spec, mapping.default) };
  // An account without a lockout time is not locked.
  if (mapping.flag === "pwdAccountLockedTime") return { value: true };
  return { value: mapping.blank === "clear" ? cleared(spec) : undefined };
};

/** Counts the days that stand in place of a status. */
const counting = (convert: Convert, { column, function: made }: FieldMapping, around: FieldPlace): Convert => {
  const { statusDays, kind, setting } = around;
  const count = statusDays.at({ kind, setting, column: templateNames(column ?? made ?? "").join(", ") });
  return (text) => {
    const converted = convert(text);
    count("bad" in converted && converted.bad.code === "date-no-status" ? "day" : "word");
    return converted;
  };
};

/**
 * Most columns contain few different texts, so each text is converted once, and its value is shared. If a column has more new
 * texts than known ones, nothing is remembered any more.
 */
const remembering = (convert: Convert): Convert => {
  const known = new Map<string, Converted>();
  let credit = mostMisses;
  return (text) => {
    if (credit < 0) return convert(text);
    const hit = known.get(text);
    if (hit !== undefined) {
      credit += 1;
      return hit;
    }
    const made = convert(text);
    known.set(text, made);
    credit -= 1;
    if (credit < 0) known.clear();
    return made;
  };
};

const mostMisses = 1_000;

/** Leaves a distinguished name unchanged: it is not a code, and it is compared in its own canonical form. */
const asItStands: Convert = (value) => ({ value });

const convertOf = (spec: FieldSpec, mapping: FieldMapping, blank: Converted, around: FieldPlace): Convert => {
  const { capture, path, ...options } = mapping;
  const steps = textSteps(mapping);
  const prepare = (convert: Convert): Convert => {
    const found = mapping.lookup === undefined ? convert : lookingUp(spec, mapping.lookup, blank, around, convert);
    if (steps === undefined) return found;
    return (text) => {
      const made = steps(text);
      return made === "" ? blank : found(made);
    };
  };
  const convert = converter(spec, {
    ...options,
    ...(mapping.empty === undefined && { doubted: { kind: around.kind, field: around.field } }),
    ...((spec.type === "date" || spec.type === "instant") && { readDate: dateReaderOf(mapping, around) }),
    prepare,
    ...(capture === undefined ? {} : { capture: compilePattern(capture) }),
  });
  return path === undefined ? convert : (text) => pathCode(text, path, convert);
};

/**
 * With several formats the whole column decides, so all of its texts are seen before the first is converted. In a workbook the column
 * may show that a spreadsheet has made other dates of the texts of a single one.
 */
export const dateReaderOf = (
  { date = ["iso"], twoDigitYears, column = "" }: Pick<FieldMapping, "date" | "twoDigitYears" | "column">,
  { file, survey, field, setting }: Pick<FieldPlace, "file" | "survey" | "field" | "setting">,
): ((text: string) => FoundDate) => {
  const workbook = file?.file.toLowerCase().endsWith(".xlsx") === true;
  const formats = date.map((name) => ({
    name,
    read: dateReader(name, { firstYear: twoDigitYears, workbook }),
    isExchangeable: isExchangeable(name),
  }));
  const [only, other] = formats;
  if (only && !other && !(workbook && (only.isExchangeable || only.name === "roc"))) return only.read;
  const dates = dateColumn(formats, { setting, column, personal: isPersonal(field), record: () => survey.record });
  survey.columns.push(dates);
  survey.asking++;
  return (text) => {
    if (!survey.on) return dates.read(text);
    dates.see(text);
    return "none";
  };
};

/** Converts a text by a lookup table. A reason never repeats the text, which may be somebody's number. */
const lookingUp = (
  spec: FieldSpec,
  lookup: NonNullable<FieldMapping["lookup"]>,
  blank: Converted,
  { lookups }: Surroundings,
  convert: Convert,
): Convert => {
  const { find, leftOut } = lookups(lookup);
  const where = `the lookup table ${lookup.table}`;
  const unknown = unknownWord(spec, "lookup-unknown", `no row of ${where} has this ${lookup.key}${leftOut}`);
  const reason = `rows of ${where} with this ${lookup.key} differ in ${lookup.take}`;
  const ambiguous = unknownWord(spec, "lookup-ambiguous", reason);
  return (text) => {
    const found = find(text);
    if (found === undefined) return unknown;
    if (found === null) return ambiguous;
    if (found === "") return blank;
    const failed = formulaError(found, spec);
    return failed ? { bad: { ...failed.bad, reason: `in ${where}: ${failed.bad.reason}` } } : convert(found);
  };
};

/** Converts several values of an attribute: a list of codes takes all of them, other fields need `join` or `take`. */
const severalOf = (
  spec: FieldSpec,
  mapping: FieldMapping,
  convert: Convert,
  blank: Converted,
  isBlank: IsBlank,
): ((values: readonly string[]) => Converted) => {
  return (cells) => {
    const values = cells.map((value) => value.trim()).filter((value) => !isBlank(value));
    if (values.length === 0) return blank;
    if (mapping.join !== undefined || mapping.take !== undefined) {
      const one = oneOfSeveral(mapping, values);
      return one === undefined
        ? severalValues(spec, `the values differ (${values.length}), expected one`)
        : convert(one);
    }
    if (spec.type !== "codes") {
      return values.length === 1
        ? convert(values[0] ?? "")
        : severalValues(spec, `the attribute has ${values.length} values, expected one`);
    }
    const converted = values.map((value) => convert(value));
    const bad = converted.find((part) => "bad" in part);
    return (
      bad ?? { value: converted.flatMap((part) => ("value" in part && Array.isArray(part.value) ? part.value : [])) }
    );
  };
};

/** What the mapping makes of several values that are not blank. */
const oneOfSeveral = ({ join, take }: FieldMapping, values: readonly string[]): string | undefined => {
  if (join !== undefined) return values.join(join);
  if (take === undefined) return undefined;
  if (take === "first") return values[0] ?? "";
  return take === "last" || new Set(values.map(canonicalKey)).size <= 1 ? (values.at(-1) ?? "") : undefined;
};

const severalValues = (spec: FieldSpec, reason: string): Converted => ({
  bad: { code: "value-several", reason, ...(spec.key ? {} : { keepsRecord: true }) },
});
