/**
 * Reads dates as HR systems and directories write them. The mapping of a column names the formats; the format of a
 * single cell is never guessed. A date that is not in the calendar (30 February, 29 February of ROC year 112) is bad;
 * it is never moved to another day. Dates have no time zone. A time without an offset is at +08:00.
 */
import { calendarDate, isoInstant, utcOffset } from "../../lib/clock.ts";
import type { CalendarDate } from "../../model/directory/directory.ts";
import { dateOf, daysIn, type FoundDate } from "./calendar.ts";
import { patternReader } from "./date-patterns.ts";
import { readFiletime, readGeneralized, readSerial } from "./moments.ts";

/** The formats that have a name. All others are patterns such as `d/M/yyyy`. */
export const namedFormats = ["iso", "yyyymmdd", "roc", "japanese", "excel", "filetime", "generalized"] as const;

/**
 * iso: 2024-05-01 or 2024/5/1, with or without a time · yyyymmdd: 20240501 · roc: 113/05/01, 1130501, 民國113年5月1日 · japanese: 令和6年5月1日,
 * R6.5.1 · excel: serial days of a spreadsheet · filetime: accountExpires of Active Directory · generalized: LDAP's GeneralizedTime
 */
export type DateFormat = (typeof namedFormats)[number];

type Filler = Extract<FoundDate, string>;

/** Drops a time without an offset; a moment becomes its date at +08:00 (R13). */
export const asDate = (found: FoundDate): { readonly date: CalendarDate } | Filler => {
  if (typeof found === "string") return found;
  return found.date === undefined ? { date: calendarDate(found.epochMs) } : { date: found.date };
};

/**
 * Returns an ISO instant in UTC, in whole seconds. A bare date, or midnight without an offset, means the last second of
 * the day at +08:00. A time with an offset is that moment; any other time is at +08:00.
 */
export const asInstant = (found: FoundDate): { readonly instant: string } | Filler => {
  if (typeof found === "string") return found;
  // 23:59:59 at +08:00 is eight hours earlier in UTC, on the same date.
  if (found.epochMs === undefined) return { instant: `${found.date}T15:59:59.000Z` };
  return { instant: isoInstant(Math.floor(found.epochMs / 1000) * 1000) };
};

/**
 * The reader of a format or pattern. `firstYear`: the first of the hundred years that a two-digit year can mean.
 * `workbook`: date cells of a workbook are read as ISO text and are accepted with every format.
 */
export const dateReader = (
  format: string,
  { firstYear, workbook }: { readonly firstYear?: number | undefined; readonly workbook?: boolean } = {},
): ((text: string) => FoundDate) => {
  const read = isNamed(format) ? formats[format].read : withFillers(patternReader(format, firstYear));
  return workbook ? (text) => (trueDate.test(text) ? readIso(text) : read(text)) : read;
};

/** What a date in a format or pattern looks like, for messages. */
export const dateForm = (format: string): string => (isNamed(format) ? formats[format].form : `a date as ${format}`);

const isNamed = (format: string): format is DateFormat => namedFormats.some((name) => name === format);

const trueDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/;

/** Adds what `readWritten` checks: texts for "never" and "no date", and the limits of the year. */
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
const rocPatterns = [
  /^(?:中華)?(?:民國)?(\d{1,3})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ](.+))?$/,
  /^(\d{2,3})(\d\d)(\d\d)$/,
];
const rocYearOffset = 1911;

/** 民國 113 年 5 月 1 日, as letters and forms write it, without the blanks. The one before a time stays. */
const withoutGaps = (text: string): string =>
  text.includes(" ") ? text.replace(/(?<=民國|[-/.年月]) {1,3}| {1,3}(?=[-/.年月日])/g, "") : text;

