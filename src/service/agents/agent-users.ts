/**
 * Agents of a person (A5, A6). An agent stands in for one form or all forms, and for documents from some departments or all. A
 * row has no effect and is not returned if its agent, its form or all of its departments have been deleted.
 */
import type { AgentUser } from "../../contract/operations/agents.ts";
import type { DeptRef } from "../../contract/records/shared.ts";
import { refuse } from "../kernel/refusal.ts";
import { nameById } from "../organisation/lookup.ts";
import { employeeItem, showItems, toDepartmentItem } from "../organisation/org-items.ts";
import type { AgentUserRow, Company } from "./tables.ts";

type NewAgent = Omit<AgentUserRow, "id" | "from"> & { readonly from: readonly DeptRef[] };

/**
 * Adds an agent. Refuses an unknown department, a person as their own agent, and the same agent twice for the same form and
 * departments. `where` names the property of the agent.
 */
export const addAgent = (company: Company, { from, ...given }: NewAgent, where: string): void => {
  const departments = from.map((dept, at) => toDepartmentItem(company, dept, `from.${at}`));
  const row = { id: company.newId(), ...given, from: departments };
  if (row.agentId === row.personId) refuse("OPA-AGENT-SELF", where);
  const isTaken = company.agentUsers.by("person", row.personId).some((other) => identityOf(other) === identityOf(row));
  if (isTaken) refuse("OPA-AGENT-TAKEN", where);
  company.agentUsers.put(row);
};

/** Equal for the same agent, form and departments, regardless of the order and repetition of the departments. */
const identityOf = ({ agentId, formId, from }: AgentUserRow): string =>
  JSON.stringify([agentId, formId, ...new Set(from.map((item) => JSON.stringify(item)).sort())]);

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
export const byPrecedence = (a: AgentUserRow, b: AgentUserRow): number =>
  Number(a.formId === null) - Number(b.formId === null) || a.priority - b.priority || a.id - b.id;
