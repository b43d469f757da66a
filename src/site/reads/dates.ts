/** Converts dates and instants between the service's texts and the model, with the fixed offset +08:00 (R13). */
import { calendarDate, dayMs, hourMs, isoInstant, localTime, utcOffset } from "../../lib/clock.ts";
import type { TargetSettings } from "../settings/settings.ts";

type DateFormat = TargetSettings["dateFormat"];

/** `2020年2月1日`, `民國109年2月1日`, and `109/02/01`: only a year of the Republic has three digits. Its first year is 1912. */
const chinese = /^(中華民國|民國|民)?\s*(\d{1,4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/;
const republican = /^(\d{3})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;

const yearOf = (text: string, isRepublican: boolean): string =>
  isRepublican ? String(Number(text) + 1911).padStart(4, "0") : text;

/** `Sat, 01 Feb 2020 00:00:00 GMT` (RFC 9110, 5.6.7) and `Feb 1, 2020 12:00:00 AM`, as Flask and Gson write them. */
const dayFirst = /^(?:[a-z]{3}, )?(\d{1,2})[ -]([a-z]{3})[ -](\d{4})(?!\d)/i;
const monthFirst = /^([a-z]{3}) (\d{1,2}), (\d{4})(?!\d),?/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const numbered = (whole: string, year: string, month: string, day: string): string => {
  const at = months.indexOf(month.toLowerCase()) + 1;
  return at === 0 ? whole : `${year}-${at}-${day}`;
};

/** Any of these forms with the year first. */
const yearFirst = (text: string): string =>
  text
    .replace(chinese, (_, era, year: string, month, day) => `${yearOf(year, era !== undefined)}-${month}-${day}`)
    .replace(republican, (_, year: string, __, month, day) => `${yearOf(year, true)}-${month}-${day}`)
    .replace(dayFirst, (whole, day: string, month: string, year: string) => numbered(whole, year, month, day))
    .replace(monthFirst, (whole, month: string, day: string, year: string) => numbered(whole, year, month, day))
    .replace(/ (?:GMT|UTC)$/i, "Z");

/** The year comes first, so the order of month and day is certain. */
const pattern =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** `20240501` or `20240501093000`, and the milliseconds since 1970, alone or as `/Date(…)/`; ten digits may be seconds. */
const compact = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2}))?(Z|[+-]\d{2}:?\d{2})?$/i;
const milliseconds = /^-?\d{11,13}$/;
const dateCall = /^\\?\/Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/$/;

/** Dates that systems write for "no date"; 1911 and 2910 are the years 0 and 999 of the Republic. */
const sentinels: ReadonlySet<string> = new Set([
  "0000-00-00",
  "0001-01-01",
  "1900-01-01",
  "1911-00-00",
  "2910-12-31",
  "9999-12-31",
]);

/** "No date", as programs write it that make a text of everything. Others, such as a hyphen, may hide a date. */
const noDate = /^(?:null|nil|none)$/i;

type Moment = {
  readonly epochMs: number;
  /** Set where the text states midnight of its own offset, or without one the moment of Taiwan's midnight in UTC, as .NET may store it. */
  readonly date?: string;
};

/** Half days, as .NET writes them in Taiwan: `1985/05/01 上午 12:00:00`. */
const halfDay = /^(\S+) (?:(上午|下午|[AP]M) ?(\d{1,2})(:[\d:]+)|(\d{1,2})(:[\d:]+) ?(上午|下午|[AP]M))$/i;

const wholeDay = (text: string): string =>
  text.replace(
    halfDay,
    (_, date: string, first?: string, h1?: string, r1?: string, h2?: string, r2?: string, last?: string) => {
      const isLate = /下午|PM/i.test(first ?? last ?? "");
      return `${date} ${(Number(h1 ?? h2) % 12) + (isLate ? 12 : 0)}${r1 ?? r2 ?? ""}`;
    },
  );

