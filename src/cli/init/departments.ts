/**
 * Finds how departments are told: by a table of their own, as a path, as a column for each level, as a code with a name, or as a name
 * only. What identifies a department is only taken without a question if all rows agree.
 */
import { type Column, determines, isKey, isMostly, overlap } from "./columns.ts";
import { composite, levelColumns, separatorOf } from "./department-shapes.ts";
import { ask, type FieldLine, type Making, mappingOf, type PartDraft, type Setting } from "./draft.ts";
import { scores } from "./knowledge/scores.ts";
import { meaningsOf } from "./known-words.ts";
import type { Group, Seen } from "./roles.ts";

export type FoundDepartments = {
  readonly parts: readonly PartDraft[];
  /** The line `department` of people. */
  readonly line: FieldLine | undefined;
  /** The column of people that names their department, and the way its text becomes a code; for further posts. */
  readonly column: Column | undefined;
};

const nothing: FoundDepartments = { parts: [], line: undefined, column: undefined };

const levelLine = (making: Making): FieldLine => ({
  field: "level",
  mapping: { value: "DEPT" },
  why: making.words.why.level,
});

export const findDepartments = (making: Making, people: Group, own: Group | undefined): FoundDepartments => {
  const byTable = own && fromTable(making, people, own);
  return byTable ?? fromPeople(making, people);
};

/** Columns of people whose headers name a department. */
const departmentColumns = ({ meanings }: Seen): readonly Column[] => [
  ...new Set(
    (["departmentCode", "departmentName", "departmentPath", "unit"] as const).flatMap((meaning) =>
      meanings.all(meaning).map(({ column }) => column),
    ),
  ),
];

const fromTable = (making: Making, people: Group, own: Group): FoundDepartments | undefined => {
  const { words } = making;
  const keys = own.table.columns.filter(isKey);
  const named = departmentColumns(people).filter((column) => !making.used.has(column));
  const possible =
    named.length > 0 ? named : people.table.columns.filter((column) => !making.used.has(column) && !isKey(column));
  const pairs = possible
    .flatMap((column) => keys.map((key) => ({ column, key, share: overlap(column, key) })))
    .filter(({ share }) => share > 0.5)
    .toSorted((a, b) => b.share - a.share);
  const [best] = pairs;
  if (!best) return undefined;
  const others = new Set(
    (["parent", "departmentManager", "order"] as const).flatMap((meaning) =>
      own.meanings.all(meaning).map(({ column }) => column),
    ),
  );
  const codes = keys.filter((key) => key === best.key || !others.has(key));
  const code = codeOf(making, own, codes, best.key);
  if (!code) return nothing;
  const name = nameOf(own, code);
  const isByName = best.key !== code;
  const found = (share: number, column: Column) =>
    words.why.found(Math.round(share * column.filled), column.filled, own.table.label, best.key.name);
  if (best.share < scores.reference)
    making.notes.push(words.note.unknownDepartments(best.column.name, unknownOf(best.column, best.key)));
  for (const column of [best.column, code, best.key]) making.used.add(column);
  if (isByName) making.lookups.set("departments", own.table);
  const lookup = { table: "departments", key: best.key.name, take: code.name };
  const lines: FieldLine[] = [
    { field: "code", mapping: code.name, why: words.why.unique(code.filled) },
    { field: "name", mapping: name.name, why: words.why.filled(name.filled, name.cells.length) },
    levelLine(making),
    ...parentLines(making, own, code, name),
  ];
  for (const column of [name]) making.used.add(column);
  const order = own.meanings.best("order");
  if (order) {
    making.used.add(order);
    lines.push({ field: "order", mapping: order.name, why: words.why.filled(order.filled, order.cells.length) });
  }
  return {
    parts: [{ table: "departments", from: own.table, also: own.also, settings: [], lines }],
    line: {
      field: "department",
      mapping: isByName ? mappingOf(best.column, { lookup }) : best.column.name,
      why: found(best.share, best.column),
    },
    column: best.column,
  };
};

const unknownOf = (column: Column, key: Column): number =>
  column.filled - Math.round(overlap(column, key) * column.filled);

/**
 * The code among the columns that could be it (`keys`); `used` is the one that people's rows name. Undefined if somebody has to say it:
 * no header names one, and not exactly one of them looks like codes.
 */
const codeOf = (making: Making, { meanings }: Seen, keys: readonly Column[], used: Column): Column | undefined => {
  const named = meanings.all("departmentCode").find(({ column, fit }) => keys.includes(column) && fit === "plain");
  if (named) return named.column;
  const weak = meanings.all("number").find(({ column }) => keys.includes(column));
  const looksLikeCode = keys.filter((column) => isMostly(column, (cell) => /^(?=.*\d)[A-Z0-9._-]{1,12}$/i.test(cell)));
  const [only, other] = looksLikeCode;
  if (weak && (!other || weak.column === only)) return weak.column;
  if (keys.length === 1) return used;
  if (only && !other) return only;
  const { ask: say } = making.words;
  const answer = ask(making, {
    id: "department-code",
    text: say.departmentCode,
    shown: [],
    options: keys.map((column) => ({
      value: column.name,
      label: say.column(column.name, column.texts.slice(0, 3), 0, 0),
    })),
  });
  return keys.find(({ name }) => name === answer);
};

