/**
 * Finds problems that the schema of one part cannot find: constants that do not fit their field, and settings of the
 * mapping that require each other.
 */

import { constantResult } from "./cells/field-reader.ts";
import type { Part } from "./feeds/feed.ts";
import { columnsWord, isPathPart } from "./feeds/part-columns.ts";
import type { Constant } from "./mapping/field-settings.ts";
import { fieldsOf, type Table, tables } from "./mapping/fields.ts";
import { keyFields } from "./rows/rows.ts";
import type { SourceSettings } from "./schema/source-schema.ts";

type Path = readonly (string | number)[];

/** A path below `source`, and what is wrong there. */
type MappingProblem = { readonly path: Path; readonly message: string };

export const mappingProblems = (settings: SourceSettings): readonly MappingProblem[] => {
  const all = tables.flatMap((table) => {
    const parts = settings.tables[table] ?? [];
    return parts.map((part, index) => ({ table, part, path: parts.length > 1 ? [table, index] : [table] }));
  });
  const mapping = { settings, all };
  return [
    ...(all.length > 0 ? [] : [{ path: [], message: "names no table: nothing would be managed" }]),
    ...all.flatMap((placed) => [...partProblems(mapping, placed), ...badConstants(placed)]),
    ...lookupProblems(mapping),
    ...all.flatMap((placed) => personProblems(mapping, placed)),
    ...employeeProblems(mapping),
    ...referenceProblems(mapping),
  ];
};

type PlacedPart = { readonly table: Table; readonly part: Part; readonly path: Path };

type Mapping = { readonly settings: SourceSettings; readonly all: readonly PlacedPart[] };

const fieldPath = ({ path, part }: PlacedPart, field: string): Path => [...path, columnsWord(part), field];

const partMaps = ({ part }: PlacedPart, field: string): boolean =>
  part.columns?.[field] !== undefined || (part.records ?? []).some((record) => record[field] !== undefined);

const maps = ({ all }: Mapping, table: Table, field: string): boolean =>
  all.some((placed) => placed.table === table && partMaps(placed, field));

/** Problems with the feed, the keys and the options of a part. If `employees` has several parts, each needs the join key. */
const partProblems = ({ settings }: Mapping, placed: PlacedPart): readonly MappingProblem[] => {
  const { table, part, path } = placed;
  const several = (settings.tables[table] ?? []).length > 1;
  const keys = several && table === "employees" ? [settings.joinBy] : keyFields(table);
  const feed = part.from === undefined ? undefined : settings.feeds[part.from];
  const wanted = (message: string, option: string) => [{ path: [...path, option], message }];
  return [
    ...(part.kind === feed?.kind ? [] : wanted(feedProblem(part), "from")),
    ...keys
      .filter((field) => !partMaps(placed, field))
      .map((field) => ({ path: fieldPath(placed, field), message: "is needed: it tells the rows apart" })),
    ...(part.each !== undefined && table !== "posts" ? wanted("is for posts only", "each") : []),
    ...(part.addParents === undefined || (table === "departments" && part.columns?.["parent"])
      ? []
      : wanted("is for departments with a `parent` only", "addParents")),
    ...(part.protect !== undefined && table !== "employees" ? wanted("is for employees only", "protect") : []),
    ...(isPathPart(part) ? Object.entries(part.columns ?? {}) : [])
      .filter(([field, { value }]) => field !== "code" && value === undefined)
      .map(([field]) => ({
        path: fieldPath(placed, field),
        message: "must be a `value`: the code is a path and stands for every department along it",
      })),
  ];
};

/** Problems with lookup tables and their feeds. */
const lookupProblems = ({ settings, all }: Mapping): readonly MappingProblem[] => [
  ...Object.entries(settings.lookups).flatMap(([name, part]) => {
    const feed = settings.feeds[part.from ?? ""];
    const path = ["lookups", name, "from"];
    return feed && feed.kind === part.kind ? [] : [{ path, message: feedProblem(part) }];
  }),
  ...all.flatMap((placed) =>
    Object.entries(placed.part.columns ?? {}).flatMap(([field, { lookup }]) => {
      if (lookup === undefined || settings.lookups[lookup.table]) return [];
      const path = [...fieldPath(placed, field), "lookup", "table"];
      return [{ path, message: `${lookup.table} is not a table of \`source.lookups\`` }];
    }),
  ),
];

