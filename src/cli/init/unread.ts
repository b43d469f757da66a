/** What of the files nothing reads: columns, and whole files about people. */
import type { Draft, Making, PartDraft } from "./draft.ts";
import { plainColumnsOf, readMeanings } from "./roles/meanings.ts";
import { patternOf, type Table } from "./tables/tables.ts";

/** The columns that no line reads, by table. */
export const unreadOf = (tables: readonly Table[], { used }: Making, parts: readonly PartDraft[]): Draft["unread"] => {
  const names = new Set([...used].map(({ name }) => name));
  const also = new Set(parts.flatMap(({ also = [] }) => also));
  return tables.flatMap((table) => {
    const isRead = parts.some(({ from }) => from.label === table.label) || also.has(table);
    const left = table.columns.filter((column) => !(isRead ? names.has(column.name) : used.has(column)));
    return left.length === 0 ? [] : [{ label: table.label, columns: left.map(({ name }) => name) }];
  });
};

/** The tables with employee numbers that nothing reads. An earlier export of a file whose newest is read is none. */
export const unreadPeople = (
  tables: readonly Table[],
  parts: readonly PartDraft[],
  lookups: readonly Table[],
): readonly string[] => {
  const read = new Set(
    [...parts.flatMap(({ from, also = [] }) => [from, ...also]), ...lookups].map(({ label }) => label),
  );
  const patterns = new Set(parts.flatMap(({ from }) => from.pattern ?? []));
  return tables.flatMap((table) => {
    if (read.has(table.label) || patterns.has(patternOf(table))) return [];
    return plainColumnsOf(readMeanings(table), "number").length > 0 ? [table.label] : [];
  });
};
