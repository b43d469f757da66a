/** Tests whose signature a form about a blocked plan waits for. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FormCalls, openFormCalls } from "../../../src/site/forms/form-calls.ts";
import { type ScriptedServer, startScriptedServer } from "../scripted-server.ts";

let server: ScriptedServer;
let calls: FormCalls;
beforeEach(async () => {
  server = await startScriptedServer();
  calls = openFormCalls(server.settings);
});
afterEach(async () => {
  await calls.close();
  await server.close();
});

const form = { code: "RELEASE", applicant: "musterd", department: "IT", fields: {} };

const date = "2026-11-20T02:00:00.000Z";
const pending = {
  formName: "release",
  subject: "a plan",
  formSn: "R-1",
  applicantDate: date,
  url: "/document/R-1",
  urgent: false,
  nodeId: "00000000-0000-4000-8000-000000000007",
  createdDate: date,
  isBranch: false,
  isAgent: false,
  isHandover: false,
};

it.each([
  ["for the person's own signature", {}, true],
  ["for an agent's", { isAgent: true }, false],
  ["for one that was handed over", { isHandover: true }, false],
  ["with another document", { formSn: "R-11" }, false],
])("a document waits %s", async (_, task, isOwn) => {
  const pageInfo = { pageSize: 200, itemsCount: 1, pageNumber: 0, pageCount: 1 };
  server.script.set("POST /openapi/bpm/v1/form/search/task/todo", {
    json: { pageInfo, items: [{ ...pending, ...task }] },
  });
  expect(await calls.waitsFor("R-1", "ann", form)).toBe(isOwn);
});

const agent = {
  id: "00000000-0000-4000-8000-000000000008",
  formName: "",
  from: [],
  to: [{ userType: 0, userCode: "bob", name: "Bob" }],
  priority: 1,
};
const inTime = { id: agent.id, status: 1, startTime: "2026-11-20T00:00:00.000Z", endTime: "2026-11-21T00:00:00.000Z" };

it.each([
  ["is away while an agent signs", [inTime], [agent], true],
  ["is there when nobody signs instead", [inTime], [], false],
  ["is there when the time of the agents is over or to come", [], [agent], false],
  ["is there from the end of that time on", [{ ...inTime, endTime: date }], [agent], false],
  ["is away from its beginning on", [{ ...inTime, startTime: date }], [agent], true],
  [
    "is away by Taiwan's clock",
    [{ ...inTime, startTime: "2026/11/20 09:59", endTime: "2026/11/20 10:01" }],
    [agent],
    true,
  ],
  [
    "is there by Taiwan's clock",
    [{ ...inTime, startTime: "2026-11-20T01:00:00", endTime: "2026-11-20T09:00:00" }],
    [agent],
    false,
  ],
  ["is away until an end that nobody understands", [{ ...inTime, endTime: "soon" }], [agent], true],
])("a person %s", async (_, agentTimes, agentUsers, isAway) => {
  server.script.set("POST /agent/settings", { json: { agentTimes, agentUsers } });
  expect(await calls.isAway("ann", Date.parse(date))).toBe(isAway);
});

it("a form that cannot be started says all that is in the way", async () => {
  const field = { id: agent.id, name: "n", typeId: agent.id, notSupport: false, isExternalSource: false };
  server.script.set("GET /openapi/bpm/v1/form/fields/RELEASE", {
    json: {
      formCode: "RELEASE",
      allowApplyForm: false,
      fields: [
        { ...field, code: "plan", isRequired: true },
        { ...field, code: "who", isRequired: false, notSupport: true },
      ],
    },
  });
  server.script.set("GET /openapi/bpm/v1/form/apply/0/musterd", { json: { categoryList: [], formList: [] } });
  await expect(calls.tryForm({ ...form, fields: { who: "2" } })).rejects.toMatchObject({
    code: "form-refused",
    message:
      "the form RELEASE cannot be started: the applicant may not apply with it; it has no field who that musterd can set; its field plan needs a value",
  });
});

it.each([
  ["a code and where", "OPA-VALUE-INVALID amount", "(OPA-VALUE-INVALID)"],
  ["a sentence about somebody", "申請人 王小明 無權限", "(2)"],
  ["nothing", null, "(2)"],
])("why there is no document is told without personal data: %s", async (_, resultMessage, told) => {
  const json = {
    traceId: agent.id,
    formName: "release",
    formSn: null,
    process: 2,
    result: 2,
    retryCount: 0,
    resultMessage,
  };
  server.script.set("POST /openapi/bpm/v1/form/apply/trace", { json });
  await expect(calls.documentOf(agent.id)).rejects.toMatchObject({
    code: "form-refused",
    message: expect.stringContaining(told),
  });
});
