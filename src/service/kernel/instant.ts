/** Converts date-times in requests to instants. A date-time without an offset is read at +08:00 (R13). */
import type { DateRange } from "../../contract/records/shared.ts";
import { dayMs, isoInstant, utcOffset } from "../../lib/clock.ts";
import { refuse, refuseInvalid } from "./refusal.ts";

export const hasOffset = (dateTime: string): boolean => /(?:Z|[+-]\d\d:\d\d)$/i.test(dateTime);

/** Milliseconds since 1970; NaN for an invalid date-time. */
export const epochOf = (dateTime: string): number =>
  Date.parse(hasOffset(dateTime) ? dateTime : `${dateTime}${utcOffset}`);

const [firstMs, lastMs] = [Date.parse("0000-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/**
 * Converts a date-time to the stored form, ISO 8601 in UTC, which can be compared as text. An instant that is before the year 0
 * or after 9999 in UTC, but not at its offset, becomes the first or the last one. Refuses other texts; `where` names the property.
 */
export const readInstant = (dateTime: string, where: string): string => {
  const epochMs = epochOf(dateTime);
  if (Number.isNaN(epochMs)) return refuseInvalid(where, "must be a date-time");
  return isoInstant(Math.min(Math.max(epochMs, firstMs), lastMs));
};

export type Range = { readonly since: number; readonly until: number };

/**
 * Reads a range whose ends are included; a missing end is open. `instantOf` reads its date-times. Refuses a range that ends
 * before it begins; `end` names the property.
 */
export const readRange = (
  range: DateRange | null | undefined,
  instantOf: (dateTime: string) => number = epochOf,
  end = "dateRange.until",
): Range => {
  const since = range?.since ? instantOf(range.since) : Number.NEGATIVE_INFINITY;
  const until = range?.until ? instantOf(range.until) : Number.POSITIVE_INFINITY;
  if (since > until) refuse("OPA-DATE-RANGE", end);
  return { since, until };
};

/**
 * Returns the expiry in milliseconds since 1970. A date is the last valid day and expires at its end; a date-time expires
 * exactly then.
 */
export const expiryOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? epochOf(`${text}T00:00:00`) + dayMs : epochOf(text);
