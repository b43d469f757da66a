/** Finds the agents who may sign for an absent person, in order of precedence. */
import type { Table } from "../kernel/table.ts";
import type { DepartmentRow, StoredItem } from "../organisation/tables.ts";
import { isAway } from "./agent-times.ts";
import { byPrecedence } from "./agent-users.ts";
import type { AgentTimeRow, AgentUserRow } from "./tables.ts";

/** The tables from which agents are found: the present ones, or those as of the last permission refresh. */
export type AgentsAsOf = {
  readonly agentTimes: Pick<Table<AgentTimeRow, "person">, "by">;
  readonly agentUsers: Pick<Table<AgentUserRow, "person">, "by">;
  readonly departments: Pick<Table<DepartmentRow, never>, "get">;
};

/**
 * Returns employee row ids; none if the person is not absent at `nowMs`. Agents for this form come before agents for all
 * forms; within each group, the smaller priority comes first (R67). The caller of this function must check whether an agent is
 * active and not absent.
 */
export const actingAgentsFor = (
  tables: AgentsAsOf,
  personId: number,
  formId: number,
  fromDepartmentId: number,
  nowMs: number,
): readonly number[] => {
  if (!isAway(tables.agentTimes.by("person", personId), nowMs)) return [];
  const fitting = tables.agentUsers
    .by("person", personId)
    .filter((row) => row.formId === null || row.formId === formId)
    .filter(({ from }) => from.length === 0 || from.some((item) => covers(tables, item, fromDepartmentId)));
  return [...new Set(fitting.toSorted(byPrecedence).map(({ agentId }) => agentId))];
};

const covers = (tables: AgentsAsOf, item: StoredItem, departmentId: number): boolean => {
  if (item.kind !== "department") return false;
  if (item.scope === "company" || item.scope.departmentId === departmentId) return true;
  if (!item.scope.containsChildren) return false;
  const parentId = tables.departments.get(departmentId)?.parentId ?? null;
  return parentId !== null && covers(tables, item, parentId);
};
