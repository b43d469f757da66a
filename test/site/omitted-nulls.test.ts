/** A site that leaves out what is null may show it in the list of people only: the answers come in any order. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { openReader } from "../../src/site/open-target.ts";
import { silent, startScriptedServer } from "./scripted-server.ts";

it.each([
  ["last", 0, 60],
  ["first", 60, 0],
])("no department has a description where the people, who come %s, lack nulls", async (_, departmentsMs, peopleMs) => {
  const server = await startScriptedServer();
  const reader = openReader(server.settings, silent);
  for (const path of ["/deptlevel", "/jobtitle", "/jobfunc"]) server.script.set(`GET ${path}`, { json: [] });
  const amy = { account: "amy", name: "Amy", active: true };
  const [hq, shop] = [
    { code: "HQ", parentCode: "ACME", deptLevelCode: "L1", name: "HQ", active: true, seq: 0 },
    { code: "SHOP", parentCode: "HQ", deptLevelCode: "L1", name: "Shop", active: true, seq: 0 },
  ];
  server.script.set("GET /department", () => ({ json: [hq, shop], after: delay(departmentsMs) }));
  server.script.set("GET /department/employee", () => ({
    json: [amy, { ...amy, account: "bob", englishName: "Bob" }],
    after: delay(peopleMs),
  }));
  const { departments } = await reader.readLists();
  expect(departments.map(({ description }) => description)).toEqual([null, null]);
  await reader.close();
  await server.close();
});
