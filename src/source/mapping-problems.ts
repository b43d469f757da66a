/**
 * Finds problems that the schema of one part cannot find: constants that do not fit their field, and settings of the
 * mapping that require each other.
 */

import type { Part } from "./feed.ts";
import type { Constant, FieldMapping } from "./field-settings.ts";
import { type FieldSpec, fieldsOf, type Table, tables } from "./fields.ts";
import { columnsWord, isPathPart } from "./mapping.ts";
import { keyFields } from "./rows.ts";
import type { SourceSettings } from "./source-schema.ts";
import { converter } from "./values.ts";

/** A path below `source`, and what is wrong there. */
type MappingProblem = { readonly path: (string | number)[]; readonly message: string };

export const mappingProblems = (settings: SourceSettings): readonly MappingProblem[] => [
  ...(tables.some((table) => settings.tables[table])
    ? []
    : [{ path: [], message: "names no table: nothing would be managed" }]),
  ...placedParts(settings).flatMap((placed) => [...partProblems(settings, placed), ...badConstants(placed)]),
  ...lookupProblems(settings),
  ...peopleProblems(settings),
  ...postProblems(settings),
  ...referenceProblems(settings),
];

type PlacedPart = {
  readonly table: Table;
  readonly part: Part;
  readonly path: (string | number)[];
  readonly index: number;
};

const placedParts = (settings: SourceSettings): readonly PlacedPart[] =>
  tables.flatMap((table) => {
    const parts = settings.tables[table] ?? [];
    return parts.map((part, index) => ({ table, part, index, path: parts.length > 1 ? [table, index] : [table] }));
  });

const fieldPath = ({ path, part }: Pick<PlacedPart, "path" | "part">, field: string) => [
  ...path,
  columnsWord(part),
  field,
];

const partMaps = (part: Part, field: string): boolean =>
  part.columns?.[field] !== undefined || (part.records ?? []).some((record) => record[field] !== undefined);

const maps = (settings: SourceSettings, table: Table, field: string): boolean =>
  (settings.tables[table] ?? []).some((part) => partMaps(part, field));

/** Problems with the feed, the keys and the options of a part. If `employees` has several parts, each needs the join key. */
const partProblems = (settings: SourceSettings, { table, part, path }: PlacedPart): readonly MappingProblem[] => {
  const several = (settings.tables[table] ?? []).length > 1 && table !== "posts";
  const keys = several && table === "employees" ? [settings.joinBy] : keyFields(table);
  const feed = part.from === undefined ? undefined : settings.feeds[part.from];
  const wanted = (message: string, ...rest: readonly string[]) => [{ path: [...path, ...rest], message }];
  return [
    ...(part.kind === feed?.kind ? [] : wanted(feedProblem(part), "from")),
    ...keys
      .filter((field) => !partMaps(part, field))
      .map((field) => ({ path: fieldPath({ path, part }, field), message: "is needed: it tells the rows apart" })),
    ...(part.each !== undefined && table !== "posts" ? wanted("is for posts only", "each") : []),
    ...(part.protect !== undefined && table !== "employees" ? wanted("is for employees only", "protect") : []),
    ...(isPathPart(part) ? Object.entries(part.columns ?? {}) : [])
      .filter(([field, { value }]) => field !== "code" && value === undefined)
      .map(([field]) => ({
        path: fieldPath({ path, part }, field),
        message: "must be a `value`: the code is a path and stands for every department along it",
      })),
  ];
};

