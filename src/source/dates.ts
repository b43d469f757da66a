/**
 * Dates as HR systems and directories write them. The formats are named per column and never guessed per cell; a date that
 * is not in the calendar (30 February, 29 February of ROC year 112) is bad, never rolled over. Dates have no zone; moments
 * are at +08:00.
 */
import { calendarDate, isoInstant, utcOffset } from "../lib/clock.ts";
import type { CalendarDate } from "../model/directory.ts";
import { dateOf, daysIn, type FoundDate } from "./calendar.ts";
import { patternReader } from "./date-patterns.ts";
import { readFiletime, readGeneralized, readSerial } from "./moments.ts";

/** The formats that have a name; all others are patterns such as `d/M/yyyy`. */
export const namedFormats = ["iso", "yyyymmdd", "roc", "excel", "filetime", "generalized"] as const;

/**
 * iso: 2024-05-01 or 2024/5/1, a time may follow · yyyymmdd: 20240501 · roc: 113/05/01, 1130501, 民國113年5月1日 · excel:
 * days as a spreadsheet counts them · filetime: accountExpires of Active Directory · generalized: LDAP's GeneralizedTime
 */
export type DateFormat = (typeof namedFormats)[number];

/** `bad`: not a date of this format · `never`: the far end of time · `none`: a filler that says nothing. */
export type ParsedDate = { readonly date: CalendarDate } | "bad" | "never" | "none";
export type ParsedInstant = { readonly instant: string } | "bad" | "never" | "none";

/** A calendar date. A time without an offset is dropped; a moment is taken to the calendar at +08:00 (R13). */
export const asDate = (found: FoundDate): ParsedDate => {
  if (typeof found === "string") return found;
  return found.date === undefined ? { date: calendarDate(found.epochMs) } : { date: found.date };
};

/**
 * A moment as an ISO instant in UTC, in whole seconds. A bare date, or one at midnight without an offset, means its last
 * second at +08:00; a time with an offset is that moment; any other time is at +08:00.
 */
export const asInstant = (found: FoundDate): ParsedInstant => {
  if (typeof found === "string") return found;
  // 23:59:59 at +08:00 is the same date in UTC, eight hours earlier.
  if (found.epochMs === undefined) return { instant: `${found.date}T15:59:59.000Z` };
  return { instant: isoInstant(Math.floor(found.epochMs / 1000) * 1000) };
};

/**
 * The reader of a format or pattern. `firstYear`: the first of the hundred years that two digits can mean. A workbook has
 * true dates too, which the reader of workbooks writes as ISO: they are right whatever the format.
 */
export const dateReader = (
  format: string,
  { firstYear, workbook }: { readonly firstYear?: number | undefined; readonly workbook?: boolean } = {},
): ((text: string) => FoundDate) => {
  const read = isNamed(format) ? readers[format] : withFillers(patternReader(format, firstYear));
  return workbook ? (text) => (trueDate.test(text) ? readIso(text) : read(text)) : read;
};

const isNamed = (format: string): format is DateFormat => namedFormats.some((name) => name === format);

const trueDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/;

/** What says "never" or nothing in a named format says so in a pattern. */
const withFillers =
  (read: (text: string) => FoundDate) =>
  (text: string): FoundDate => {
    const filler = fillerOf(text);
    if (filler) return filler;
    const found = read(text);
    if (typeof found === "string" || found.date === undefined) return found;
    const year = Number(found.date.slice(0, 4));
    return fillerOf(found.date) ?? (year < firstYear || year > lastYear ? "bad" : found);
  };

const readIso = (text: string): FoundDate => plainIso(text) ?? readWritten(text, [isoPattern], 0);

const isoPattern = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](.+))?$/;
const compactPatterns = [/^(\d{4})(\d\d)(\d\d)$/];
const rocPatterns = [/^(?:中華)?(?:民國)?(\d{1,3})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/, /^(\d{2,3})(\d\d)(\d\d)$/];
const rocYearOffset = 1911;

const readers: Readonly<Record<DateFormat, (text: string) => FoundDate>> = {
  iso: readIso,
  yyyymmdd: (text) => readWritten(text, compactPatterns, 0),
  roc: (text) => readWritten(text, rocPatterns, rocYearOffset),
  excel: readSerial,
  filetime: readFiletime,
  generalized: readGeneralized,
};

/** `2024-05-01` between 1901 and 2199: nearly every date of nearly every file, without a regular expression. */
const plainIso = (text: string): FoundDate | undefined => {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (!(year > 1900 && year < 2200 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  return day <= 28 || day <= daysIn(year, month) ? { date: text } : "bad";
};

/** Not a number when one of the characters is no digit. */
const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/** What fields without a date hold in HR systems, whatever the format of the column. */
const neverPattern = /^9999[-/.]?12[-/.]?31(?:[T ].*)?$|^999[-/.]?12[-/.]?31$/;
const nonePattern = /^0+$|^(?:1900[-/.]?0?1[-/.]?0?1|0001[-/.]?0?1[-/.]?0?1)(?:[T ].*)?$/;

const fillerOf = (text: string): "never" | "none" | undefined => {
  if (neverPattern.test(text)) return "never";
  return nonePattern.test(text) ? "none" : undefined;
};

const readWritten = (text: string, patterns: readonly RegExp[], yearOffset: number): FoundDate => {
  const filler = fillerOf(text);
  if (filler) return filler;
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const year = Number(found[1]) + yearOffset;
    const date = dateOf(year, Number(found[2]), Number(found[3]));
    if (date === undefined || year <= yearOffset || year < firstYear || year > lastYear) return "bad";
    return found[4] === undefined ? { date } : withTime(date, found[4]);
  }
  return "bad";
};

/** Nobody was born before or will be hired after; a slip in the year shows here. */
const [firstYear, lastYear] = [1900, 2199];

const timePattern = /^(\d{1,2})(:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;

/** A date with a time; without an offset the time is at +08:00, and midnight is no time at all. */
const withTime = (date: CalendarDate, time: string): FoundDate => {
  const found = timePattern.exec(time);
  if (!found) return "bad";
  const [, hour = "", rest = "", offset] = found;
  const zone = offset?.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2") ?? utcOffset;
  const epochMs = Date.parse(`${date}T${hour.padStart(2, "0")}${rest}${zone}`);
  if (Number.isNaN(epochMs)) return "bad";
  if (offset !== undefined) return { epochMs };
  return /^0?0:00(:00(\.0+)?)?$/.test(time) ? { date } : { date, epochMs };
};
