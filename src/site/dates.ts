/** Converts dates and instants between the service's texts and the model, with the fixed offset +08:00 (R13). */
import { calendarDate, isoInstant, localTime, utcOffset } from "../lib/clock.ts";
import type { TargetSettings } from "./settings.ts";

type DateFormat = TargetSettings["dateFormat"];

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Dates that systems write for "no date". */
const sentinels: ReadonlySet<string> = new Set(["0001-01-01", "1900-01-01", "9999-12-31"]);

/** Epoch milliseconds of a text; null: "no date"; undefined: the text is not a date. */
const parse = (text: string): number | null | undefined => {
  const [, date, time = "00:00", seconds = "00", zone = utcOffset] = pattern.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  const epochMs = Date.parse(
    `${date}T${time}:${seconds}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2")}`,
  );
  if (Number.isNaN(epochMs) || !isCalendarDate(date)) return undefined;
  return sentinels.has(date) || sentinels.has(calendarDate(epochMs)) ? null : epochMs;
};

/** Needed because `Date.parse` turns 31 February into a day in March. */
const isCalendarDate = (date: string): boolean => {
  const epochMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(epochMs) && isoInstant(epochMs).startsWith(date);
};

/** Midnight with or without the offset +08:00. Long lists contain it thousands of times, so it has a fast path. */
const midnight = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T00:00:00(?:\\${utcOffset})?$`);

/** The calendar date at +08:00; null: "no date"; undefined: the text is not a date. */
export const readDate = (text: string): string | null | undefined => {
  const date = midnight.exec(text)?.[1];
  if (date !== undefined && !sentinels.has(date) && isCalendarDate(date)) return date;
  const epochMs = parse(text);
  return typeof epochMs === "number" ? calendarDate(epochMs) : epochMs;
};

/** The instant, ISO 8601 in UTC, truncated to seconds; null: "no date"; undefined: the text is not a date. */
export const readInstant = (text: string): string | null | undefined => {
  const epochMs = parse(text);
  return typeof epochMs === "number" ? isoInstant(Math.floor(epochMs / 1000) * 1000) : epochMs;
};

/** Midnight at +08:00 of a calendar date, in the site's format. */
export const writeDate = (date: string, format: DateFormat): string =>
  write(Date.parse(`${date}T00:00:00${utcOffset}`), format);

export const writeInstant = (instant: string, format: DateFormat): string => write(Date.parse(instant), format);

const write = (epochMs: number, format: DateFormat): string => {
  if (format === "utc") return `${isoInstant(epochMs).slice(0, 19)}Z`;
  return format === "local" ? localTime(epochMs) : `${localTime(epochMs)}${utcOffset}`;
};
