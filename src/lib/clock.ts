/** Time. All code that reads the clock takes a `Clock`, so that tests can set the date. */
export type Clock = { readonly nowMs: () => number };

export const systemClock: Clock = { nowMs: () => Date.now() };

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * The fixed offset of all dates and of times without an offset (R13). ARCHITECTURE "Planning and applying" gives the reason for
 * a fixed offset.
 */
export const utcOffset = "+08:00";

export const utcOffsetMs = 8 * hourMs;

/** `YYYY-MM-DDThh:mm:ss` at +08:00. */
export const localTime = (epochMs: number): string => new Date(epochMs + utcOffsetMs).toISOString().slice(0, 19);

/** The calendar date `YYYY-MM-DD` at +08:00. */
export const calendarDate = (epochMs: number): string => localTime(epochMs).slice(0, 10);

/** The calendar date `YYYY-MM-DD` in a time zone with an IANA name. Throws a RangeError for an unknown zone. */
export const dateInZone = (timeZone: string, epochMs: number): string => {
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const parts = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
};

/** Returns what writes instants as `YYYY-MM-DD hh:mm` in a time zone with an IANA name. */
export const minutesIn = (timeZone: string): ((instant: string | number) => string) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (instant) => format.format(new Date(instant));
};

/** `YYYY-MM-DD hh:mm (ZONE)`: an instant for people, in a time zone with an IANA name. */
export const timeInZone = (timeZone: string, instant: string): string =>
  `${minutesIn(timeZone)(instant)} (${timeZone})`;

/** ISO 8601 in UTC. The last result is cached, because a busy service needs the same instant many times per millisecond. */
export const isoInstant = (epochMs: number): string => {
  if (epochMs !== last.epochMs) last = { epochMs, text: new Date(epochMs).toISOString() };
  return last.text;
};
let last = { epochMs: Number.NaN, text: "" };