const feedProblem = ({ from, kind }: Part): string =>
  from === undefined
    ? `is needed: \`source.feeds\` has no feed of kind \`${kind?.name}\`, or several`
    : `${from} is not a feed of kind \`${kind?.name}\` in \`source.feeds\``;

/** Constants are checked when the configuration is read, because a bad one would reject every row. */
const badConstants = (placed: PlacedPart): readonly MappingProblem[] =>
  Object.entries(fieldsOf(placed.table)).flatMap(([field, spec]) => {
    const { path, part } = placed;
    const { value, default: standard, otherwise, values = {} } = part.columns?.[field] ?? {};
    const at = fieldPath(placed, field);
    const constants: readonly (readonly [Path, Constant | undefined])[] = [
      ...(part.records ?? []).map((record, index) => [[...path, "records", index, field], record[field]] as const),
      [[...at, "value"], value],
      [[...at, "default"], standard],
      [[...at, "otherwise"], otherwise],
      ...Object.entries(values).map(([from, constant]) => [[...at, "values", from], constant] as const),
    ];
    return constants.flatMap(([place, constant]) => {
      const converted = constant === undefined ? { value: undefined } : constantResult(spec, constant);
      return "bad" in converted ? [{ path: place, message: converted.bad.reason }] : [];
    });
  });

/** References to people need the table `employees`, with the field by which they identify people. */
const personProblems = (mapping: Mapping, placed: PlacedPart): readonly MappingProblem[] => {
  const { settings } = mapping;
  const { employees } = settings.tables;
  const problem = (field: string): string | undefined => {
    if (!employees) return "refers to people, so `employees` is needed";
    const by = placed.part.columns?.[field]?.by ?? settings.peopleBy;
    if (by === "number" && !maps(mapping, "employees", "number")) {
      return "refers to people by number, so `employees` needs `number` (or set `peopleBy: account`)";
    }
    if (by === "name" && !maps(mapping, "employees", "name")) {
      return "refers to people by name, so `employees` needs `name`";
    }
    const entries = employees.some(({ kind }) => kind?.hasEntries);
    return by === "dn" && !entries ? "refers to entries, so `employees` needs a search" : undefined;
  };
  return ["manager", "supervisor", ...(placed.table === "posts" ? ["employee"] : [])].flatMap((field) => {
    const message = partMaps(placed, field) ? problem(field) : undefined;
    return message === undefined ? [] : [{ path: fieldPath(placed, field), message }];
  });
};

/** Problems with accounts and with the posts of people. */
const employeeProblems = (mapping: Mapping): readonly MappingProblem[] => {
  const { settings, all } = mapping;
  const parts = all.filter(({ table }) => table === "employees");
  const made = parts.find(({ part }) => part.columns?.["account"]?.generate !== undefined);
  const problems: MappingProblem[] = [];
  if (made && (settings.joinBy === "account" || !maps(mapping, "employees", "number"))) {
    const message = "needs `number`: a generated account is remembered by the number of its holder";
    problems.push({ path: [...fieldPath(made, "account"), "generate"], message });
  }
  if (parts.length > 1 && !maps(mapping, "employees", "account")) {
    problems.push({ path: ["employees"], message: "needs `account` in one of its parts" });
  }
  if (maps(mapping, "employees", "department")) return problems;
  for (const placed of parts) {
    const fields = ["title", "functions", "supervisor"].filter((field) => partMaps(placed, field));
    const message = "belongs to a post, so `department` is needed";
    problems.push(...fields.map((field) => ({ path: fieldPath(placed, field), message })));
  }
  if (settings.tables.posts && !maps(mapping, "posts", "main")) {
    const message = "is needed, because `employees` has no `department`";
    problems.push({ path: ["posts", "columns", "main"], message });
  }
  return problems;
};

/** All parts of a table must refer to an object in the same way. */
const referenceProblems = ({ all }: Mapping): readonly MappingProblem[] =>
  tables.flatMap((table) =>
    Object.keys(fieldsOf(table)).flatMap((field) => {
      const mapped = all.filter((placed) => placed.table === table && placed.part.columns?.[field]);
      const ways = new Set(mapped.map(({ part }) => part.columns?.[field]?.by));
      const last = mapped.at(-1);
      return ways.size > 1 && last
        ? [{ path: [...fieldPath(last, field), "by"], message: "must be the same in every part that has this field" }]
        : [];
    }),
  );
