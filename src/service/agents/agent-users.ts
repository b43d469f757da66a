/**
 * Agents of a person (A5, A6). An agent stands in for one form or all forms, and for documents from some departments or all. A
 * row has no effect and is not returned if its agent, its form or all of its departments have been deleted.
 */
import type { AgentUser } from "../../contract/agents.ts";
import type { DeptRef } from "../../contract/shared-records.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Table } from "../kernel/table.ts";
import { nameById } from "../organisation/lookup.ts";
import { employeeItem, showItems, toDepartmentItem } from "../organisation/org-items.ts";
import type { DepartmentRow, StoredItem } from "../organisation/tables.ts";
import { isAway } from "./agent-times.ts";
import type { AgentTimeRow, AgentUserRow, Company } from "./tables.ts";

/** Adds an agent. Refuses a person as their own agent, and the same agent twice for the same form and departments. */
export const addAgent = (company: Company, row: Omit<AgentUserRow, "id">, where: string): void => {
  if (row.agentId === row.personId) refuse("OPA-AGENT-SELF", where);
  if (company.agentUsers.by("person", row.personId).some((other) => isSame(row, other))) {
    refuse("OPA-AGENT-TAKEN", where);
  }
  company.agentUsers.put({ id: company.newId(), ...row });
};

const isSame = (one: Omit<AgentUserRow, "id">, other: AgentUserRow): boolean =>
  one.agentId === other.agentId && one.formId === other.formId && asText(one.from) === asText(other.from);

/** Returns a text that is equal for lists of the same departments, regardless of order and repetition. */
const asText = (from: readonly StoredItem[]): string =>
  [...new Set(from.map((item) => JSON.stringify(item)))].sort().join();

/** Converts departments to stored items; refuses unknown ones. */
export const toStoredDepartments = (company: Company, from: readonly DeptRef[], where: string): readonly StoredItem[] =>
  from.map((dept, at) => toDepartmentItem(company, dept, `${where}.${at}`));

/** The person's agents as A1 returns them, in order of precedence; an empty `formName` means all forms (R67). */
export const showAgents = (company: Company, personId: number): AgentUser[] =>
  agentsOf(company, personId).map(({ uuid, agentId, formId, from, priority }) => ({
    id: uuid,
    formName: formId === null ? "" : (company.forms.get(formId)?.name ?? ""),
    from: showItems(company, from),
    to: [employeeItem(nameById(company, agentId) ?? "")],
    priority,
  }));

/** The person's agents that are still in effect, in order of precedence. */
export const agentsOf = (company: Company, personId: number): AgentUserRow[] =>
  company.agentUsers
    .by("person", personId)
    .filter(
      ({ agentId, formId, from }) =>
        company.employees.get(agentId) &&
        (formId === null || company.forms.get(formId)) &&
        (from.length === 0 || showItems(company, from).length > 0),
    )
    .toSorted(byPrecedence);

/** Sorts agents for one form before agents for all forms, then the smaller priority first, then the older row first. */
const byPrecedence = (a: AgentUserRow, b: AgentUserRow): number =>
  Number(a.formId === null) - Number(b.formId === null) || a.priority - b.priority || a.id - b.id;

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
