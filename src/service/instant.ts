/** Converts date-times of requests to instants; without an offset they are at +08:00 (R13). */
import { isoInstant, utcOffset } from "../lib/clock.ts";
import { refuse } from "./refusal.ts";

/** Milliseconds since 1970; NaN for an invalid date-time. */
export const epochOf = (dateTime: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(dateTime) ? dateTime : `${dateTime}${utcOffset}`);

/** The stored form: ISO 8601 in UTC, which can be compared as text. Refuses instants outside the years 0 to 9999. */
export const readInstant = (dateTime: string, where: string): string => {
  const epochMs = epochOf(dateTime);
  const instant = Number.isNaN(epochMs) ? "" : isoInstant(epochMs);
  return /^\d{4}-/.test(instant) ? instant : refuse("OPA-REQUEST-INVALID", where);
};

const dayMs = 24 * 60 * 60 * 1000;

/** The end of a date, which is the last valid day, or of a date-time; milliseconds since 1970. */
export const expiryOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? epochOf(`${text}T00:00:00`) + dayMs : epochOf(text);