/** The moment that a text states; null: "no date"; undefined: the text is not a date. */
const parse = (given: string): Moment | null | undefined => {
  const text = wholeDay(yearFirst(given.trim()));
  const sinceEpoch = dateCall.exec(text)?.[1] ?? milliseconds.exec(text)?.[0];
  if (sinceEpoch !== undefined) return momentAt(Number(sinceEpoch));
  const plain = text.replace(compact, (_, year, month, day, hour, minute, second, zone) =>
    [`${year}-${month}-${day}`, hour && `T${hour}:${minute}:${second}`, zone].filter(Boolean).join(""),
  );
  const [, year, , month = "", day = "", time = "00:00", seconds = "00", zone] = pattern.exec(plain) ?? [];
  if (year === undefined) return noDate.test(text) ? null : undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (sentinels.has(date)) return null;
  const clock = `${time.padStart(5, "0")}:${seconds}`;
  const offset = (zone ?? utcOffset).toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const epochMs = Date.parse(`${date}T${clock}${offset}`);
  if (Number.isNaN(epochMs) || !isCalendarDate(date)) return undefined;
  const moment = momentAt(epochMs);
  if (!moment) return moment;
  if (clock === "00:00:00") return { ...moment, date };
  const inUtc = zone === undefined ? midnightOf(Date.parse(`${date}T${clock}Z`)) : undefined;
  return inUtc === undefined ? moment : { ...moment, date: inUtc };
};

const momentAt = (epochMs: number): Moment | null | undefined => {
  if (Math.abs(epochMs) > 8.64e15 - dayMs) return undefined;
  return sentinels.has(calendarDate(epochMs)) ? null : { epochMs };
};

/** Needed because `Date.parse` turns 31 February into a day in March. */
const isCalendarDate = (date: string): boolean => {
  const epochMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(epochMs) && isoInstant(epochMs).startsWith(date);
};

/** Midnight with or without the offset +08:00. Long lists contain it thousands of times, so it has a fast path. */
const midnight = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T00:00:00(?:\\${utcOffset})?$`);

/** The date of which this moment is midnight in Taiwan; undefined: of none. */
const midnightOf = (epochMs: number): string | undefined => {
  const date = dayOf(epochMs);
  const start = Date.parse(`${date}T00:00:00${utcOffset}`);
  return epochMs === start || epochMs === start - hourMs ? date : undefined;
};

/**
 * The date at +08:00. Taiwan had summer time until 1979, and systems that know it (Java) write such a day as the moment of its midnight,
 * which is an hour before midnight at +08:00: it is not the day before.
 */
const dayOf = (epochMs: number): string => {
  const next = epochMs + hourMs;
  const mayBeSummer = epochMs < Date.UTC(1980) && (next / hourMs + 8) % 24 === 0;
  const isMidnight =
    mayBeSummer && new Date(epochMs).toLocaleTimeString("sv-SE", { timeZone: "Asia/Taipei" }) === "00:00:00";
  return calendarDate(isMidnight ? next : epochMs);
};

/** The calendar date: at midnight of its own offset that date, otherwise the date at +08:00; null: "no date"; undefined: the text is not a date. */
export const readDate = (text: string): string | null | undefined => {
  const date = midnight.exec(text)?.[1];
  if (date !== undefined && !sentinels.has(date) && isCalendarDate(date)) return date;
  const moment = parse(text);
  return moment ? (moment.date ?? dayOf(moment.epochMs)) : moment;
};

/** The instant, ISO 8601 in UTC, truncated to seconds; null: "no date"; undefined: the text is not a date. */
export const readInstant = (text: string): string | null | undefined => {
  const moment = parse(text);
  return moment ? isoInstant(Math.floor(moment.epochMs / 1000) * 1000) : moment;
};

/** Midnight at +08:00 of a calendar date, in the site's format. */
export const writeDate = (date: string, format: DateFormat): string =>
  write(Date.parse(`${date}T00:00:00${utcOffset}`), format);

export const writeInstant = (instant: string, format: DateFormat): string => write(Date.parse(instant), format);

const write = (epochMs: number, format: DateFormat): string => {
  if (format === "utc") return `${isoInstant(epochMs).slice(0, 19)}Z`;
  return format === "local" ? localTime(epochMs) : `${localTime(epochMs)}${utcOffset}`;
};
