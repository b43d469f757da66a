/** Time. All code that reads the clock takes a `Clock`, so that tests can set the date. */
export type Clock = { readonly nowMs: () => number };

export const systemClock: Clock = { nowMs: () => Date.now() };

const taipeiOffsetMs = 8 * 60 * 60 * 1000;

/** The calendar date `YYYY-MM-DD` at the fixed offset +08:00 (R13; no time zone database, see ARCHITECTURE). */
export const calendarDate = (epochMs: number): string => new Date(epochMs + taipeiOffsetMs).toISOString().slice(0, 10);

/** ISO 8601 in UTC. The last result is cached, because a busy service asks many times per millisecond. */
export const isoInstant = (epochMs: number): string => {
  if (epochMs !== last.epochMs) last = { epochMs, text: new Date(epochMs).toISOString() };
  return last.text;
};
let last = { epochMs: Number.NaN, text: "" };
