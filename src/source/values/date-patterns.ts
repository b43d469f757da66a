/**
 * Reads dates by a pattern of tokens that the package luxon defines: `yyyy` or `yy`, `M`, `MM` or `MMM`, `d` or `dd`,
 * and a time of day. Nothing is guessed: `dd` needs two digits, and a two-digit year needs the setting `twoDigitYears`.
 */
import { createRequire } from "node:module";
import { utcOffset } from "../../lib/clock.ts";
import { dateOf, type FoundDate } from "./calendar.ts";

/** luxon is loaded when a pattern is first used, because most sites have none. */
const luxon = (): typeof import("luxon") => require("luxon") as typeof import("luxon");
const require = createRequire(import.meta.url);

/** Times are at +08:00, and months have English names. */
const options = { zone: `UTC${utcOffset}`, locale: "en-US" } as const;

/** Does the pattern have year, month and day? To find out, some days are written with the pattern and read back. */
export const isDatePattern = (pattern: string): boolean => {
  if (/[^yMdHhmsa]/.test(tokensOf(pattern).replace(/[^A-Za-z]/g, ""))) return false;
  const { DateTime } = luxon();
  return ["2003-11-25", "2018-02-09"].every((day) => {
    const written = DateTime.fromISO(day, options).toFormat(pattern);
    return DateTime.fromFormat(written, pattern, options).toISODate() === day;
  });
};

export const hasTwoDigitYear = (pattern: string): boolean => /(?<!y)yy(?!y)/.test(tokensOf(pattern));

/** Whether day and month are numbers before the year, in either order, so that a spreadsheet may take one for the other. */
export const isExchangeable = (pattern: string): boolean => /^(?:dd?\W+MM?|MM?\W+dd?)\W+y/.test(tokensOf(pattern));

/** The pattern without its quoted texts. */
const tokensOf = (pattern: string): string => pattern.replace(/'[^']*'/g, "");

/** `firstYear`: the first of the hundred years that a two-digit year can mean. */
export const patternReader = (pattern: string, firstYear: number | undefined): ((text: string) => FoundDate) => {
  const { DateTime } = luxon();
  const parser = DateTime.buildFormatParser(pattern, options);
  const windowed = firstYear !== undefined && hasTwoDigitYear(pattern);
  const yearOf = (year: number): number => (windowed ? firstYear + ((((year - firstYear) % 100) + 100) % 100) : year);
  return (text) => {
    const found = DateTime.fromFormatParser(text, parser, options);
    if (!found.isValid) return "bad";
    const date = dateOf(yearOf(found.year), found.month, found.day);
    if (date === undefined) return "bad";
    const time = found.toFormat("HH:mm:ss");
    return time === "00:00:00" ? { date } : { date, epochMs: Date.parse(`${date}T${time}${utcOffset}`) };
  };
};
