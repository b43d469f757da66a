/** Absences and agents, for the company of `cases/baseline.ts` and the forms of `forms/baseline.ts`. */
import { AgentsSection } from "../../../src/contract/sections/agents.ts";

export const agentIds = {
  over: "a0000000-0000-4000-8000-000000000001",
  running: "a0000000-0000-4000-8000-000000000002",
  toCome: "a0000000-0000-4000-8000-000000000003",
  first: "b0000000-0000-4000-8000-000000000001",
  second: "b0000000-0000-4000-8000-000000000002",
  forExpense: "b0000000-0000-4000-8000-000000000003",
} as const;

/**
 * Amy is absent until 2090, and again in 2095. Her agents are cat and then bob. For the form EXPENSE from RD and the departments
 * below, bob comes first.
 */
export const agentsBaseline = (): AgentsSection =>
  AgentsSection.parse({
    people: [
      {
        account: "amy",
        times: [
          { id: agentIds.over, startTime: "2019-01-01T00:00:00.000Z", endTime: "2020-01-01T00:00:00.000Z" },
          { id: agentIds.running, startTime: "2020-01-01T00:00:00.000Z", endTime: "2090-01-01T00:00:00.000Z" },
          { id: agentIds.toCome, startTime: "2095-01-01T00:00:00.000Z", endTime: "2096-01-01T00:00:00.000Z" },
        ],
        agents: [
          {
            id: agentIds.forExpense,
            agent: "bob",
            formCode: "EXPENSE",
            from: [{ code: "RD", containsChildren: true, isCompany: false }],
            priority: 9,
          },
          { id: agentIds.first, agent: "cat", priority: 1 },
          { id: agentIds.second, agent: "bob", priority: 2 },
        ],
      },
    ],
  });
