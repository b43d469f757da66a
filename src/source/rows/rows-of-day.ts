/**
 * Of rows that state the same object over time (infotypes of SAP, effective dates of PeopleSoft), the row of the day counts,
 * whatever the order of the rows. Two rows of one day stay, and are later reported as duplicates. A row whose time has not come
 * is known but touches nothing, so somebody who begins in the future is not missing.
 */
import { blankTest } from "../cells/column-text.ts";
import { badDate } from "../cells/converter.ts";
import type { FieldPlace } from "../cells/field-place.ts";
import { dateReaderOf } from "../cells/field-reader.ts";
import type { Part } from "../feeds/feed.ts";
import type { Cells } from "../feeds/record.ts";
import type { Table } from "../mapping/fields.ts";
import type { BadCell } from "../values/cell.ts";
import { asDate } from "../values/dates.ts";
import { compact } from "../values/texts.ts";
import { keyText, type Period, placeKey, type SourceRow, type TableRows } from "./rows.ts";

type BadDay = { readonly bad: BadCell; readonly column: string };

type PeriodReader = (cells: Cells) => { readonly period: Period } | BadDay;

const [always, open] = ["", "9999-12-31"];

/**
 * Undefined if the part has no such setting. `place`: the index of a column. The formats of a column of days are decided as for a field, so
 * all records may have to be seen first (`survey`).
 */
export const periodReader = (
  { validOn, newest }: Part,
  place: (setting: string) => (column: string) => number,
  { setting, empty, ...around }: Pick<FieldPlace, "file" | "survey" | "setting" | "empty">,
): PeriodReader | undefined => {
  const { date, twoDigitYears } = validOn ?? newest ?? {};
  const isBlank = blankTest(empty);
  const dayIn = (column: string, where: string) => {
    const index = place(where)(column);
    const at = { ...around, field: "hireDate", setting: `${setting}.${where}` };
    const read = dateReaderOf({ date, twoDigitYears, column }, at);
    return (cells: Cells): string | BadDay => {
      const text = compact(String(cells[index] ?? ""));
      if (isBlank(text)) return always;
      const found = asDate(read(text));
      if (found === "never") return open;
      if (found === "none") return always;
      return found === "bad" ? { ...badDate(date ?? ["iso"], text), column } : found.date;
    };
  };
  if (newest) {
    const read = dayIn(newest.column, "newest");
    return (cells) => {
      const from = read(cells);
      return typeof from === "string" ? { period: { from, until: open } } : from;
    };
  }
  if (!validOn) return undefined;
  const [readFrom, readUntil] = [dayIn(validOn.from, "validOn.from"), dayIn(validOn.until, "validOn.until")];
  return (cells) => {
    const from = readFrom(cells);
    const until = readUntil(cells);
    if (typeof from !== "string") return from;
    if (typeof until !== "string") return until;
    return { period: { from, until: until === always ? open : until } };
  };
};

/** Keeps the rows of the day. Of objects that only begin later, the first row is kept, out of scope. */
export const rowsOfDay = (
  read: TableRows,
  part: Part,
  table: Table,
  keys: readonly string[],
  today: string,
): TableRows => {
  if (!part.validOn && !part.newest) return read;
  const byKey = Map.groupBy(read.rows, ({ values }) =>
    keyText(values, table === "employees" && values["number"] !== undefined ? ["number"] : keys),
  );
  /** Row → the day on which the next one of its object begins. */
  const kept = new Map<SourceRow, string | undefined>();
  for (const [key, rows] of byKey) {
    const nextDay = key === undefined ? undefined : firstFutureDay(rows, today);
    const ofToday = key === undefined ? rows : ofDay(rows, part.newest !== undefined, today);
    for (const row of ofToday) kept.set(row, nextDay);
  }
  const lost = new Set(read.rows.filter((row) => !kept.has(row)).map(placeKey));
  const future = new Set([...kept.keys()].filter((row) => isFuture(row, today)).map(placeKey));
  return {
    ...read,
    otherDays: new Set([...lost, ...future]),
    rows: read.rows
      .filter((row) => kept.has(row))
      .map((row) => {
        const nextDay = kept.get(row);
        if (isFuture(row, today)) return { ...row, nextDay, rejected: false, excluded: true };
        return nextDay === undefined ? row : { ...row, nextDay };
      }),
    rejected: read.rejected.filter((row) => !lost.has(placeKey(row)) && !future.has(placeKey(row))),
  };
};

const isFuture = ({ period }: SourceRow, today: string): boolean => period !== undefined && period.from > today;

const firstFutureDay = (rows: readonly SourceRow[], today: string): string | undefined =>
  rows
    .flatMap((row) => (isFuture(row, today) && !row.excluded ? (row.period?.from ?? []) : []))
    .sort()
    .at(0);

/** A row whose days are not known may be the one of the day, so it stays. */
const ofDay = (rows: readonly SourceRow[], onlyNewest: boolean, today: string): readonly SourceRow[] => {
  const current = rows.filter(({ period }) => period === undefined || (period.from <= today && today <= period.until));
  if (current.length > 0) {
    const newest = current.reduce(
      (latest, { period }) => (period && period.from > latest ? period.from : latest),
      always,
    );
    return onlyNewest ? current.filter(({ period }) => period === undefined || period.from === newest) : current;
  }
  return rows.filter((row) => isFuture(row, today)).slice(0, 1);
};
