/**
 * The mapping of one part, compiled against the header of its feed: one closure per field, so that a record costs no
 * decision that the header has settled already.
 */
import type { FieldValue } from "../model/plan.ts";
import type { BadCell, Convert, Converted } from "./cell.ts";
import { compileConditions } from "./conditions.ts";
import { type FieldSpec, fieldsOf, postFields, type Table } from "./fields.ts";
import { formulaError } from "./formula-errors.ts";
import {
  type Constant,
  columnNames,
  columnsWord,
  type FieldMapping,
  type Part,
  type ReferenceBy,
  templateNames,
} from "./mapping.ts";
import type { MappingFunctions } from "./mapping-functions.ts";
import { pathCode } from "./paths.ts";
import { compilePattern } from "./patterns.ts";
import type { Cell } from "./record.ts";
import type { RowPart } from "./rows.ts";
import { compact } from "./texts.ts";
import { converter } from "./values.ts";

type Cells = readonly Cell[];

/** Reads the cells of a record; what is blank makes no statement unless the mapping says so. */
export type RowReader = {
  readonly read: (cells: Cells) => RowPart;
  readonly inScope: (cells: Cells) => boolean;
  readonly guards: (cells: Cells) => boolean;
  /** Where `each` stands in the header; undefined without it. */
  readonly eachIndex: number | undefined;
  /** Field → column name or template, for people. */
  readonly columns: Readonly<Record<string, string>>;
};

/** A column the mapping names and the file does not have, or has twice. */
export type HeaderProblem = {
  readonly code: "source-column-unknown" | "source-column-twice";
  readonly setting: string;
  readonly name: string;
  readonly file: string;
  readonly found: readonly string[];
  /** How many columns of the file the mapping names. */
  readonly wanted: number;
};

type Header = { readonly setting: string; readonly file: string; readonly names: readonly string[] };

/** What a field needs to know beside its own mapping. */
type Surroundings = { readonly functions: MappingFunctions; readonly peopleBy: ReferenceBy };

/** The reader, and what is wrong with the header; with problems the reader must not be used. */
export const compileReader = (
  table: Table,
  part: Part,
  { setting, file, names }: Header,
  surroundings: Surroundings,
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
        problems.push({ code, setting: `${setting}.${where}`, name, file, found: names, wanted });
      }
      return found[0] ?? 0;
    };
  const labels: Record<string, string> = {};
  const fields: CompiledField[] = [];
  for (const [field, spec] of Object.entries(fieldsOf(table))) {
    const mapping = part.columns?.[field];
    if (mapping === undefined) continue;
    labels[field] = mapping.column ?? field;
    const read = fieldReader(spec, mapping, place(`${columnsWord(part)}.${field}`), surroundings);
    fields.push({ field, ofPost: table === "employees" && postFields.has(field), read });
  }
  for (const name of part.fillDown ?? []) place("fillDown")(name);
  const reader = {
    read: rowReader(fields),
    inScope: compileConditions(part, place),
    guards: compileConditions({ except: part.protect }, place, true),
    eachIndex: part.each === undefined ? undefined : place("each")(part.each),
    columns: labels,
  };
  return { reader, problems };
};

/** The value of a constant, in the same form as a value read from a cell. */
export const constantValue = (spec: FieldSpec, constant: Constant): FieldValue | undefined => {
  if (constant === null) return cleared(spec);
  const converted = converter(spec)(Array.isArray(constant) ? constant.join(";") : String(constant));
  return "value" in converted ? converted.value : undefined;
};

const cleared = (spec: FieldSpec): FieldValue => (spec.type === "codes" ? [] : null);

type CompiledField = {
  readonly field: string;
  readonly ofPost: boolean;
  readonly read: (cells: Cells) => Converted;
};

const noneBad: RowPart["bad"] = [];

const rowReader =
  (fields: readonly CompiledField[]): RowReader["read"] =>
  (cells) => {
    const values: Record<string, FieldValue> = {};
    let post: Record<string, FieldValue> | undefined;
    let bad: { field: string; cell: BadCell }[] | undefined;
    for (const { field, ofPost, read } of fields) {
      const converted = read(cells);
      if ("bad" in converted) (bad ??= []).push({ field, cell: converted.bad });
      else if (converted.value === undefined) continue;
      else if (ofPost) (post ??= {})[field] = converted.value;
      else values[field] = converted.value;
    }
    return { values, post, bad: bad ?? noneBad };
  };

