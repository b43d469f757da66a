/**
 * Compiles the mapping of one part against the header of its feed, with one closure per field. What depends only on the
 * header is then decided once, not for every record.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { blankTest, type IsBlank } from "../cells/column-text.ts";
import type { Surroundings } from "../cells/field-place.ts";
import { fieldReader } from "../cells/field-reader.ts";
import { failedFormula } from "../cells/formula-errors.ts";
import { datedColumns, inactiveByDay } from "../cells/inactive-by-day.ts";
import { type Survey, type Surveyor, surveyorOf } from "../cells/survey.ts";
import type { Part } from "../feeds/feed.ts";
import { columnNames, columnsWord, fieldColumns } from "../feeds/part-columns.ts";
import type { Cells } from "../feeds/record.ts";
import { fieldsOf, kindOf, postFields, type Table } from "../mapping/fields.ts";
import type { Condition as ConditionSettings } from "../mapping/part-settings.ts";
import type { BadCell, Converted } from "../values/cell.ts";
import { canonicalDn, dnKey } from "../values/dn.ts";
import { lostValue } from "../values/lost-cells.ts";
import { compilePattern } from "../values/patterns.ts";
import { compact } from "../values/texts.ts";
import type { ConditionCells } from "./condition-cells.ts";
import { contradictingDays } from "./contradicting-days.ts";
import { type DecidingAttributes, decidingReader, statusFields } from "./deciding-attributes.ts";
import type { RowPart } from "./rows.ts";
import { periodReader } from "./rows-of-day.ts";

/** A blank cell makes no statement about its field, unless the mapping says so (`blank`, `default`). */
export type RowReader = {
  readonly read: (cells: Cells) => RowPart;
  /** Whether a record is in scope, or which cell that decides about it is the error of a formula. */
  readonly scopeOf: (cells: Cells) => "in" | "out" | { readonly column: string; readonly bad: BadCell };
  readonly guards: (cells: Cells) => boolean;
  /** Undefined if no attribute of an entry decides about it. */
  readonly deciding: ((cells: Cells) => DecidingAttributes) | undefined;
  /** The index of the column that the setting `each` names; undefined without this setting. */
  readonly eachIndex: number | undefined;
  /** Undefined if rows have no days on which they count. */
  readonly periodOf: ReturnType<typeof periodReader>;
  /** Field → column name or template, for messages. */
  readonly columns: Readonly<Record<string, string>>;
  /** Must be given every record before one is read. Undefined if no field needs this, which is usual. */
  readonly surveyor: Surveyor | undefined;
};

/** A mapped column that the file does not have, or has twice. */
export type HeaderProblem = {
  readonly code: "source-column-unknown" | "source-column-twice";
  readonly setting: string;
  readonly name: string;
  readonly file: string;
  /** The row of the file in which the header stands; absent for a directory. */
  readonly line: number | undefined;
  readonly found: readonly string[];
  /** How many columns the mapping of the part reads. */
  readonly wanted: number;
};

type Header = { readonly setting: string; readonly file: string; readonly names: readonly string[] };

