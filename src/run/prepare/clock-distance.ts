/**
 * How far the service's clock is from this machine's. Where the service's clock is always wrong, the guard would block each plan
 * (`clock-differs`): a distance with which a plan was applied, because somebody has accepted it, is remembered and blocks nothing as long as it
 * stays the same.
 */
import { hourMs, systemClock } from "../../lib/clock.ts";
import { ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { clocksApart } from "../../plan/guard.ts";

const place = { subject: "site/clock", field: "hours" } as const;

/** Clocks drift, and hours are rounded. */
const sameWithinHours = 1;

export type ClockDistance = {
  /** Hours between the two clocks; 0 if nobody knows, or if the distance is the accepted one. */
  readonly hoursApart: number;
  /** What to remember when a plan is applied. */
  readonly entries: readonly LedgerEntry[];
};

/** `serviceMs`: milliseconds since 1970 by the service's clock, if its answers tell. */
export const clockDistance = (serviceMs: number | undefined, { written }: Pick<Memory, "written">): ClockDistance => {
  if (serviceMs === undefined) return { hoursApart: 0, entries: [] };
  const hours = Math.round((serviceMs - systemClock.nowMs()) / hourMs);
  const known = written.get(ledgerKey(place.subject, place.field)) ?? null;
  const isFar = clocksApart(Math.abs(hours)).length > 0;
  const isKnown = known !== null && Math.abs(hours - Number(known)) <= sameWithinHours;
  const value = isFar ? String(hours) : null;
  return { hoursApart: isKnown ? 0 : Math.abs(hours), entries: value === known ? [] : [{ ...place, value }] };
};
