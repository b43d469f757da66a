/**
 * Records of E1 by which nobody can be named: without an account, or one of two different ones with the same account. HR's record of such a
 * person is held, everybody else is planned for, and nobody is asked about by a text that E1 did not show (R51).
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { openReader } from "../../src/site/open-target.ts";
import type { TargetReader } from "../../src/site/target.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../support/target/plan-between.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let reader: TargetReader;

beforeEach(async () => {
  server = await startScriptedServer();
  for (const list of ["GET /deptlevel", "GET /jobtitle", "GET /jobfunc"]) server.script.set(list, { json: [] });
  server.script.set("GET /department", {
    json: [{ code: "HQ", name: "HQ", deptLevelCode: "L1", active: true, seq: 0, parentCode: null }],
  });
  server.script.set("GET /department/manager/HQ", { json: null });
  for (const account of ["amy", "bob", "cid"])
    server.script.set(`GET /employee/dept/0/${account}`, { json: { depts: [] } });
  reader = openReader(server.settings, silent);
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

const amy = { account: "amy", name: "Amy", employeeNumber: "1", idCardNumber: "A123456789", active: true };
const bob = { account: "bob", name: "Bob", employeeNumber: "2", idCardNumber: "B123456780", active: true };
const cid = { account: "cid", name: "Cid", employeeNumber: "3", idCardNumber: "C123456781", active: true };

/** HR has the three under new names. */
const hr = [amy, bob, cid].reduce(
  (made, { account, employeeNumber: number, idCardNumber, name }) =>
    made.employee(account, { number, idCardNumber, name, englishName: name }),
  directory(),
);

/** Plans with what the site lists; returns what is planned, what is held, and the calls about single people. */
const planned = async (listed: readonly object[]) => {
  server.script.set("GET /department/employee", { json: listed });
  const lists = await reader.readLists();
  const target = await reader.readDetails(lists, detailScope(hr.source(), lists));
  const plan = planBetween(hr, hr, { shown: (of) => ({ ...of, ...target, members: new Map() }) });
  const asked = server.routes().filter((route) => route.startsWith("GET /employee"));
  return { changes: idsOf(plan.changes), held: heldIn(plan), asked: asked.filter((route) => route.includes("(")) };
};

const others = ["gender", "birthDate", "phoneNumber", "businessCard", "hireDate", "email", "emailEx"];
const withEnglish = (one: object) => ({
  ...Object.fromEntries(others.map((field) => [field, null])),
  loginValidation: [],
  expiredTime: null,
  ...one,
  englishName: "x",
});
const rest = ["employee/amy/update", "employee/cid/update"];

it.each([
  ["blank", { account: " " }],
  ["null", { account: null }],
  ["left out", { account: undefined }],
])("holds the person whose account is %s, and only that one", async (_, without) => {
  const listed = [amy, { ...bob, ...without }, cid].map(withEnglish);
  expect(await planned(listed)).toEqual({ changes: rest, held: ["employee/bob/update: no-account"], asked: [] });
});

it("does not create a person whom the site shows without account and number", async () => {
  const listed = [amy, { ...bob, account: null, employeeNumber: null }, cid].map(withEnglish);
  expect(await planned(listed)).toEqual({ changes: rest, held: ["employee/bob/create: possible-twin"], asked: [] });
});

it("takes whoever has the number with an account for the person", async () => {
  const listed = [amy, { ...bob, account: "" }, bob, cid].map(withEnglish);
  const { changes, held } = await planned(listed);
  expect({ changes, held }).toEqual({
    changes: ["employee/amy/update", "employee/bob/update", "employee/cid/update"],
    held: [],
  });
});

it("tells several people without account and number apart", async () => {
  const nobody = { account: "", employeeNumber: null, name: "王" };
  server.script.set("GET /department/employee", {
    json: [amy, bob, cid, { ...nobody, email: "a@x.tw" }, { ...nobody, email: "b@x.tw" }],
  });
  const { employees } = await reader.readLists();
  expect(new Set(employees.map(({ account }) => account)).size).toBe(5);
});

it("holds the person of whom two records say different things, and only that one", async () => {
  server.script.set("GET /employee/0/bob", { json: bob });
  const listed = [amy, bob, { ...bob, email: "b@x.tw" }, cid].map(withEnglish);
  expect(await planned(listed)).toEqual({ changes: rest, held: ["employee/bob/update: ambiguous"], asked: [] });
});

it.each([
  ["accounts", [amy, { ...bob, account: null }, { ...cid, account: null }]],
  ["records once", [bob, { ...bob, email: "b@x.tw" }]],
])("reads nothing where most people have no %s", async (_, json) => {
  server.script.set("GET /department/employee", { json });
  server.script.set("GET /employee/0/bob", { json: bob });
  await expect(reader.readLists()).rejects.toMatchObject({ code: "response-unexpected" });
});

it.each(["null", "NULL"])("reads %s as nothing, where a person may have nothing", async (said) => {
  const empty = [...others, "expiredTime", "englishName", "idCardNumber"];
  server.script.set("GET /department/employee", {
    json: [{ account: said, name: said, ...Object.fromEntries(empty.map((field) => [field, said])) }],
  });
  const [person] = (await reader.readLists()).employees;
  expect(person).toMatchObject({
    account: said,
    name: said,
    ...Object.fromEntries(empty.map((field) => [field, null])),
  });
  expect(person?.hidden ?? []).not.toContain("gender");
});
