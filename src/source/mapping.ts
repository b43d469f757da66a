/**
 * The mapping: which column of which file is which field. This is what the configuration says once its shape has been
 * checked, and the checks that need more than one part of it.
 */
import type { Rename } from "../model/snapshot.ts";
import { type FieldSpec, fieldsOf, type Table, tables } from "./fields.ts";
import { converter } from "./values.ts";

/** A place in `source.csv` and what is wrong there. */
export type MappingProblem = { readonly path: (string | number)[]; readonly message: string };

/** What no schema of a single part can see: constants no field can hold, and parts that need each other. */
export const mappingProblems = (settings: CsvSettings): readonly MappingProblem[] => [
  ...badConstants(settings),
  ...contradictions(settings),
];

/** A value given in the configuration itself. */
export type Constant = string | number | boolean | readonly string[] | null;

/** Where a field comes from. The short form, a header name or template alone, is a string. */
export type ColumnSettings = {
  /** Header name, or a template that holds header names in braces. */
  readonly column?: string | undefined;
  readonly value?: Constant | undefined;
  readonly values?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly blank?: "keep" | "clear" | undefined;
  readonly date?: "iso" | "yyyymmdd" | "roc" | undefined;
  readonly case?: "lower" | "upper" | undefined;
};

/** One table: a file with columns, or records written out. */
export type TableSettings = {
  readonly file?: string | undefined;
  readonly columns?: Readonly<Record<string, string | ColumnSettings | undefined>> | undefined;
  readonly records?: readonly Readonly<Record<string, Constant | undefined>>[] | undefined;
};

/** What `source.csv` holds once it has been checked. */
export type CsvSettings = {
  readonly folder: string;
  readonly encoding: "auto" | "utf-8" | "big5";
  readonly delimiter: string;
  readonly peopleBy: "number" | "account";
  readonly renames: readonly Rename[];
} & { readonly [table in Table]?: TableSettings | undefined };

/** Does the source make statements about this field? */
const isMapped = (settings: CsvSettings, table: Table, field: string): boolean => {
  const { columns, records } = settings[table] ?? {};
  return columns?.[field] !== undefined || (records ?? []).some((record) => record[field] !== undefined);
};

const constantProblem = (spec: FieldSpec, constant: Constant | undefined): string | undefined => {
  if (constant === undefined || constant === null) return undefined;
  const converted = converter(spec)(Array.isArray(constant) ? constant.join(";") : String(constant));
  return "bad" in converted ? converted.bad.reason : undefined;
};

/** Constants go through the same conversion as cells, here already: no row could ever be right. */
const badConstants = (settings: CsvSettings): readonly MappingProblem[] =>
  tables.flatMap((table) =>
    Object.entries(fieldsOf(table)).flatMap(([field, spec]) => {
      const { columns, records } = settings[table] ?? {};
      const column = columns?.[field];
      const constants: { path: (string | number)[]; constant: Constant | undefined }[] = [
        ...(records ?? []).map((record, index) => ({ path: ["records", index, field], constant: record[field] })),
        ...(typeof column === "object" ? [{ path: ["columns", field, "value"], constant: column.value }] : []),
        ...Object.entries((typeof column === "object" ? column.values : undefined) ?? {}).map(([from, constant]) => ({
          path: ["columns", field, "values", from],
          constant,
        })),
      ];
      return constants.flatMap(({ path, constant }) => {
        const message = constantProblem(spec, constant);
        return message === undefined ? [] : [{ path: [table, ...path], message }];
      });
    }),
  );

/** What the parts of a mapping need of each other. */
const contradictions = (settings: CsvSettings): readonly MappingProblem[] => {
  const maps = (table: Table, field: string): boolean => isMapped(settings, table, field);
  const people = [
    maps("departments", "manager") && ["departments", "columns", "manager"],
    maps("employees", "supervisor") && ["employees", "columns", "supervisor"],
    settings.posts !== undefined && ["posts"],
  ].filter((path) => path !== false);
  return [
    ...(tables.some((table) => settings[table])
      ? []
      : [{ path: [], message: "names no table: nothing would be managed" }]),
    ...people.flatMap((path) => {
      if (!settings.employees) return [{ path, message: "refers to people, so `employees` is needed" }];
      if (settings.peopleBy === "account" || maps("employees", "number")) return [];
      return [
        { path, message: "refers to people by number, so `employees` needs `number` (or set `peopleBy: account`)" },
      ];
    }),
    ...(["title", "functions", "supervisor"] as const)
      .filter((field) => maps("employees", field) && !maps("employees", "department"))
      .map((field) => ({
        path: ["employees", "columns", field],
        message: "belongs to a post, so `department` is needed",
      })),
    ...(settings.posts && !maps("posts", "main") && !maps("employees", "department")
      ? [{ path: ["posts", "columns", "main"], message: "is needed, because `employees` has no `department`" }]
      : []),
  ];
};
