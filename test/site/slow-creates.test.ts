/** Creates that take the service longer than a call waits: they are not sent again while it may still be at work, or it makes two. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;

beforeEach(async () => {
  server = await startScriptedServer({ timeoutMs: 200 });
  for (const list of ["department", "deptlevel", "jobtitle", "jobfunc", "department/employee"])
    server.script.set(`GET /${list}`, { json: [] });
  for (const key of ["0/amy", "1/1"]) server.script.set(`GET /employee/${key}`, { json: null });
  writer = openWriter(server.settings, silent);
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const amy: Operation = {
  id: "E12",
  account: "amy",
  data: { name: "Amy", number: "1" },
  defaultLogin: ["UOF"],
  posts: [],
};
const level: Operation = { id: "V2", code: "L1", name: "課", active: true };

const late: Reply = { accident: "hang" };
const gateway: Reply = { status: 504, text: "<h1>Gateway Timeout</h1>", headers: { "content-type": "text/html" } };

it.each<[string, Operation, string, Reply, string]>([
  ["a person, after no answer in time", amy, "POST /employee", late, "target-no-answer"],
  ["a person, after a gateway gave up", amy, "POST /employee", gateway, "target-unavailable"],
  ["a level, after no answer in time", level, "POST /deptlevel", late, "target-no-answer"],
])("sends %s once", async (_, operation, route, reply, code) => {
  server.script.set(route, reply);
  const outcome = await writer
    .perform(operation, () => undefined)
    .catch((error: unknown) => (error as MusterdError).code);
  expect(outcome).toBe(code);
  expect(server.routes().filter((one) => one === route)).toHaveLength(1);
});

it("sends a person again after a connection that broke", async () => {
  server.script.set("POST /employee", [{ accident: "reset" }, {}]);
  expect(await writer.perform(amy, () => undefined)).toBe("applied");
  expect(server.routes().filter((one) => one === "POST /employee")).toHaveLength(2);
});
