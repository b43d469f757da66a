/**
 * Periods of absence (A2, A3). A period does not include its end, and the periods of one person never overlap. Past periods are
 * kept, but A1–A3 do not return them.
 */
import type { AgentTime } from "../../contract/operations/agents.ts";
import { isoInstant } from "../../lib/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import type { AgentTimeRow, Company } from "./tables.ts";

/** Adds a period. Refuses one that does not end after its start, or that overlaps another period of the person. */
export const addPeriod = (company: Company, row: Omit<AgentTimeRow, "id">): void => {
  if (row.startTime >= row.endTime) refuse("OPA-TIME-ORDER", "endTime");
  const overlaps = company.agentTimes
    .by("person", row.personId)
    .some(({ startTime, endTime }) => row.startTime < endTime && startTime < row.endTime);
  if (overlaps) refuse("OPA-TIME-OVERLAP", "startTime");
  company.agentTimes.put({ id: company.newId(), ...row });
};

/** Returns the periods that have not ended, ordered by start. `status` is 0 for a future period, 1 for a current one (R67). */
export const showPeriods = (company: Company, personId: number): AgentTime[] => {
  const now = isoInstant(company.clock.nowMs());
  return periodsOf(company, personId)
    .filter(({ endTime }) => now < endTime)
    .map(({ uuid, startTime, endTime }) => ({ id: uuid, startTime, endTime, status: startTime <= now ? 1 : 0 }));
};

export const periodsOf = (company: Company, personId: number): AgentTimeRow[] =>
  company.agentTimes.by("person", personId).toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1));
