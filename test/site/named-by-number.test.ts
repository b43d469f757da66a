/** Reading people whom the service names by employee number only: supervisors in E4 and managers in D10 are looked up with E2 (R39, R60). */
import { afterEach, beforeEach, expect, it } from "vitest";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { openReader } from "../../src/site/open-target.ts";
import type { TargetReader } from "../../src/site/target.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let reader: TargetReader;

const post = { code: "HQ", isMainDept: true, jobTitle: null, jobFuncs: [] };
const hr = directory().level("L1").department("HQ").employee("amy").in("HQ").managing("HQ");

beforeEach(async () => {
  server = await startScriptedServer();
  for (const list of ["GET /deptlevel", "GET /jobtitle", "GET /jobfunc"]) server.script.set(list, { json: [] });
  const department = { code: "HQ", name: "HQ", deptLevelCode: "L1", active: true, seq: 0, parentCode: null };
  server.script.set("GET /department", { json: [department] });
  const people = [
    { account: "amy", employeeNumber: "001", name: "Amy", active: true },
    { account: "bob", employeeNumber: "002", name: "Bob", active: true },
  ];
  server.script.set("GET /department/employee", { json: people });
  server.script.set("GET /department/manager/HQ", { json: null });
  for (const { account } of people) server.script.set(`GET /employee/dept/0/${account}`, { json: { depts: [post] } });
  server.script.set("GET /department/employee/HQ/true", { json: people });
  server.script.set("GET /employee/1/002", { json: people[1] });
  reader = openReader(server.settings, silent);
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

const read = async () => {
  const lists = await reader.readLists();
  return reader.readDetails(lists, detailScope(hr.source(), lists));
};

it("looks up a supervisor whom E4 names only by number", async () => {
  const numbered = { ...post, superVisorAccount: null, superVisorEmplNumber: "002" };
  server.script.set("GET /employee/dept/0/amy", { json: { depts: [numbered] } });
  expect((await read()).employees[0]?.posts?.[0]?.supervisor).toBe("bob");
  server.script.set("GET /employee/1/002", { json: null });
  expect((await read()).unreadable).toEqual([{ kind: "post", key: "amy", code: "response-unexpected" }]);
});

it.each<[string, object]>([
  ["without an account", { name: "Bob" }],
  ["with a blank one", { account: " ", name: "Bob" }],
  ["with null", { account: null, active: true }],
])("looks up a manager whom D10 names only by number: %s", async (_, record) => {
  server.script.set("GET /department/manager/HQ", { json: { ...record, employeeNumber: "002" } });
  expect((await read()).departments[0]?.manager).toBe("bob");
  server.script.set("GET /employee/1/002", { json: null });
  expect((await read()).unreadable).toEqual([{ kind: "manager", key: "HQ", code: "response-unexpected" }]);
});
