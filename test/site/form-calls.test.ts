/** Tests whose signature a form about a blocked plan waits for. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FormCalls, openFormCalls } from "../../src/site/form-calls.ts";
import { type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

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