/** The name of a department: what a header calls so, else the text column that is not the code. */
const nameOf = ({ meanings, table }: Seen, code: Column): Column => {
  const named = [...meanings.all("departmentName"), ...meanings.all("name")].map(({ column }) => column);
  const texts = table.columns.filter((column) => column !== code && isMostly(column, (cell) => /\p{L}/u.test(cell)));
  return (
    named.find((column) => column !== code && column.filled > 0) ??
    texts.find(({ filled, cells }) => filled === cells.length) ??
    code
  );
};

/** The parent: a column whose values are codes of this table, or names of it. */
const parentLines = (making: Making, own: Seen, code: Column, name: Column): readonly FieldLine[] => {
  const { words } = making;
  const named = own.meanings.all("parent").map(({ column }) => column);
  const possible =
    named.length > 0
      ? named
      : own.table.columns.filter(
          (column) =>
            column !== code &&
            column !== name &&
            column.filled < column.cells.length &&
            meaningsOf(column.name).size === 0,
        );
  for (const column of possible) {
    const nothingTexts = column.texts.filter((text) => /^0+$/.test(text) && !code.texts.includes(text));
    const real = { ...column, cells: column.cells.map((cell) => (nothingTexts.includes(cell) ? "" : cell)) };
    const filled = real.cells.filter((cell) => cell !== "").length;
    const share = (key: Column): number => overlap({ ...real, filled }, key);
    const empty = nothingTexts.length > 0 ? { empty: nothingTexts } : {};
    if (filled > 0 && share(code) >= scores.reference) {
      making.used.add(column);
      const why = words.why.found(Math.round(share(code) * filled), filled, own.table.label, code.name);
      return [{ field: "parent", mapping: mappingOf(column, { ...empty, blank: "clear" }), why }];
    }
    if (filled > 0 && name !== code && share(name) >= scores.reference && isKey(name)) {
      making.used.add(column);
      making.lookups.set("departments", own.table);
      const lookup = { table: "departments", key: name.name, take: code.name };
      const why = words.why.found(Math.round(share(name) * filled), filled, own.table.label, name.name);
      return [{ field: "parent", mapping: mappingOf(column, { ...empty, lookup, blank: "clear" }), why }];
    }
  }
  for (const column of named) making.notes.push(words.note.parentUnknown(column.name));
  return [];
};

const fromPeople = (making: Making, people: Group): FoundDepartments => {
  const { words } = making;
  const columns = departmentColumns(people).filter((column) => column.filled > 0 && !making.used.has(column));
  const path = columns
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
  const levels = levelColumns(people);
  const code = people.meanings.all("departmentCode").find(({ column }) => columns.includes(column))?.column;
  const name = people.meanings
    .all("departmentName")
    .find(({ column }) => columns.includes(column) && column !== code)?.column;
  const parent = people.meanings.best("parent") ?? (levels.length === 2 && code ? levels[0] : undefined);
  if (code && name && name !== code) return withCode(making, people, code, name, parent);
  if (levels.length > 1) {
    const mapping = { concat: levels.map((column) => column.name), join: "/", path: "/" };
    return ofPeople(making, people, levels, { mapping, why: words.why.levels(levels.length) }, []);
  }
  const only = code ?? name ?? levels[0];
  if (!only) return nothing;
  const split = composite(only);
  if (split) {
    const codeMapping = { column: only.name, capture: split.code };
    const lines: FieldLine[] = [
      { field: "name", mapping: { column: only.name, capture: split.name }, why: words.why.composite(only.filled) },
    ];
    return ofPeople(making, people, [only], { mapping: codeMapping, why: words.why.composite(only.filled) }, lines);
  }
  const lines: FieldLine[] = [
    { field: "name", mapping: only.name, why: words.why.nameIsCode },
    ...childLines(making, only, parent),
  ];
  return ofPeople(making, people, [only], { mapping: only.name, why: words.why.values(only.texts.length) }, lines);
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
  const answer = ask(making, {
    id: "department",
    text: words.ask.department(code.name, name.name),
    shown: [`${double}: ${names.join(" / ")}`],
    options: [
      { value: code.name, label: words.ask.column(code.name, code.texts.slice(0, 3), 0, 0) },
      { value: name.name, label: words.ask.column(name.name, name.texts.slice(0, 3), 0, 0) },
    ],
  });
  const chosen = [code, name].find((column) => column.name === answer);
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

const ofPeople = (
  making: Making,
  people: Group,
  columns: readonly Column[],
  department: { readonly mapping: Setting; readonly why: string },
  lines: readonly FieldLine[],
): FoundDepartments => {
  for (const column of columns) making.used.add(column);
  const isPath = typeof department.mapping === "object" && department.mapping !== null && "path" in department.mapping;
  const hasParent = lines.some(({ field }) => field === "parent");
  const settings = [
    ...(isPath ? [] : [{ name: "distinct", value: true, why: making.words.why.distinct }]),
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
