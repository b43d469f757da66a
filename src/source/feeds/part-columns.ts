/**
 * Tells which columns a part and its fields read. "Column" means a column of a file or an attribute of a directory.
 */

import type { FieldMapping } from "../mapping/field-settings.ts";
import type { Part } from "./feed.ts";

/** The name of the setting that lists the columns of a part: `columns` or `attributes`. */
export const columnsWord = ({ kind }: Part): string => `${kind?.word ?? "column"}s`;

/** The names of all columns that a part reads, each once. */
export const columnNames = (part: Part): readonly string[] => {
  const mapped = Object.values(part.columns ?? {}).flatMap(fieldColumns);
  const asked = [...(part.only ?? []), ...(part.except ?? []), ...(part.protect ?? [])].map(({ column }) => column);
  return [...new Set([...mapped, ...asked, ...(part.each === undefined ? [] : [part.each]), ...periodColumns(part)])];
};

/** The columns of the settings `validOn` and `newest`. */
const periodColumns = ({ validOn, newest }: Part): readonly string[] => [
  ...(validOn ? [validOn.from, validOn.until] : []),
  ...(newest ? [newest.column] : []),
];

/** The names of the columns that a field reads. */
export const fieldColumns = ({ column, concat = [], reads = [], generate = [] }: FieldMapping): readonly string[] => [
  ...[...(column === undefined ? [] : [column]), ...concat].flatMap(templateNames),
  ...reads,
  ...generate.flatMap((pattern) => patternNames(pattern)),
];

/** The columns in a pattern for accounts. `{}` stands for the field itself and `{n}` for a number. */
const patternNames = (pattern: string): readonly string[] => bracedNames(pattern).filter((name) => name !== "n");

/** Does each record of this part stand for all departments along a path? */
export const isPathPart = (part: Part): boolean => part.columns?.["code"]?.path !== undefined;

/** May several records of this part describe the same object? Then a record without the key is skipped. */
export const mayRepeat = (part: Part): boolean => part.distinct === true || isPathPart(part);

/** The names of the columns in a template. A plain column is its own name. */
export const templateNames = (column: string): readonly string[] => {
  const names = bracedNames(column);
  return names.length > 0 ? names : [column];
};

const bracedNames = (text: string): readonly string[] =>
  [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
