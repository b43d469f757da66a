/**
 * Loads and dumps the agents section. A loaded section must satisfy the rules of A2 and A5, except that periods may be current
 * or past, and agents may be disabled.
 */
import { randomUUID } from "node:crypto";
import type { AgentsSection } from "../../contract/agents-section.ts";
import { type DeptRef, itemType } from "../../contract/shared-records.ts";
import { findForm } from "../forms/lookup.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { type Row, requireRow, type Table } from "../kernel/table.ts";
import { findNamed, nameOf } from "../organisation/lookup.ts";
import { showItems } from "../organisation/org-items.ts";
import type { StoredItem } from "../organisation/tables.ts";
import { addPeriod, periodsOf } from "./agent-times.ts";
import { addAgent, agentsOf, toStoredDepartments } from "./agent-users.ts";
import type { Company } from "./tables.ts";

type Person = AgentsSection["people"][number];

/** Replaces all agents and absences with those of the section. */
export const loadAgents = (company: Company, { people }: AgentsSection): void => {
  for (const table of [company.agentTimes, company.agentUsers]) table.clear();
  for (const [at, person] of people.entries()) loadPerson(company, person, `agents.people.${at}`);
};

const loadPerson = (company: Company, { account, times, agents }: Person, where: string): void => {
  const personId = findNamed(company, account, `${where}.account`).id;
  for (const [at, time] of times.entries()) {
    const place = `${where}.times.${at}.`;
    const startTime = readInstant(time.startTime, `${place}startTime`);
    const endTime = readInstant(time.endTime, `${place}endTime`);
    const uuid = freshId(company.agentTimes, time.id, place);
    addPeriod(company, { uuid, personId, startTime, endTime }, place);
  }
  for (const [at, { id, agent, formCode, from, priority }] of agents.entries()) {
    const place = `${where}.agents.${at}.`;
    const row = {
      uuid: freshId(company.agentUsers, id, place),
      personId,
      agentId: findNamed(company, agent, `${place}agent`).id,
      formId: formCode === undefined ? null : findForm(company, formCode, `${place}formCode`).id,
      from: toStoredDepartments(company, from, `${place}from`),
      priority,
    };
    addAgent(company, row, `${place}agent`);
  }
};

const freshId = (table: Pick<Table<Row, "uuid">, "by">, id: string | undefined, place: string): string => {
  const uuid = id?.toLowerCase() ?? randomUUID();
  return table.by("uuid", uuid).length > 0 ? refuse("OPA-ID-TAKEN", `${place}id`) : uuid;
};

/** All people with a period or an agent, in row order. */
export const dumpAgents = (company: Company): AgentsSection => ({
  people: company.employees.all().flatMap((person) => {
    const times = periodsOf(company, person.id).map(({ uuid: id, startTime, endTime }) => ({ id, startTime, endTime }));
    const agents = agentsOf(company, person.id).map(({ uuid, agentId, formId, from, priority }) => ({
      id: uuid,
      agent: nameOf(requireRow(company.employees, agentId)),
      ...(formId === null ? {} : { formCode: requireRow(company.forms, formId).code }),
      from: showDepartments(company, from),
      priority,
    }));
    return times.length + agents.length > 0 ? [{ account: nameOf(person), times, agents }] : [];
  }),
});

const showDepartments = (company: Company, from: readonly StoredItem[]): DeptRef[] =>
  showItems(company, from).flatMap((item) => (item.itemType === itemType.department && item.dept ? [item.dept] : []));
