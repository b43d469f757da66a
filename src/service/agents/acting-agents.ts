/** The agents who stand in for a person during an absence (R67), from the tables at present or as of the last refresh. */
import { isoInstant } from "../../lib/clock.ts";
import { isInScope } from "../organisation/org-items.ts";
import { byPrecedence } from "./agent-users.ts";
import type { Company } from "./tables.ts";

type AgentTables = {
  readonly [Name in "agentTimes" | "agentUsers" | "departments"]: Pick<Company[Name], "by" | "get">;
};

/**
 * Returns the employee row ids of the agents for a form from a department, in order of precedence, without those who are absent
 * themselves; none if the person is not absent at `nowMs`. The caller of this function must check whether an agent is active.
 */
export const actingAgentsFor = (
  tables: AgentTables,
  personId: number,
  formId: number,
  departmentId: number,
  nowMs: number,
): readonly number[] => {
  const now = isoInstant(nowMs);
  const isAway = (id: number): boolean =>
    tables.agentTimes.by("person", id).some(({ startTime, endTime }) => startTime <= now && now < endTime);
  if (!isAway(personId)) return [];
  const ids = tables.agentUsers
    .by("person", personId)
    .filter((row) => row.formId === null || row.formId === formId)
    .filter(({ from }) => from.length === 0 || from.some(({ scope }) => isInScope(tables, departmentId, scope)))
    .toSorted(byPrecedence)
    .map(({ agentId }) => agentId);
  return [...new Set(ids)].filter((id) => !isAway(id));
};
