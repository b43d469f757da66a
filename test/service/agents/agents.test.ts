/** The agent operations A1–A6 over real HTTP, and agents whose people, departments or forms change. */
import { expect, it } from "vitest";
import { account, baseline, number } from "../cases/baseline.ts";
import { formsBaseline } from "../forms/baseline.ts";
import { runCases } from "../forms/operation-cases.ts";
import { agentCases } from "./agent-cases.ts";
import { agentIds, agentsBaseline } from "./agents-baseline.ts";

const company = () => ({ organisation: baseline(), forms: formsBaseline(), agents: agentsBaseline() });

const { service } = runCases(agentCases, company, ({ agents }) => agents?.people ?? []);

const agentsOf = async (userCode: string) =>
  ((await service().call("A1", { body: account(userCode) })).json as { agentUsers: { id: string }[] }).agentUsers;

it("agents follow a new account, a new department code and a new form name", async () => {
  await service().call("E11", { body: { account: "robert", name: "Robert", user: account("bob") } });
  const renamed = { originalCode: "RD", code: "RESEARCH", name: "Research", deptLevelCode: "L2" };
  await service().call("D3", { body: renamed });
  const forms = formsBaseline();
  const named = forms.forms.map((form) => (form.code === "EXPENSE" ? { ...form, name: "Costs" } : form));
  const open = named.map((form) => ({ ...form, applicants: undefined }));
  await service().admin("PUT", "/company", { forms: { ...forms, forms: open } });
  expect((await agentsOf("amy"))[0]).toEqual({
    id: agentIds.forExpense,
    formName: "Costs",
    from: [{ itemType: 0, dept: { code: "RESEARCH", containsChildren: true, isCompany: false } }],
    to: [{ itemType: 1, employee: { userType: 0, userCode: "robert" } }],
    priority: 9,
  });
});

it("a deleted agent is never asked", async () => {
  expect((await service().call("E10", { body: number("003") })).status).toBe(200);
  expect((await agentsOf("amy")).map(({ id }) => id)).toEqual([agentIds.forExpense, agentIds.second]);
});

it("an agent for departments that were all deleted is not asked for other documents", async () => {
  const body = { user: account("amy"), from: [{ code: "LAB" }], to: { employee: account("dan") }, priority: 1 };
  expect(((await service().call("A5", { body })).json as unknown[]).length).toBe(4);
  expect((await service().call("D6", { params: { code: "LAB" } })).status).toBe(200);
  expect(await agentsOf("amy")).toHaveLength(3);
});

it.each([
  ["an unknown person", { people: [{ account: "zoe" }] }, "people.0.account"],
  ["an unknown agent", { people: [{ account: "amy", agents: [{ agent: "zoe" }] }] }, "people.0.agents.0.agent"],
  [
    "an unknown form",
    { people: [{ account: "amy", agents: [{ agent: "bob", formCode: "NO" }] }] },
    "people.0.agents.0.formCode",
  ],
  [
    "a period that overlaps",
    {
      people: [
        {
          account: "amy",
          times: [
            { startTime: "2020-01-01T00:00:00", endTime: "2021-01-01T00:00:00" },
            { startTime: "2020-12-31T00:00:00", endTime: "2022-01-01T00:00:00" },
          ],
        },
      ],
    },
    "people.0.times.1.startTime",
  ],
  [
    "an id twice",
    { people: ["amy", "bob"].map((who) => ({ account: who, agents: [{ id: agentIds.first, agent: "dan" }] })) },
    "people.1.agents.0.id",
  ],
])("a document with %s is refused with its place", async (_, agents, place) => {
  const before = await service().admin("GET", "/company");
  await expect(service().admin("PUT", "/company", { agents })).rejects.toThrow(`"agents.${place}`);
  expect(await service().admin("GET", "/company")).toEqual(before);
});

it("loading what was dumped changes nothing", async () => {
  const dump = await service().admin("GET", "/company");
  await service().admin("PUT", "/company", dump);
  expect(await service().admin("GET", "/company")).toEqual(dump);
});
