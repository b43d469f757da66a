/** Converts date-times in requests to instants. A date-time without an offset is read at +08:00 (R13). */
import { isoInstant, utcOffset } from "../../lib/clock.ts";
import { refuse } from "./refusal.ts";

/** Milliseconds since 1970; NaN for an invalid date-time. */
export const epochOf = (dateTime: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(dateTime) ? dateTime : `${dateTime}${utcOffset}`);

/**
 * Converts a date-time to the stored form, ISO 8601 in UTC, which can be compared as text. Refuses an invalid date-time and a
 * year outside 0 to 9999; `where` names the property.
 */
export const readInstant = (dateTime: string, where: string): string => {
  const epochMs = epochOf(dateTime);
  const instant = Number.isNaN(epochMs) ? "" : isoInstant(epochMs);
  return /^\d{4}-/.test(instant) ? instant : refuse("OPA-REQUEST-INVALID", where);
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the expiry in milliseconds since 1970. A date is the last valid day and expires at its end; a date-time expires
 * exactly then.
 */
export const expiryOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? epochOf(`${text}T00:00:00`) + dayMs : epochOf(text);
