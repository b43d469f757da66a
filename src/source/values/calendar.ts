/** The (proleptic Gregorian) calendar, and the result of reading a date. */
import type { CalendarDate } from "../../model/directory/directory.ts";

/**
 * A date as written, a moment, or both if a time without an offset was written. `bad`: not a date · `never`: a date
 * that means "no end" · `none`: a placeholder for "no date".
 */
export type FoundDate =
  | { readonly date: CalendarDate; readonly epochMs?: number }
  | { readonly date?: undefined; readonly epochMs: number }
  | "bad"
  | "never"
  | "none";

/** `YYYY-MM-DD`, or undefined if the year has no such day. */
export const dateOf = (year: number, month: number, day: number): CalendarDate | undefined => {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
};

export const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
};

/** The last possible date. Many systems write it for "never". */
export const lastDate: CalendarDate = "9999-12-31";

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));
