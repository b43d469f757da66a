/**
 * Some web servers take what follows a dot for the name of a file, and answer a path that ends with `amy.li` with a page of their own (404).
 * It must not look as if half of the people had no posts (R15, R101).
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openReader } from "../../../src/site/open-target.ts";
import type { TargetReader } from "../../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "../scripted-server.ts";

const accounts = ["amy.li", "bo.wu", "cid"];
const posts = { json: { depts: [{ code: "HQ", isMainDept: true }] } };
const page = { status: 404, text: "<html>404 - File or directory not found.</html>" };

let server: ScriptedServer;
let reader: TargetReader;

beforeEach(async () => {
  server = await startScriptedServer();
  for (const list of ["deptlevel", "jobtitle", "jobfunc"]) server.script.set(`GET /${list}`, { json: [] });
  server.script.set("GET /department", { json: ["HQ", "R.1"].map((code) => ({ code, name: code, active: true })) });
  server.script.set("GET /department/employee", { json: accounts.map((account) => ({ account, active: true })) });
  server.script.set("GET /employee/dept/0/amy.li", page);
  server.script.set("GET /employee/dept/0/bo.wu", page);
  server.script.set("GET /employee/dept/0/cid", posts);
  server.script.set("GET /department/manager/HQ", { json: { account: "cid" } });
  server.script.set("GET /department/manager/R.1", page);
  reader = openReader(server.settings, silent);
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

const read = async () =>
  reader.readDetails(await reader.readLists(), { managersOf: ["HQ", "R.1"], postsOf: accounts, membersOf: [] });

it("leaves unknown what a page of 404 hides, where no value with such a character was ever answered for", async () => {
  const code = "path-value-refused";
  expect((await read()).unreadable).toEqual([
    { kind: "manager", key: "R.1", code },
    { kind: "post", key: "amy.li", code },
    { kind: "post", key: "bo.wu", code },
  ]);
});

it("takes it for none where the operation has answered for such a value", async () => {
  server.script.set("GET /employee/dept/0/bo.wu", posts);
  const { employees, unreadable } = await read();
  expect(employees.map(({ posts: held }) => held?.length)).toEqual([0, 1, 1]);
  expect(unreadable).toEqual([{ kind: "manager", key: "R.1", code: "path-value-refused" }]);
});

it("does not conclude from another character that a dot is served, and does so from one letter about another", async () => {
  server.script.set("GET /department/employee", {
    json: ["c-d", "王", ...accounts, "李"].map((account) => ({ account, active: true })),
  });
  for (const account of ["c-d", "王"]) server.script.set(`GET /employee/dept/0/${account}`, posts);
  server.script.set("GET /employee/dept/0/李", page);
  const details = { managersOf: [], postsOf: ["c-d", "王", ...accounts, "李"], membersOf: [] };
  const { unreadable } = await reader.readDetails(await reader.readLists(), details);
  expect(unreadable.map(({ key }) => key)).toEqual(["amy.li", "bo.wu"]);
});

it("leaves whoever has half a character in the account unknown: a service may cut its texts in the middle of one", async () => {
  const half = "amy\ud842";
  server.script.set("GET /department/employee", {
    json: [half, "cid"].map((account) => ({ account, active: true })),
  });
  server.script.set("GET /department", { json: ["HQ", "R\ud842"].map((code) => ({ code, name: code, active: true })) });
  const details = { managersOf: ["HQ", "R\ud842"], postsOf: [half, "cid"], membersOf: [] };
  const { unreadable } = await reader.readDetails(await reader.readLists(), details);
  expect(unreadable).toEqual([
    { kind: "manager", key: "R\ud842", code: "path-value-refused" },
    { kind: "post", key: half, code: "path-value-refused" },
  ]);
});
