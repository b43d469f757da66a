/**
 * What a mapping speaks of: where a part is configured, and which columns it reads. A column of a file and an attribute of
 * a directory are one thing here: a column.
 */
import type { Part } from "./feed.ts";
import type { FieldMapping } from "./field-settings.ts";
import type { Table } from "./fields.ts";
import type { SourceSettings } from "./source-schema.ts";

/** The setting a part stands under: `source.employees`, or `source.employees.1` where there are several. */
export const partSetting = (settings: SourceSettings, table: Table, part: Part): string => {
  const parts = settings.tables[table] ?? [];
  return parts.length > 1 ? `source.${table}.${parts.indexOf(part)}` : `source.${table}`;
};

/** The word of the configuration for the columns of a part. */
export const columnsWord = ({ kind }: Part): string => `${kind?.word ?? "column"}s`;

/** All names of columns a part speaks of, each once. */
export const columnNames = (part: Part): readonly string[] => {
  const mapped = Object.values(part.columns ?? {}).flatMap(fieldColumns);
  const asked = [...(part.only ?? []), ...(part.except ?? []), ...(part.protect ?? [])].map(({ column }) => column);
  return [...new Set([...mapped, ...asked, ...(part.each === undefined ? [] : [part.each])])];
};

/** The names of the columns that a field is made of. */
export const fieldColumns = ({ column, concat = [], reads = [], generate = [] }: FieldMapping): readonly string[] => [
  ...[...(column === undefined ? [] : [column]), ...concat].flatMap(templateNames),
  ...reads,
  ...generate.flatMap((pattern) => patternNames(pattern)),
];

/** The columns in a pattern of accounts; `{}` is the text of the field itself, `{n}` a number. */
const patternNames = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "").filter((name) => name !== "n");

/** Does a record of this part stand for departments along a path? */
export const isPathPart = (part: Part): boolean => part.columns?.["code"]?.path !== undefined;

/** May several records of this part be about one object? Then a record without the key is about none. */
export const mayRepeat = (part: Part): boolean => part.distinct === true || isPathPart(part);

/** The names in a template, or the one name that a plain column is. */
export const templateNames = (column: string): readonly string[] => {
  const names = [...column.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return names.length > 0 ? names : [column];
};
