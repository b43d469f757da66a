/**
 * Finds how departments are told: by a table of their own, as a path, as a column for each level, as a code with a name, or as a name
 * only. What identifies a department is only taken without a question if all rows agree.
 */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import {
  ask,
  askColumn,
  columnOption,
  type FieldLine,
  type Making,
  mappingOf,
  type PartDraft,
  type Setting,
} from "../draft.ts";
import { columnsOf, plainColumnsOf } from "../roles/meanings.ts";
import type { Group, Seen } from "../roles/roles.ts";
import { type Column, determines, isUnique, overlap } from "../tables/columns.ts";
import { levelLine } from "./department-levels.ts";
import { listChoice, withMore } from "./department-lists.ts";
import {
  codeBesideName,
  composite,
  departmentColumns,
  type FoundDepartments,
  levelColumns,
  namesOfPeople,
  nothing,
  possibleDepartments,
  repeatedNames,
  separatorOf,
  withHead,
} from "./department-shapes.ts";
import { fromTable } from "./department-table.ts";
import { fromUnits } from "./department-units.ts";

export const findDepartments = (making: Making, people: Group, own: Group | undefined): FoundDepartments => {
  const byUnit =
    own && people.table.search && fromUnits(making, people, own, (column) => named(making, people, column));
  if (byUnit) return byUnit;
  const byTable = own && fromTable(making, people, own);
  if (byTable) return byTable;
  const twice = own && nameTwice(people, own);
  if (own && twice !== undefined) return askWhole(making, people, making.words.note.nameTwice(own.table.label, twice));
  if (own) making.notes.push(making.words.note.tableUnused(own.table.label));
  return fromPeople(making, people);
};

/** A table of departments is of no use where people name departments by a text that stands in it twice. */
const nameTwice = (people: Group, { table }: Group): string | undefined => {
  const isNamed = (one: Column): boolean => departmentColumns(people).some((column) => overlap(column, one) > 0.5);
  const names = table.columns.find((column) => !isUnique(column) && isNamed(column));
  return names?.texts.find((text) => (names.counts.get(canonicalKey(text)) ?? 0) > 1);
};

/** Whether a text that names several departments is one department all the same. */
const askWhole = (making: Making, people: Group, why: string): FoundDepartments => {
  const { ask: say } = making.words;
  making.notes.push(why);
  const columns = freeColumns(making, people);
  const column = askColumn(making, { id: "department", text: say.departmentColumn, shown: [why] }, columns);
  return column ? named(making, people, column) : nothing;
};

const freeColumns = (making: Making, people: Group): readonly Column[] =>
  departmentColumns(people).filter((column) => column.filled > 0 && !making.used.has(column));

/** Where no header names departments, people would be in none, without a post, a title and a superior: any column may be it. */
const askFree = (making: Making, people: Group): FoundDepartments => {
  const { ask: say, note, why } = making.words;
  const columns = possibleDepartments(making, people);
  if (columns.length === 0) making.notes.push(note.noDepartments(people.table.label));
  const column = askColumn(making, { id: "department", text: say.freeDepartment }, columns, say.noDepartments);
  const path = column && separatorOf(column);
  if (!column || path === undefined) return column ? named(making, people, column) : nothing;
  return ofPeople(making, people, [column], { mapping: { column: column.name, path }, why: why.chosen }, []);
};

/** A column whose texts are the codes and the names. */
const named = (making: Making, people: Group, column: Column): FoundDepartments => {
  const { why } = making.words;
  const lines: FieldLine[] = [{ field: "name", mapping: column.name, why: why.nameIsCode }];
  return ofPeople(making, people, [column], { mapping: column.name, why: why.chosen }, lines);
};

