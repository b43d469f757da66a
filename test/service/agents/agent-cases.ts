/** Cases of the agent operations A1–A6, with the data of agents-baseline.ts. */

import { itemType } from "../../../src/contract/records/shared.ts";
import type { AgentsSection } from "../../../src/contract/sections/agents.ts";
import { account, number } from "../cases/baseline.ts";
import { ids as formIds } from "../forms/baseline.ts";
import { anyId, anyInstant, type CasesOf, type Refusal } from "../forms/operation-cases.ts";
import { agentIds } from "./agents-baseline.ts";

const person = (userCode: string) => ({ itemType: itemType.employee, employee: account(userCode) });
const department = (code: string, containsChildren: boolean) => ({
  itemType: itemType.department,
  dept: { code, containsChildren, isCompany: false },
});

const running = {
  id: agentIds.running,
  startTime: "2020-01-01T00:00:00.000Z",
  endTime: "2090-01-01T00:00:00.000Z",
  status: 1,
};
const toCome = {
  id: agentIds.toCome,
  startTime: "2095-01-01T00:00:00.000Z",
  endTime: "2096-01-01T00:00:00.000Z",
  status: 0,
};
const forExpense = {
  id: agentIds.forExpense,
  formName: "Expense report",
  from: [department("RD", true)],
  to: [person("bob")],
  priority: 9,
};
const first = { id: agentIds.first, formName: "", from: [], to: [person("cat")], priority: 1 };
const second = { id: agentIds.second, formName: "", from: [], to: [person("bob")], priority: 2 };

const amy = { user: account("amy") };
const period = (startTime: unknown, endTime: unknown) => ({ ...amy, startTime, endTime });
const agent = (more: object = {}) => ({
  ...amy,
  formId: null,
  from: [],
  to: { employee: account("dan") },
  priority: 5,
  ...more,
});

const unknownPerson: Refusal = {
  fact: "an unknown person",
  body: account("zoe"),
  code: "OPA-USER-UNKNOWN",
  status: 404,
  where: "userCode",
};
const unknownUser = (body: object): Refusal => ({
  fact: "an unknown person",
  body: { ...body, user: account("zoe") },
  code: "OPA-USER-UNKNOWN",
  where: "user.userCode",
});
const otherCompany = (body: object): Refusal => ({
  fact: "a person of another company",
  body: { ...body, user: { ...account("amy"), corpCode: "OTHER" } },
  code: "OPA-CORP-UNKNOWN",
  where: "user.corpCode",
});

