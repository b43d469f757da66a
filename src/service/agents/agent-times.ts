/**
 * Periods of absence (A2, A3). A period does not include its end, and the periods of one person never overlap. Past periods are
 * kept, but A1–A3 do not return them.
 */
import type { AgentTime } from "../../contract/agents.ts";
import { isoInstant } from "../../lib/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import type { AgentTimeRow, Company } from "./tables.ts";

type Period = Pick<AgentTimeRow, "startTime" | "endTime">;

/** Adds a period. Refuses one that does not end after its start, or that overlaps another period of the person. */
export const addPeriod = (company: Company, row: Omit<AgentTimeRow, "id">, where = ""): void => {
  if (row.startTime >= row.endTime) refuse("OPA-TIME-ORDER", `${where}endTime`);
  const overlaps = company.agentTimes.by("person", row.personId).some((other) => isShared(row, other));
  if (overlaps) refuse("OPA-TIME-OVERLAP", `${where}startTime`);
  company.agentTimes.put({ id: company.newId(), ...row });
};

const isShared = (one: Period, other: Period): boolean =>
  one.startTime < other.endTime && other.startTime < one.endTime;

/** True when one of the periods contains the given time. */
export const isAway = (periods: readonly Period[], nowMs: number): boolean => {
  const now = isoInstant(nowMs);
  return periods.some(({ startTime, endTime }) => startTime <= now && now < endTime);
};

/** Returns the periods that have not ended, ordered by start. `status` is 0 for a future period, 1 for a current one (R67). */
export const showPeriods = (company: Company, personId: number): AgentTime[] => {
  const now = isoInstant(company.clock.nowMs());
  return periodsOf(company, personId)
    .filter(({ endTime }) => now < endTime)
    .map(({ uuid, startTime, endTime }) => ({ id: uuid, startTime, endTime, status: startTime <= now ? 1 : 0 }));
};

/** All periods of a person, ordered by start. */
export const periodsOf = (company: Company, personId: number): AgentTimeRow[] =>
  company.agentTimes.by("person", personId).toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1));