/** Returns the reader and the problems of the header. If there are problems, the reader must not be used. */
export const compileReader = (
  table: Table,
  part: Part,
  { setting, file, names }: Header,
  surroundings: Surroundings & { readonly conditions: ConditionCells },
): { readonly reader: RowReader; readonly problems: readonly HeaderProblem[] } => {
  const headers = Map.groupBy(names.keys(), (index) => compact(names[index] ?? ""));
  const problems: HeaderProblem[] = [];
  const wanted = columnNames(part).length;
  const place =
    (where: string) =>
    (name: string): number => {
      const found = headers.get(compact(name)) ?? [];
      if (found.length !== 1) {
        const code = found.length === 0 ? "source-column-unknown" : "source-column-twice";
        const line = surroundings.file?.headerLine;
        problems.push({ code, setting: `${setting}.${where}`, name, file, line, found: names, wanted });
      }
      return found[0] ?? 0;
    };
  const isBlank = blankTest(surroundings.empty);
  const labels: Record<string, string> = {};
  const fields: CompiledField[] = [];
  const survey: Survey = { on: true, record: undefined, columns: [], asking: 0 };
  const surveyed: ((cells: Cells) => unknown)[] = [];
  const dated = datedColumns(table, part);
  for (const [field, spec] of Object.entries(fieldsOf(table))) {
    const mapping = part.columns?.[field];
    if (mapping === undefined) continue;
    labels[field] = mapping.column ?? mapping.concat?.join(" ") ?? field;
    const where = `${columnsWord(part)}.${field}`;
    const around = { ...surroundings, kind: kindOf[table], field, setting: `${setting}.${where}`, dated, survey };
    const { asking } = survey;
    const read = fieldReader(spec, mapping, place(where), around);
    fields.push({ field, ofPost: table === "employees" && postFields.has(field), read });
    if (survey.asking > asking) surveyed.push(read);
  }
  const { asking } = survey;
  const periodOf = periodReader(part, place, { ...surroundings, setting, survey });
  if (periodOf && survey.asking > asking) surveyed.push(periodOf);
  for (const name of part.fillDown ?? []) place("fillDown")(name);
  const eachIndex = part.each === undefined ? undefined : place("each")(part.each);
  const conditions = readConditions(part, place, isBlank);
  const { only, except, protect } = conditions;
  const inScope = scopeReader(only, except);
  const decided = defaultColumns(part, isBlank).flatMap((one) => {
    const [index] = headers.get(compact(one.column)) ?? [];
    return index === undefined ? [] : [{ ...one, index }];
  });
  const counts = countersOf(table, part, [...decided, ...conditionColumns(part, conditions, isBlank)], surroundings);
  const reader = {
    read: rowReader(fields, {
      ofStatus: inactiveByDay(table, part, { setting, names }, surroundings),
      ofDays: table === "employees" ? contradictingDays(surroundings.statusDays.today) : undefined,
    }),
    scopeOf: (cells: Cells) => {
      for (const { index, count, isBlank } of counts) count(!isBlank(String(cells[index] ?? "").trim()));
      return inScope(cells);
    },
    guards: (cells: Cells) => protect.some(({ test }) => test(cells) !== false),
    deciding: problems.length > 0 ? undefined : decidingReader(part, names, { only, except, protect }, fields),
    eachIndex,
    periodOf,
    columns: labels,
    surveyor: surveyorOf(survey, surveyed, names.length, eachIndex),
  };
  return { reader, problems };
};

type Conditions = Readonly<Record<"only" | "except" | "protect", readonly Condition[]>>;

type Condition = Tested & { readonly index: number };

const readConditions = (
  part: Part,
  place: (setting: string) => (column: string) => number,
  isBlank: IsBlank,
): Conditions => {
  const testsOf = (setting: keyof Conditions) =>
    (part[setting] ?? []).map((condition, at) => {
      const index = place(`${setting}.${at}`)(condition.column);
      return { index, column: condition.column, test: compileCondition(condition, index, isBlank) };
    });
  return { only: testsOf("only"), except: testsOf("except"), protect: testsOf("protect") };
};

/** A column in which a blank cell decides something. */
type DecidingColumn = { readonly index: number; readonly column: string; readonly isBlank: IsBlank };

/** Those of conditions. What they read of a directory is watched by quality/vanished.ts. */
const conditionColumns = (part: Part, conditions: Conditions, isBlank: IsBlank): readonly DecidingColumn[] =>
  part.kind?.hasEntries ? [] : Object.values(conditions).flatMap((all) => all.map((one) => ({ ...one, isBlank })));

/** Those of fields that have a value where the cell is blank. Of a directory, the same watches the status. */
const defaultColumns = (part: Part, isBlank: IsBlank): readonly Omit<DecidingColumn, "index">[] =>
  Object.entries(part.columns ?? {}).flatMap(([field, mapping]) => {
    if (mapping.default === undefined || (part.kind?.hasEntries && statusFields.has(field))) return [];
    const own = mapping.empty === undefined ? isBlank : blankTest(mapping.empty);
    return fieldColumns(mapping).map((column) => ({ column, isBlank: own }));
  });

