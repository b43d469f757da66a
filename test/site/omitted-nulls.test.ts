/** A site that leaves out what is null may show it in the list of people only, or of departments only: the answers come in any order. */
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

it.each<[string, object, object, boolean]>([
  ["departments lack nulls and nothing sends them", {}, {}, false],
  ["a person has a null", { email: null }, {}, true],
  ["a department has a null", {}, { description: null }, true],
  ["no department lacks anything", {}, { parentCode: "ACME" }, true],
])("a field that is shown of nobody, where all people have the others: %s", async (_, ofPerson, ofTop, isHidden) => {
  const server = await startScriptedServer();
  const reader = openReader(server.settings, silent);
  for (const path of ["/deptlevel", "/jobtitle", "/jobfunc"]) server.script.set(`GET ${path}`, { json: [] });
  const hq = { code: "HQ", deptLevelCode: "L1", name: "HQ", active: true, seq: 0, ...ofTop };
  const shop = { ...hq, code: "SHOP", parentCode: "HQ" };
  server.script.set("GET /department", { json: [hq, shop] });
  const amy = { account: "amy", name: "Amy", email: "amy@x.tw", active: true, ...ofPerson };
  server.script.set("GET /department/employee", { json: [amy, { ...amy, account: "bob" }] });
  const { employees } = await reader.readLists();
  expect(employees.map(({ hidden }) => hidden?.includes("englishName") ?? false)).toEqual([isHidden, isHidden]);
  await reader.close();
  await server.close();
});
