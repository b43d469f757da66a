/** Options that name a moment. */
import { systemClock, utcOffset } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";

const timeOf = { start: "00:00:00", end: "23:59:59.999" };

/**
 * Returns the ISO 8601 instant of a date or a date-time; without an offset it is at +08:00. A date means its `start` or `end`. Throws
 * `option-invalid`.
 */
export const instantOf = (text: string, moment: "start" | "end"): string => {
  const full = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T${timeOf[moment]}` : text;
  const epochMs = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(full) ? full : `${full}${utcOffset}`);
  if (!Number.isNaN(epochMs) && isRealDay(text.slice(0, 10))) return new Date(epochMs).toISOString();
  throw new MusterdError("option-invalid", `${text} is neither a date nor a date-time`, {
    hint: "give a date such as 2027-01-31, or a date-time such as 2027-01-31T09:00",
  });
};

/**
 * The instant at which a token, an account or a key ends. Throws `option-invalid` if it has passed: nobody could use what has ended, and
 * the year is easily mistyped.
 */
export const endOf = (expires: string): string => {
  const end = instantOf(expires, "end");
  if (Date.parse(end) > systemClock.nowMs()) return end;
  throw new MusterdError("option-invalid", `${expires} has passed`, {
    hint: "give the last day, or leave out --expires",
  });
};

/** `Date.parse` takes the 31st of February for the 3rd of March. */
const isRealDay = (day: string): boolean => {
  const epochMs = Date.parse(day);
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(day);
};