const fromPeople = (making: Making, people: Group): FoundDepartments => {
  const { words } = making;
  const columns = freeColumns(making, people);
  const path = [...columns, ...pathsOf(people, columns)]
    .map((column) => ({ column, separator: separatorOf(column) }))
    .find(({ separator }) => separator !== undefined);
  if (path?.separator !== undefined) {
    return ofPeople(
      making,
      people,
      [path.column],
      {
        mapping: { column: path.column.name, path: path.separator },
        why: words.why.path(path.separator, path.column.texts.length),
      },
      [],
    );
  }
  const code = onlyOne(making, people, "departmentCode", columns) ?? codeBesideName(people, columns);
  const repeated = code ? [] : repeatedNames(people);
  const chosen = repeated.length > 0 ? askLevels(making, people, repeated) : undefined;
  if (chosen) return chosen;
  const levels = levelColumns(people);
  const name = onlyOne(
    making,
    people,
    "departmentName",
    columns.filter((column) => column !== code && !levels.includes(column)),
  );
  if (code === "open" || name === "open") return nothing;
  const parent = people.meanings.best("parent") ?? (levels.length === 2 && code ? levels[0] : undefined);
  if (code && name && name !== code) return withCode(making, people, code, name, parent);
  if (levels.length > 1) return ofLevels(making, people, levels, words.why.levels(levels.length));
  const only = code ?? name ?? levels[0];
  if (!only) return askFree(making, people);
  const split = composite(only);
  if (split) {
    const codeMapping = { column: only.name, capture: split.code };
    const lines: FieldLine[] = [
      { field: "name", mapping: { column: only.name, capture: split.name }, why: words.why.composite(only.filled) },
    ];
    return ofPeople(making, people, [only], { mapping: codeMapping, why: words.why.composite(only.filled) }, lines);
  }
  const headed = withHead(only, namesOfPeople(people));
  if (headed) {
    const mapping = { column: only.name, capture: headed.name };
    return ofPeople(making, people, [only], { mapping, why: words.why.withHead }, [
      { field: "name", mapping, why: words.why.nameIsCode },
    ]);
  }
  const lines: FieldLine[] = [
    { field: "name", mapping: only.name, why: words.why.nameIsCode },
    ...childLines(making, only, parent),
  ];
  return ofPeople(making, people, [only], { mapping: only.name, why: words.why.values(only.texts.length) }, lines);
};

/** Columns without a known header whose last part is the department's name in every row. */
const pathsOf = ({ table }: Group, columns: readonly Column[]): readonly Column[] =>
  table.columns.filter((column) => {
    const separator = columns.includes(column) || column.filled === 0 ? undefined : separatorOf(column);
    if (separator === undefined) return false;
    const ends = column.cells.map((cell) => cell.split(separator).at(-1)?.trim() ?? "");
    return columns.some(({ cells, filled }) => filled > 0 && cells.every((cell, at) => cell === ends[at]));
  });

/** What stands between levels: nothing that a name has, also as East Asian programs write it, or the name would be two departments. */
const joinOf = (levels: readonly Column[]): string =>
  ["/", ">", "|", "»", "→"].find((join) =>
    levels.every(({ texts }) => texts.every((text) => !text.normalize("NFKC").includes(join))),
  ) ?? "::";

const ofLevels = (making: Making, people: Group, levels: readonly Column[], why: string): FoundDepartments => {
  const join = joinOf(levels);
  const mapping = { concat: levels.map(({ name }) => name), join, path: join };
  return ofPeople(making, people, levels, { mapping, why }, []);
};

/** Whether departments of one name in several others are one department: each name in its place is one, or a single column says it. */
const askLevels = (making: Making, people: Group, levels: readonly Column[]): FoundDepartments => {
  const { ask: say, why } = making.words;
  const paths = new Set(
    people.table.lines.map((_, row) => levels.map(({ cells }) => cells[row] ?? "").join(joinOf(levels))),
  );
  const answer = ask(making, {
    id: "department",
    text: say.departmentLevels,
    options: [
      {
        value: "levels",
        label: say.levelsTogether(levels.map(({ name }) => name).join(joinOf(levels)), [...paths].slice(0, 3)),
      },
      ...levels.map((column) => columnOption(making, column)),
    ],
  });
  if (answer === "levels") return ofLevels(making, people, levels, why.chosen);
  const column = levels.find(({ name }) => name === answer);
  return column ? named(making, people, column) : nothing;
};