/** Problems with lookup tables and their feeds. */
const lookupProblems = (settings: SourceSettings): readonly MappingProblem[] => [
  ...Object.entries(settings.lookups).flatMap(([name, part]) => {
    const feed = settings.feeds[part.from ?? ""];
    const path = ["lookups", name, "from"];
    return feed && feed.kind === part.kind ? [] : [{ path, message: feedProblem(part) }];
  }),
  ...placedParts(settings).flatMap((placed) =>
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

const constantProblem = (spec: FieldSpec, constant: Constant | undefined): string | undefined => {
  if (constant === undefined || constant === null) return undefined;
  const converted = converter(spec)(Array.isArray(constant) ? constant.join(";") : String(constant));
  return "bad" in converted ? converted.bad.reason : undefined;
};

/**
 * Constants are converted like cells, but already when the configuration is read, because a bad constant would reject
 * every row.
 */
const badConstants = (placed: PlacedPart): readonly MappingProblem[] =>
  Object.entries(fieldsOf(placed.table)).flatMap(([field, spec]) => {
    const { path, part } = placed;
    const column: FieldMapping = part.columns?.[field] ?? {};
    const at = fieldPath(placed, field);
    const constants: { path: (string | number)[]; constant: Constant | undefined }[] = [
      ...(part.records ?? []).map((record, index) => ({
        path: [...path, "records", index, field],
        constant: record[field],
      })),
      { path: [...at, "value"], constant: column.value },
      { path: [...at, "default"], constant: column.default },
      { path: [...at, "otherwise"], constant: column.otherwise },
      ...Object.entries(column.values ?? {}).map(([from, constant]) => ({ path: [...at, "values", from], constant })),
    ];
    return constants.flatMap(({ path: place, constant }) => {
      const message = constantProblem(spec, constant);
      return message === undefined ? [] : [{ path: place, message }];
    });
  });

/**
 * Problems with references to people and with accounts. References to people need the table `employees`, with the field
 * by which they identify people.
 */
const peopleProblems = (settings: SourceSettings): readonly MappingProblem[] => {
  const { employees } = settings.tables;
  const problems = placedParts(settings).flatMap((placed) =>
    ["manager", "supervisor", ...(placed.table === "posts" ? ["employee"] : [])]
      .filter((field) => partMaps(placed.part, field))
      .flatMap((field): MappingProblem[] => {
        const path = fieldPath(placed, field);
        if (!employees) return [{ path, message: "refers to people, so `employees` is needed" }];
        const by = placed.part.columns?.[field]?.by ?? settings.peopleBy;
        if (by === "number" && !maps(settings, "employees", "number")) {
          return [
            { path, message: "refers to people by number, so `employees` needs `number` (or set `peopleBy: account`)" },
          ];
        }
        if (by === "name" && !maps(settings, "employees", "name")) {
          return [{ path, message: "refers to people by name, so `employees` needs `name`" }];
        }
        const entries = employees.some(({ kind }) => kind?.hasEntries);
        return by === "dn" && !entries ? [{ path, message: "refers to entries, so `employees` needs a search" }] : [];
      }),
  );
  const generating = (employees ?? []).findIndex((part) => part.columns?.["account"]?.generate !== undefined);
  const made = placedParts(settings).find(({ table, index }) => table === "employees" && index === generating);
  if (made && (settings.joinBy === "account" || !maps(settings, "employees", "number"))) {
    const message = "needs `number`: a generated account is remembered by the number of its holder";
    problems.push({ path: [...fieldPath(made, "account"), "generate"], message });
  }
  const several = (employees ?? []).length > 1;
  return several && !maps(settings, "employees", "account")
    ? [...problems, { path: ["employees"], message: "needs `account` in one of its parts" }]
    : problems;
};

const postProblems = (settings: SourceSettings): readonly MappingProblem[] => [
  ...placedParts(settings)
    .filter(({ table }) => table === "employees")
    .flatMap((placed) =>
      ["title", "functions", "supervisor"]
        .filter((field) => partMaps(placed.part, field) && !maps(settings, "employees", "department"))
        .map((field) => ({ path: fieldPath(placed, field), message: "belongs to a post, so `department` is needed" })),
    ),
  ...(settings.tables.posts && !maps(settings, "posts", "main") && !maps(settings, "employees", "department")
    ? [{ path: ["posts", "columns", "main"], message: "is needed, because `employees` has no `department`" }]
    : []),
];

/** All parts of a table must refer to an object in the same way. */
const referenceProblems = (settings: SourceSettings): readonly MappingProblem[] =>
  tables.flatMap((table) =>
    Object.keys(fieldsOf(table)).flatMap((field) => {
      const mapped = placedParts(settings).filter((placed) => placed.table === table && placed.part.columns?.[field]);
      const ways = new Set(mapped.map(({ part }) => part.columns?.[field]?.by));
      const last = mapped.at(-1);
      return ways.size > 1 && last
        ? [{ path: [...fieldPath(last, field), "by"], message: "must be the same in every part that has this field" }]
        : [];
    }),
  );