/** What counts the filled cells of each of the columns. */
const countersOf = (
  table: Table,
  part: Part,
  columns: readonly DecidingColumn[],
  { conditions }: { readonly conditions: ConditionCells },
) =>
  [...new Map(columns.map((one) => [one.index, one])).values()].map((one) => ({
    ...one,
    count: conditions.at(kindOf[table], compact(one.column), part),
  }));

type CompiledField = {
  readonly field: string;
  readonly ofPost: boolean;
  readonly read: (cells: Cells) => Converted;
};

type Contradictions = {
  readonly ofStatus: ReturnType<typeof inactiveByDay>;
  readonly ofDays: ReturnType<typeof contradictingDays> | undefined;
};

const rowReader =
  (fields: readonly CompiledField[], { ofStatus, ofDays }: Contradictions): RowReader["read"] =>
  (cells) => {
    const values: Record<string, FieldValue> = {};
    let post: Record<string, FieldValue> | undefined;
    let bad: { field: string; cell: BadCell }[] | undefined;
    for (const { field, ofPost, read } of fields) {
      const converted = read(cells);
      if ("bad" in converted) (bad ??= []).push({ field, cell: converted.bad });
      const { value } = "bad" in converted ? converted.bad : converted;
      if (value === undefined) continue;
      if (ofPost) (post ??= {})[field] = value;
      else values[field] = value;
    }
    const contradiction = values["active"] === false ? ofStatus?.(cells) : undefined;
    if (contradiction) (bad ??= []).push({ field: "active", cell: contradiction });
    for (const one of ofDays?.(values) ?? none) {
      delete values[one.field];
      (bad ??= []).push(one);
    }
    return { values, post, bad: bad ?? [] };
  };

const none: readonly never[] = [];

type Tested = { readonly column: string; readonly test: (cells: Cells) => boolean | BadCell };

const scopeReader = (only: readonly Tested[], except: readonly Tested[]): RowReader["scopeOf"] => {
  const tests = [...only.map((one) => ({ ...one, out: false })), ...except.map((one) => ({ ...one, out: true }))];
  return (cells) => {
    let failed: { column: string; bad: BadCell } | undefined;
    for (const { column, test, out } of tests) {
      const found = test(cells);
      if (found === out) return "out";
      if (typeof found === "object") failed ??= { column, bad: found };
    }
    return failed ?? "in";
  };
};

const unknownValue = (value: string): BadCell | undefined => (value === lostValue ? lost : failedFormula(value));

const lost: BadCell = {
  code: "character-invalid",
  reason: "the value cannot be read as text, and it decides who is read",
};

/**
 * `is` compares texts the way codes are compared, and names of entries in any spelling. Of several values, one match is enough. The
 * error of a formula and a value that is not known decide nothing, unless `is` lists them.
 */
const compileCondition = ({ is, matches, blank }: ConditionSettings, index: number, isBlank: IsBlank) => {
  const words = is && new Set(is.map((word) => canonicalKey(word)));
  const names = new Set(is?.flatMap((word) => (word.includes("=") ? (canonicalDn(word) ?? []) : [])));
  const isName = (value: string): boolean => names.size > 0 && names.has(dnKey(value));
  const pattern = matches === undefined ? undefined : compilePattern(matches);
  return (cells: Cells): boolean | BadCell => {
    const values = [cells[index] ?? ""].flat().map((value) => value.trim());
    const filled = values.filter((value) => !isBlank(value));
    const isListed = words !== undefined && filled.some((value) => words.has(canonicalKey(value)) || isName(value));
    const failed = isListed ? undefined : filled.map(unknownValue).find((one) => one !== undefined);
    if (failed) return failed;
    if (blank !== undefined && blank !== (filled.length === 0)) return false;
    if (words && !isListed) return false;
    return pattern === undefined || filled.some((value) => pattern.test(value));
  };
};