/** The column with a meaning: a plain one, else a weak one. Several that do not go together are asked about. */
const onlyOne = (
  making: Making,
  people: Seen,
  meaning: "departmentCode" | "departmentName",
  columns: readonly Column[],
): Column | undefined | "open" => {
  const plain = plainColumnsOf(people.meanings, meaning).filter((column) => columns.includes(column));
  const all = columnsOf(people.meanings, meaning).filter((column) => columns.includes(column));
  const usable = plain.length > 0 ? plain : all;
  const [first, ...others] = usable;
  if (!first || others.every((other) => determines(first, other) && determines(other, first))) return first;
  const id = meaning === "departmentCode" ? "department-code" : "department";
  return askColumn(making, { id, text: making.words.ask.departmentColumn }, usable) ?? "open";
};

/** A code with its name beside it. Two names of one code are asked about. */
const withCode = (
  making: Making,
  people: Group,
  code: Column,
  name: Column,
  parent: Column | undefined,
): FoundDepartments => {
  const { words } = making;
  if (determines(code, name)) {
    const lines: FieldLine[] = [
      { field: "name", mapping: name.name, why: words.why.oneName(code.texts.length) },
      ...childLines(making, code, parent, name),
    ];
    making.used.add(name);
    return ofPeople(making, people, [code], { mapping: code.name, why: words.why.oneName(code.texts.length) }, lines);
  }
  const double =
    code.texts.find(
      (text) => new Set(name.cells.filter((cell, at) => cell !== "" && code.cells[at] === text)).size > 1,
    ) ?? "";
  const names = [...new Set(name.cells.filter((_, at) => code.cells[at] === double))].slice(0, 3);
  const text = words.ask.department(code.name, name.name);
  const shown = [`${double}: ${names.join(" / ")}`];
  const chosen = askColumn(making, { id: "department", text, shown }, [code, name]);
  if (!chosen) return nothing;
  return ofPeople(making, people, [chosen], { mapping: chosen.name, why: words.why.chosen }, [
    { field: "name", mapping: name.name, why: words.why.filled(name.filled, name.cells.length) },
  ]);
};

/** The parent of a department that people's rows state: each department has one. `name`: the names of the departments, if they have codes. */
const childLines = (making: Making, child: Column, parent: Column | undefined, name?: Column): readonly FieldLine[] => {
  if (!parent || parent === child || !determines(child, parent)) return [];
  const { words } = making;
  making.used.add(parent);
  const isByName = name !== undefined && overlap(parent, name) >= 0.5 && overlap(parent, child) < 0.5;
  if (isByName) return [];
  return [
    { field: "parent", mapping: mappingOf(parent, { blank: "clear" }), why: words.why.oneParent(child.texts.length) },
  ];
};

const pathIn = (mapping: Setting): string | undefined => {
  const path = typeof mapping === "object" && mapping !== null && "path" in mapping ? mapping.path : undefined;
  return typeof path === "string" ? path : undefined;
};

const ofPeople = (
  making: Making,
  people: Group,
  columns: readonly Column[],
  found: { readonly mapping: Setting; readonly why: string },
  names: readonly FieldLine[],
): FoundDepartments => {
  const path = pathIn(found.mapping);
  const [only] = columns;
  const list = only && columns.length === 1 ? listChoice(making, only, path) : undefined;
  if (list?.reads === false) return nothing;
  const first = <Line extends { readonly mapping: Setting }>(line: Line): Line =>
    only && list ? { ...line, mapping: withMore(line.mapping, only, list.more) } : line;
  const [department, lines] = [first(found), names.map(first)];
  for (const column of columns) making.used.add(column);
  const hasParent = lines.some(({ field }) => field === "parent");
  const settings = [
    ...(path !== undefined ? [] : [{ name: "distinct", value: true, why: making.words.why.distinct }]),
    ...(hasParent ? [{ name: "addParents", value: true, why: making.words.why.addParents }] : []),
  ];
  const part: PartDraft = {
    table: "departments",
    from: people.table,
    also: people.also,
    settings,
    lines: [{ field: "code", ...department }, ...lines, levelLine(making)],
  };
  return {
    parts: [part],
    line: { field: "department", ...department },
    column: columns.length === 1 ? columns[0] : undefined,
  };
};
