/** The header Retry-After: for how long a service asks its callers to wait. */
import { systemClock } from "../../lib/clock.ts";

/** Nobody is obeyed for longer: a run that waits for a day is better ended and begun again. */
const longestWaitMs = 3_600_000;

/** The wait that an answer asks for, in milliseconds; undefined if it asks for none. */
export const retryAfterOf = ({
  retryAfter,
  date,
}: {
  readonly retryAfter: string | undefined;
  readonly date?: string | undefined;
}): number | undefined => {
  if (retryAfter === undefined) return undefined;
  // A date is measured by the service's own clock, which may differ from ours.
  const answeredMs = Date.parse(date ?? "");
  return retryAfterIn(retryAfter, Number.isNaN(answeredMs) ? systemClock.nowMs() : answeredMs);
};

/**
 * Converts the header Retry-After (RFC 9110, section 10.2.3), which is a number of seconds or a date, to milliseconds from
 * now, at most an hour; undefined when the header is absent or invalid.
 */
export const retryAfterIn = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined) return undefined;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), longestWaitMs);
};
