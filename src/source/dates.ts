/**
 * Dates as HR systems write them. The format is named per column and never guessed per cell; a date that is not in the
 * calendar (30 February, 29 February of ROC year 112) is bad, never rolled over. Dates have no zone; moments are at +08:00.
 */
import { calendarDate, isoInstant } from "../lib/clock.ts";
import type { CalendarDate } from "../model/directory.ts";

/** iso: 2024-05-01 or 2024/5/1, a time may follow · yyyymmdd: 20240501 · roc: 113/05/01, 1130501, 民國113年5月1日. */
export type DateFormat = "iso" | "yyyymmdd" | "roc";

/** `bad`: not a date of this format · `never`: the far end of time · `none`: a filler that says nothing. */
export type ParsedDate = { readonly date: CalendarDate } | "bad" | "never" | "none";

const patterns: Readonly<Record<DateFormat, readonly RegExp[]>> = {
  iso: [/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](.+))?$/],
  yyyymmdd: [/^(\d{4})(\d\d)(\d\d)$/],
  roc: [/^(?:中華)?(?:民國)?(\d{1,3})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/, /^(\d{2,3})(\d\d)(\d\d)$/],
};

const timePattern = /^(\d{1,2})(:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;
const rocYearOffset = 1911;

/** What fields without a date hold in HR systems, whatever the format of the column. */
const neverPattern = /^9999[-/.]?12[-/.]?31(?:[T ].*)?$|^999[-/.]?12[-/.]?31$/;
const nonePattern = /^0+$|^(?:1900[-/.]?0?1[-/.]?0?1|0001[-/.]?0?1[-/.]?0?1)(?:[T ].*)?$/;

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

const inCalendar = (year: number, month: number, day: number): boolean =>
  year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

type Match = { readonly date: CalendarDate; readonly time: string | undefined };

const match = (text: string, format: DateFormat): Match | undefined => {
  for (const pattern of patterns[format]) {
    const found = pattern.exec(text);
    if (!found) continue;
    const year = Number(found[1]) + (format === "roc" ? rocYearOffset : 0);
    const [month, day] = [Number(found[2]), Number(found[3])];
    if (!inCalendar(year, month, day)) return undefined;
    const date = `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
    return { date, time: found[4] };
  }
  return undefined;
};

const filler = (text: string): "never" | "none" | undefined => {
  if (neverPattern.test(text)) return "never";
  return nonePattern.test(text) ? "none" : undefined;
};

/** Milliseconds since 1970 of a date with a time; without an offset the time is at +08:00. Undefined when not a time. */
const moment = (date: CalendarDate, time: string): { epochMs: number; offset: boolean } | undefined => {
  const found = timePattern.exec(time);
  if (!found) return undefined;
  const [, hour = "", rest = "", offset] = found;
  const zone = offset?.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2") ?? "+08:00";
  const epochMs = Date.parse(`${date}T${hour.padStart(2, "0")}${rest}${zone}`);
  return Number.isNaN(epochMs) ? undefined : { epochMs, offset: offset !== undefined };
};

/** A calendar date. A time without an offset is dropped; a time with one is taken to the calendar at +08:00 (R13). */
export const parseDate = (text: string, format: DateFormat): ParsedDate => {
  const special = filler(text);
  if (special) return special;
  const found = match(text, format);
  if (!found) return "bad";
  if (found.time === undefined) return { date: found.date };
  const at = moment(found.date, found.time);
  if (!at) return "bad";
  return { date: at.offset ? calendarDate(at.epochMs) : found.date };
};

/**
 * A moment as an ISO instant in UTC. A bare date, or one at midnight without an offset, means its last second at +08:00;
 * a time with an offset is that moment; any other time is at +08:00.
 */
export const parseInstant = (
  text: string,
  format: DateFormat,
): { readonly instant: string } | "bad" | "never" | "none" => {
  const special = filler(text);
  if (special) return special;
  const found = match(text, format);
  if (!found) return "bad";
  // 23:59:59 at +08:00 is the same date in UTC, eight hours earlier.
  const endOfDay = { instant: `${found.date}T15:59:59.000Z` };
  if (found.time === undefined) return endOfDay;
  const at = moment(found.date, found.time);
  if (!at) return "bad";
  if (!at.offset && /^0?0:00(:00(\.0+)?)?$/.test(found.time)) return endOfDay;
  return { instant: isoInstant(Math.floor(at.epochMs / 1000) * 1000) };
};