export const agentCases: CasesOf<"A1" | "A2" | "A3" | "A4" | "A5" | "A6", AgentsSection["people"]> = {
  A1: {
    succeeds: [
      {
        fact: "shows periods that have not ended, by start, and agents in order of precedence",
        body: account("amy"),
        answers: { agentTimes: [running, toCome], agentUsers: [forExpense, first, second] },
      },
      {
        fact: "shows nothing of a person without agents",
        body: number("004"),
        answers: { agentTimes: [], agentUsers: [] },
      },
    ],
    refuses: [
      unknownPerson,
      { fact: "an unknown kind of code", body: { userType: 2, userCode: "amy" }, code: "OPA-REQUEST-INVALID" },
      { fact: "a blank code", body: account(" "), code: "OPA-REQUEST-INVALID" },
    ],
  },
  A2: {
    succeeds: [
      {
        fact: "adds a period between two others and touches both",
        body: period("2090-01-01T00:00:00Z", "2095-01-01T08:00:00"),
        answers: [
          running,
          { id: anyId, startTime: "2090-01-01T00:00:00.000Z", endTime: toCome.startTime, status: 0 },
          toCome,
        ],
        leaves: ([leaving]) =>
          leaving?.times.splice(2, 0, {
            id: anyId as string,
            startTime: "2090-01-01T00:00:00.000Z",
            endTime: toCome.startTime,
          }),
      },
      {
        fact: "starts now when no start is given",
        body: { user: number("002"), endTime: "2090-01-01T00:00:00-05:00" },
        answers: [{ id: anyId, startTime: anyInstant, endTime: "2090-01-01T05:00:00.000Z", status: 1 }],
        leaves: (people) =>
          people.push({
            account: "bob",
            times: [{ id: anyId as string, startTime: anyInstant as string, endTime: "2090-01-01T05:00:00.000Z" }],
            agents: [],
          }),
      },
    ],
    refuses: [
      {
        fact: "an overlap",
        body: period("2089-12-31T23:59:59Z", "2091-01-01T00:00:00Z"),
        code: "OPA-TIME-OVERLAP",
        where: "startTime",
      },
      {
        fact: "a period inside another",
        body: period("2095-02-01T00:00:00Z", "2095-03-01T00:00:00Z"),
        code: "OPA-TIME-OVERLAP",
      },
      {
        fact: "a period around another",
        body: period("2094-02-01T00:00:00Z", "2099-03-01T00:00:00Z"),
        code: "OPA-TIME-OVERLAP",
      },
      {
        fact: "a start at the end",
        body: period("2099-01-01T00:00:00Z", "2099-01-01T08:00:00"),
        code: "OPA-TIME-ORDER",
        where: "endTime",
      },
      {
        fact: "a start after the end",
        body: period("2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"),
        code: "OPA-TIME-ORDER",
      },
      {
        fact: "a start in the past",
        body: period("2021-01-01T00:00:00Z", "2099-01-01T00:00:00Z"),
        code: "OPA-TIME-PAST",
        where: "startTime",
      },
      {
        fact: "an end in the past",
        body: period(null, "2021-01-01T00:00:00Z"),
        code: "OPA-TIME-PAST",
        where: "endTime",
      },
      {
        fact: "a day that does not exist",
        body: period("2099-02-29T00:00:00Z", "2099-03-01T00:00:00Z"),
        code: "OPA-REQUEST-INVALID",
      },
      unknownUser(period(null, "2099-01-01T00:00:00Z")),
      otherCompany(period(null, "2099-01-01T00:00:00Z")),
    ],
  },
  A3: {
    succeeds: [
      {
        fact: "deletes a period and answers those that are left",
        body: { ...amy, id: agentIds.running.toUpperCase() },
        answers: [toCome],
        leaves: ([leaving]) => leaving?.times.splice(1, 1),
      },
      {
        fact: "deletes a past period",
        body: { ...amy, id: agentIds.over },
        answers: [running, toCome],
        leaves: ([leaving]) => leaving?.times.shift(),
      },
    ],
    refuses: [
      { fact: "an unknown id", body: { ...amy, id: agentIds.first }, code: "OPA-AGENT-TIME-UNKNOWN", where: "id" },
      {
        fact: "another person's period",
        body: { user: account("bob"), id: agentIds.running },
        code: "OPA-AGENT-TIME-UNKNOWN",
      },
      unknownUser({ id: agentIds.running }),
      otherCompany({ id: agentIds.running }),
    ],
  },
  A4: {
    succeeds: [
      {
        fact: "lists the company's forms by category, without empty ones",
        body: account("amy"),
        answers: [
          { categoryName: "People", formItems: [{ formId: formIds.leave, name: "Leave" }] },
          {
            categoryName: "Money",
            formItems: [
              { formId: formIds.expense, name: "Expense report" },
              { formId: formIds.closed, name: "Closed" },
            ],
          },
        ],
      },
    ],
    refuses: [unknownPerson],
  },
  A5: {
    succeeds: [
      {
        fact: "adds an agent for one form from some departments",
        body: agent({
          formId: formIds.leave,
          from: [{ code: "FIN" }, { code: "acme", isCompany: true }],
          priority: -1,
        }),
        answers: [
          {
            id: anyId,
            formName: "Leave",
            from: [
              department("FIN", false),
              { itemType: 0, dept: { code: "ACME", containsChildren: true, isCompany: true } },
            ],
            to: [person("dan")],
            priority: -1,
          },
          forExpense,
          first,
          second,
        ],
        leaves: ([leaving]) =>
          leaving?.agents.unshift({
            id: anyId as string,
            agent: "dan",
            formCode: "LEAVE",
            from: [
              { code: "FIN", containsChildren: false, isCompany: false },
              { code: "ACME", containsChildren: true, isCompany: true },
            ],
            priority: -1,
          }),
      },
      {
        fact: "adds an agent for all forms if none is given, after those with the same priority",
        body: { ...amy, from: [], to: { employee: number("004") }, priority: 1 },
        answers: [forExpense, first, { id: anyId, formName: "", from: [], to: [person("dan")], priority: 1 }, second],
        leaves: ([leaving]) =>
          leaving?.agents.splice(2, 0, { id: anyId as string, agent: "dan", from: [], priority: 1 }),
      },
      {
        fact: "accepts the same agent for other departments",
        body: agent({ to: { employee: account("cat") }, from: [{ code: "RD" }] }),
        check: async (answer) => {
          if ((answer as unknown[]).length !== 4) throw new Error("not added");
        },
        leaves: ([leaving]) =>
          leaving?.agents.push({
            id: anyId as string,
            agent: "cat",
            from: [{ code: "RD", containsChildren: false, isCompany: false }],
            priority: 5,
          }),
      },
    ],
    refuses: [
      {
        fact: "the person as own agent",
        body: agent({ to: { employee: number("001") } }),
        code: "OPA-AGENT-SELF",
        where: "to.employee",
      },
      {
        fact: "an agent who is disabled",
        body: agent({ to: { employee: account("eve") } }),
        code: "OPA-AGENT-INACTIVE",
        where: "to.employee",
      },
      {
        fact: "an unknown agent",
        body: agent({ to: { employee: account("zoe") } }),
        code: "OPA-USER-UNKNOWN",
        where: "to.employee.userCode",
      },
      { fact: "an unknown form", body: agent({ formId: formIds.car }), code: "OPA-FORM-UNKNOWN", where: "formId" },
      {
        fact: "an unknown department",
        body: agent({ from: [{ code: "RD" }, { code: "NO" }] }),
        code: "OPA-DEPT-UNKNOWN",
        where: "from.1.code",
      },
      {
        fact: "the same agent again",
        body: agent({ to: { employee: account("cat") } }),
        code: "OPA-AGENT-TAKEN",
        where: "to.employee",
      },
      {
        fact: "the same agent with the same departments in another order",
        first: [["A5", { body: agent({ from: [{ code: "RD" }, { code: "FIN", containsChildren: true }] }) }]],
        body: agent({
          from: [{ code: "fin", containsChildren: true }, { code: "RD", containsChildren: false }, { code: "RD" }],
          priority: 1,
        }),
        code: "OPA-AGENT-TAKEN",
      },
      { fact: "a priority that is not an integer", body: agent({ priority: 1.5 }), code: "OPA-REQUEST-INVALID" },
      { fact: "a priority beyond 32 bits", body: agent({ priority: 2 ** 31 }), code: "OPA-REQUEST-INVALID" },
      unknownUser(agent()),
      otherCompany(agent()),
    ],
  },
  A6: {
    succeeds: [
      {
        fact: "deletes an agent and answers those that are left",
        body: { ...amy, id: agentIds.first },
        answers: [forExpense, second],
        leaves: ([leaving]) => leaving?.agents.splice(1, 1),
      },
    ],
    refuses: [
      { fact: "an unknown id", body: { ...amy, id: agentIds.over }, code: "OPA-AGENT-UNKNOWN", where: "id" },
      {
        fact: "another person's agent",
        body: { user: account("bob"), id: agentIds.first },
        code: "OPA-AGENT-UNKNOWN",
      },
      unknownUser({ id: agentIds.first }),
      otherCompany({ id: agentIds.first }),
    ],
  },
};
