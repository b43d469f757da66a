/**
 * Finds people whom the mapping makes inactive although a day says that they still work: a last day that lies ahead. Such a row is
 * rejected, so the person stays as is. Columns that the mapping gives to a date field are not looked at: the planner knows
 * what their days mean.
 */

import type { Part } from "../feeds/feed.ts";
import { columnNames, fieldColumns } from "../feeds/part-columns.ts";
import type { Cells } from "../feeds/record.ts";
import { fieldsOf, kindOf, type Table } from "../mapping/fields.ts";
import type { BadCell } from "../values/cell.ts";
import { hasDayFrom, looksLikeLastDay } from "../values/days-in-texts.ts";
import { compact } from "../values/texts.ts";
import type { StatusDays } from "./status-days.ts";

export type StatusFacts = {
  readonly statusDays: StatusDays;
  /** Whether some part of the people states `resignationDate`. Then a last day in another column decides nothing. */
  readonly lastDayIsRead: boolean;
};

type InactiveByDay = (cells: Cells) => BadCell | undefined;

/** Returns undefined if no column of this header can tell. Call the result for people who would be inactive. */
export const inactiveByDay = (
  table: Table,
  part: Part,
  { setting, names }: { readonly setting: string; readonly names: readonly string[] },
  { statusDays, lastDayIsRead }: StatusFacts,
): InactiveByDay | undefined => {
  const active = part.columns?.["active"];
  if (table !== "employees" || !active) return undefined;
  const dated = datedColumns(table, part);
  const conditions = [...(part.only ?? []), ...(part.except ?? [])].map(({ column }) => column);
  // A function is asked itself what it would answer without the day.
  const deciding = active.value !== undefined ? conditions : active.function === undefined ? fieldColumns(active) : [];
  const decides = new Set(deciding.map((name) => compact(name)));
  const isRead = new Set(columnNames(part).map((name) => compact(name)));
  const watched = names.flatMap((name, index) => {
    const plain = compact(name);
    if (dated.has(plain)) return [];
    const seen = decides.has(plain) ? "decided" : "contradicted";
    if (seen === "contradicted" && (lastDayIsRead || isRead.has(plain) || !looksLikeLastDay(name))) return [];
    const count = statusDays.at({ kind: kindOf[table], setting: `${setting}.active`, column: plain });
    return [{ index, column: plain, seen, count } as const];
  });
  if (watched.length === 0) return undefined;
  return (cells) => {
    const found = watched.find(({ index }) =>
      [cells[index] ?? ""].flat().some((text) => hasDayFrom(text.trim(), statusDays.today)),
    );
    if (!found) return undefined;
    found.count(found.seen);
    return dayAhead(found.column);
  };
};

/** The bad cell of a status that a day contradicts. */
export const dayAhead = (column: string): BadCell => ({
  code: "date-no-status",
  reason: `inactive, and ${column} has a day that lies ahead: map that column to \`resignationDate\``,
});

/** The columns that the mapping of a part gives to fields with dates. */
export const datedColumns = (table: Table, part: Part): ReadonlySet<string> => {
  const specs = fieldsOf(table);
  const dated = Object.entries(part.columns ?? {}).filter(([field]) =>
    ["date", "instant"].includes(specs[field]?.type ?? ""),
  );
  return new Set(dated.flatMap(([, mapping]) => fieldColumns(mapping).map((name) => compact(name))));
};
