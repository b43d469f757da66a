/** Calendar dates as days. Dates `YYYY-MM-DD` compare as texts. */
import type { CalendarDate } from "../../model/directory/directory.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The date `days` later, or earlier if negative; the result must be in the years 1 to 9999. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Days since 1970-01-01. */
export const dayNumber = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
