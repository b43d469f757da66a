/**
 * Loads and dumps the agents section. A loaded section must satisfy the rules of A2 and A5, except that periods may be current
 * or past, and agents may be disabled.
 */
import { randomUUID } from "node:crypto";
import type { AgentsSection } from "../../contract/sections/agents.ts";
import { findForm } from "../forms/lookup.ts";
import { type Row, requireRow, type Table } from "../kernel/company/table.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { findNamed, nameOf } from "../organisation/lookup.ts";
import { showItems } from "../organisation/org-items.ts";
import { addPeriod, periodsOf } from "./agent-times.ts";
import { addAgent, agentsOf } from "./agent-users.ts";
import type { Company } from "./tables.ts";

type Person = AgentsSection["people"][number];

/** Replaces all agents and absences with those of the section. */
export const loadAgents = (company: Company, { people }: AgentsSection): void => {
  for (const table of [company.agentTimes, company.agentUsers]) table.clear();
  for (const [at, person] of people.entries()) refusingWithin(`people.${at}`, () => loadPerson(company, person));
};

const loadPerson = (company: Company, { account, times, agents }: Person): void => {
  const personId = findNamed(company, account, "account").id;
  for (const [at, { id, startTime, endTime }] of times.entries()) {
    refusingWithin(`times.${at}`, () => {
      const [start, end] = [readInstant(startTime, "startTime"), readInstant(endTime, "endTime")];
      addPeriod(company, { uuid: freshId(company.agentTimes, id), personId, startTime: start, endTime: end });
    });
  }
  for (const [at, { id, agent, formCode, from, priority }] of agents.entries()) {
    refusingWithin(`agents.${at}`, () => {
      const uuid = freshId(company.agentUsers, id);
      const agentId = findNamed(company, agent, "agent").id;
      const formId = formCode === undefined ? null : findForm(company, formCode, "formCode").id;
      addAgent(company, { uuid, personId, agentId, formId, from, priority }, "agent");
    });
  }
};

const freshId = (table: Pick<Table<Row, "uuid">, "by">, id: string = randomUUID()): string =>
  table.by("uuid", id.toLowerCase()).length > 0 ? refuse("OPA-ID-TAKEN", "id") : id.toLowerCase();

export const dumpAgents = (company: Company): AgentsSection => ({
  people: company.employees.all().flatMap((person) => {
    const times = periodsOf(company, person.id).map(({ uuid: id, startTime, endTime }) => ({ id, startTime, endTime }));
    const agents = agentsOf(company, person.id).map(({ uuid, agentId, formId, from, priority }) => ({
      id: uuid,
      agent: nameOf(requireRow(company.employees, agentId)),
      ...(formId === null ? {} : { formCode: requireRow(company.forms, formId).code }),
      from: showItems(company, from).flatMap(({ dept }) => dept ?? []),
      priority,
    }));
    return times.length + agents.length > 0 ? [{ account: nameOf(person), times, agents }] : [];
  }),
});