const formats: Readonly<Record<DateFormat, { readonly read: (text: string) => FoundDate; readonly form: string }>> = {
  iso: { read: readIso, form: "a date such as 2024-05-01 or 2024/05/01" },
  yyyymmdd: { read: (text) => readWritten(text, compactPatterns, 0), form: "a date such as 20240501" },
  roc: {
    read: (text) => readWritten(withoutGaps(text), rocPatterns, rocYearOffset),
    form: "a date such as 113/05/01 or 1130501",
  },
  japanese: { read: (text) => readEra(text), form: "a date such as 令和6年5月1日 or R6.5.1" },
  excel: { read: readSerial, form: "a day as a spreadsheet counts it, such as 45413," },
  filetime: { read: readFiletime, form: "100 nanoseconds since 1601, such as 133590240000000000," },
  generalized: { read: readGeneralized, form: "a time such as 20240501000000Z" },
};

/** The eras of Japan since 1868, by name and letter: the day on which each began, oldest first. */
const eras = [
  ["明治", "M", "1868-01-25"],
  ["大正", "T", "1912-07-30"],
  ["昭和", "S", "1926-12-25"],
  ["平成", "H", "1989-01-08"],
  ["令和", "R", "2019-05-01"],
] as const;

const eraPattern = /^(明治|大正|昭和|平成|令和|[MTSHR])(\d{1,2}|元)[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/i;

/** A day outside its era is bad, as a year or an era was mistyped. */
const readEra = (text: string): FoundDate => {
  const filler = fillerOf(text);
  if (filler) return filler;
  const [, said, year, month, day] = eraPattern.exec(text) ?? [];
  const at = eras.findIndex(([name, letter]) => name === said || letter === said?.toUpperCase());
  const [, , began] = eras[at] ?? [];
  if (began === undefined) return "bad";
  const date = dateOf(Number(began.slice(0, 4)) + (year === "元" ? 1 : Number(year)) - 1, Number(month), Number(day));
  const ended = eras[at + 1]?.[2];
  if (date === undefined || Number(date.slice(0, 4)) < firstYear || date < began) return "bad";
  return ended === undefined || date <= ended ? { date } : "bad";
};

/** Reads a date such as `2024-05-01`, of the years 1901 to 2098, without a regular expression. Most dates have this form. */
const plainIso = (text: string): FoundDate | undefined => {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (!(year > 1900 && year < 2099 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  return day <= 28 || day <= daysIn(year, month) ? { date: text } : "bad";
};

/** NaN if one of the characters is not a digit. */
const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/** Texts that HR systems write for "never" and for "no date". */
const neverPattern = /^(?:9999|2[1-9]99|2099|4712)[-/.]?12[-/.]?31(?:[T ].*)?$|^999[-/.]?12[-/.]?31$/;
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

/** A person's date outside these years is a typing error. */
const [firstYear, lastYear] = [1900, 2199];

/** A time of 24 hours, or of twelve with a mark before it (上午 12:00:00) or behind it (12:00:00 AM), as Windows writes it. */
const timePattern =
  /^(?:(上午|下午|[AP]M) ?)?(\d{1,2})(:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?([AP]M|上午|下午))?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * A date with a time. Without an offset the time is at +08:00, and midnight counts as no time. Midnight of an offset that HR has written
 * is HR's day, wherever HR is; `Z` says nothing of a place.
 */
const withTime = (date: CalendarDate, time: string): FoundDate => {
  const found = timePattern.exec(time);
  if (!found) return "bad";
  const [, before, said = "", rest = "", behind, offset] = found;
  const hour = hourOf(Number(said), before ?? behind);
  if (hour === undefined || (before && behind)) return "bad";
  const zone = offset?.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2") ?? utcOffset;
  const epochMs = Date.parse(`${date}T${String(hour).padStart(2, "0")}${rest}${zone}`);
  if (Number.isNaN(epochMs)) return "bad";
  const isMidnight = hour === 0 && /^(:00){1,2}(\.0+)?$/.test(rest);
  if (offset !== undefined) return isMidnight && offset !== "Z" ? { date, epochMs } : { epochMs };
  return isMidnight ? { date } : { date, epochMs };
};

/** The hour of 24 that an hour is; 12 is the first of its half day. Undefined for an hour that no half day has. */
const hourOf = (said: number, half: string | undefined): number | undefined => {
  if (half === undefined) return said;
  if (said < 1 || said > 12) return undefined;
  return (said % 12) + (/下午|PM/i.test(half) ? 12 : 0);
};
