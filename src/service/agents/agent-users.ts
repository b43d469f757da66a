/**
 * Who stands in for a person: for one form or for all, for documents from some departments or from anywhere (A5, A6). A
 * row whose agent, form or last department is gone stands for nobody and is not shown.
 */
import type { AgentUser } from "../../contract/agents.ts";
import { type DeptRef, itemType } from "../../contract/shared-records.ts";
import type { Company } from "../company.ts";
import type { KeptItem } from "../kept-item.ts";
import { findDepartment } from "../lookup.ts";
import { employeeItem, keepItems, showItems } from "../org-items.ts";
import { refuse } from "../refusal.ts";
import type { AgentUserRow } from "./tables.ts";

/** Refuses the person as own agent, and the same agent for the same form and departments again. */
export const addAgent = (company: Company, row: Omit<AgentUserRow, "id">, where: string): void => {
  if (row.agentId === row.personId) refuse("OPA-AGENT-SELF", where);
  if (company.agentUsers.by("person", row.personId).some((other) => isSame(row, other))) {
    refuse("OPA-AGENT-TAKEN", where);
  }
  company.agentUsers.put({ id: company.newId(), ...row });
};

const isSame = (one: Omit<AgentUserRow, "id">, other: AgentUserRow): boolean =>
  one.agentId === other.agentId && one.formId === other.formId && asText(one.from) === asText(other.from);

/** Equal for lists of the same departments in any order, however often one is named. */
const asText = (from: readonly KeptItem[]): string =>
  [...new Set(from.map((item) => JSON.stringify(item)))].sort().join();

/** Departments as they are kept; refuses unknown ones. */
export const keepDepartments = (company: Company, from: readonly DeptRef[], where: string): readonly KeptItem[] => {
  for (const [at, { code, isCompany }] of from.entries()) {
    if (!isCompany) findDepartment(company, code, `${where}.${at}.code`);
  }
  const items = from.map((dept) => ({ itemType: itemType.department, dept }));
  return keepItems(company, items, where);
};

/** In the order in which they would be asked; an empty `formName` means all forms (R67). */
export const showAgents = (company: Company, personId: number): AgentUser[] =>
  agentsOf(company, personId).map(({ uuid, agentId, formId, from, priority }) => ({
    id: uuid,
    formName: formId === null ? "" : (company.forms.get(formId)?.name ?? ""),
    from: showItems(company, from),
    to: [employeeItem(company.employees.get(agentId)?.data.account ?? "")],
    priority,
  }));

/** The agents of a person that still mean somebody and something: those for one form first, then by priority. */
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

/** For one form before for all, then the smaller priority, then the older. */
export const byPrecedence = (a: AgentUserRow, b: AgentUserRow): number =>
  Number(a.formId === null) - Number(b.formId === null) || a.priority - b.priority || a.id - b.id;