const fieldReader = (
  spec: FieldSpec,
  mapping: FieldMapping,
  place: (name: string) => number,
  { functions, peopleBy }: Surroundings,
): ((cells: Cells) => Converted) => {
  if (mapping.value !== undefined) {
    const constant: Converted = { value: constantValue(spec, mapping.value) };
    return () => constant;
  }
  const blank = blankOf(spec, mapping);
  const by = mapping.by ?? (spec.type === "person" ? peopleBy : undefined);
  const plain = by === "dn" && mapping.capture === undefined ? asItStands : convertOf(spec, mapping);
  const convert = spec.type === "codes" ? remembering(plain) : plain;
  const several = severalOf(spec, mapping, convert);
  const one = (cell: Cell): Converted => {
    if (typeof cell !== "string") return several(cell);
    const text = hasPlainEnds(cell) ? cell : cell.trim();
    return text === "" ? blank : (formulaError(text, spec) ?? convert(text));
  };
  if (mapping.function !== undefined) return functionReader(mapping, place, functions, one, { value: cleared(spec) });
  const { column = "" } = mapping;
  if (templateNames(column)[0] !== column) {
    const fill = template(column, place);
    return (cells) => one(fill(cells));
  }
  const index = place(column);
  return (cells) => one(cells[index] ?? "");
};

/** Nothing to trim: both ends are printable ASCII. Most cells are so, and a look is cheaper than a call. */
const hasPlainEnds = (cell: string): boolean => {
  const first = cell.charCodeAt(0);
  const last = cell.charCodeAt(cell.length - 1);
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f;
};

const blankOf = (spec: FieldSpec, mapping: FieldMapping): Converted => {
  if (mapping.default !== undefined) return { value: constantValue(spec, mapping.default) };
  // Nobody has locked out whoever has no lock-out time.
  if (mapping.flag === "pwdAccountLockedTime") return { value: true };
  return { value: mapping.blank === "clear" ? cleared(spec) : undefined };
};

/**
 * Few different lists stand in a hundred thousand cells: they are made once and shared. A column in which every text is
 * new is soon let alone.
 */
const remembering = (convert: Convert): Convert => {
  const known = new Map<string, Converted>();
  let misses = 0;
  return (text) => {
    if (misses > mostMisses) return convert(text);
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const made = convert(text);
    known.set(text, made);
    misses += 1;
    if (misses > mostMisses) known.clear();
    return made;
  };
};

const mostMisses = 1_000;

/** A distinguished name is no code: it has a canonical form of its own, and is compared in that. */
const asItStands: Convert = (value) => ({ value });

const convertOf = (spec: FieldSpec, mapping: FieldMapping): Convert => {
  const { capture, path, ...options } = mapping;
  const convert = converter(spec, {
    ...options,
    ...(capture === undefined ? {} : { capture: compilePattern(capture) }),
  });
  return path === undefined ? convert : (text) => pathCode(text, path, convert);
};

/** Several values of an attribute: a list of codes takes them all, other fields only with `join`. */
const severalOf =
  (spec: FieldSpec, { join }: FieldMapping, convert: Convert) =>
  (values: readonly string[]): Converted => {
    if (join !== undefined) return convert(values.join(join));
    if (spec.type !== "codes") {
      const reason = `the attribute has ${values.length} values, expected one`;
      return { bad: { code: "value-several", reason, ...(spec.key ? {} : { keepsRecord: true }) } };
    }
    const converted = values.map((value) => convert(value.trim()));
    const bad = converted.find((part) => "bad" in part);
    return (
      bad ?? { value: converted.flatMap((part) => ("value" in part && Array.isArray(part.value) ? part.value : [])) }
    );
  };

/** What the function answers is a cell like any other; null is the statement that there is no value. */
const functionReader = (
  mapping: FieldMapping,
  place: (name: string) => number,
  functions: MappingFunctions,
  one: (cell: Cell) => Converted,
  none: Converted,
): ((cells: Cells) => Converted) => {
  const reads = (mapping.reads ?? []).map((name) => [name, place(name)] as const);
  const answer = functions(mapping.function ?? "");
  return (cells) => {
    const said = answer(Object.fromEntries(reads.map(([name, index]) => [name, cells[index] ?? ""])));
    if ("bad" in said) return said;
    return said.cell === null ? none : one(said.cell ?? "");
  };
};

/** A template is blank where one of its columns is, and cannot hold an attribute of several values. */
const template = (column: string, place: (name: string) => number): ((cells: Cells) => Cell) => {
  const parts = column.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 === 0 ? part : place(part)));
  return (cells) => {
    const texts = parts.map((part) => (typeof part === "string" ? part : (cells[part] ?? "")));
    const several = texts.find((text) => typeof text !== "string");
    if (several !== undefined) return several;
    const trimmed = texts.map((text, index) => (index % 2 === 0 ? text : String(text).trim()));
    return trimmed.some((text, index) => index % 2 === 1 && text === "") ? "" : trimmed.join("");
  };
};
