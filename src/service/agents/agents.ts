/**
 * Agents who sign for people who are absent (A1–A6), and periods of absence (R67). A2, A3, A5 and A6 return the person's list
 * after the change.
 */
import { randomUUID } from "node:crypto";
import { isoInstant } from "../../lib/clock.ts";
import { findForm } from "../forms/lookup.ts";
import type { Feature } from "../kernel/http/feature.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { findEmployee } from "../organisation/lookup.ts";
import { inOrder } from "../organisation/ordering.ts";
import { addPeriod, showPeriods } from "./agent-times.ts";
import { addAgent, showAgents } from "./agent-users.ts";
import { dumpAgents, loadAgents } from "./section.ts";
import { type Company, createAgentTables } from "./tables.ts";

export const agents = {
  tables: createAgentTables,
  rules: {
    A1: (company, { body }) => {
      const { id } = findEmployee(company, body, "", 404);
      return { agentTimes: showPeriods(company, id), agentUsers: showAgents(company, id) };
    },

    A2: (company, { body }) => {
      const personId = findEmployee(company, body.user, "user").id;
      const now = isoInstant(company.clock.nowMs());
      const startTime = body.startTime ? readInstant(body.startTime, "startTime") : now;
      const endTime = readInstant(body.endTime, "endTime");
      if (startTime < now) refuse("OPA-TIME-PAST", "startTime");
      if (endTime < now) refuse("OPA-TIME-PAST", "endTime");
      addPeriod(company, { uuid: randomUUID(), personId, startTime, endTime });
      return showPeriods(company, personId);
    },

    A3: (company, { body }) => {
      const personId = findEmployee(company, body.user, "user").id;
      const period = company.agentTimes.by("person", personId).find(({ uuid }) => uuid === body.id.toLowerCase());
      company.agentTimes.remove((period ?? refuse("OPA-AGENT-TIME-UNKNOWN", "id")).id);
      return showPeriods(company, personId);
    },

    A4: (company, { body }) => {
      findEmployee(company, body, "", 404);
      return inOrder(company.formCategories.all()).flatMap((category) => {
        const forms = inOrder(company.forms.all()).filter(({ categoryId }) => categoryId === category.id);
        const formItems = forms.map(({ uuid, name }) => ({ formId: uuid, name }));
        return formItems.length > 0 ? [{ categoryName: category.name, formItems }] : [];
      });
    },

    A5: (company, { body }) => {
      const personId = findEmployee(company, body.user, "user").id;
      const to = body.to.employee ?? refuse("OPA-ITEM-INCOMPLETE", "to.employee");
      const agent = findEmployee(company, to, "to.employee");
      if (!agent.data.active) refuse("OPA-AGENT-INACTIVE", "to.employee");
      const formId = body.formId ? findForm(company, body.formId, "formId").id : null;
      const { from, priority } = body;
      addAgent(company, { uuid: randomUUID(), personId, agentId: agent.id, formId, from, priority }, "to.employee");
      return showAgents(company, personId);
    },

    A6: (company, { body }) => {
      const personId = findEmployee(company, body.user, "user").id;
      const agent = company.agentUsers.by("person", personId).find(({ uuid }) => uuid === body.id.toLowerCase());
      company.agentUsers.remove((agent ?? refuse("OPA-AGENT-UNKNOWN", "id")).id);
      return showAgents(company, personId);
    },
  },
  sections: { agents: { refersTo: ["organisation", "forms"], load: loadAgents, dump: dumpAgents } },
} satisfies Feature<Company>;
