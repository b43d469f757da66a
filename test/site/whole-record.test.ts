/** A site whose E2 fails for one person, or shows less of a person than its E1: what only the list shows is sent back like everything else (R10). */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const none = ["englishName", "idCardNumber", "birthDate", "phoneNumber", "businessCard", "hireDate", "emailEx"];
const brief = (account: string) => ({
  ...Object.fromEntries(none.map((name) => [name, null])),
  account,
  name: "Amy",
  email: `${account}@x.tw`,
  active: true,
});
const whole = (account: string) => ({
  ...brief(account),
  employeeNumber: `N-${account}`,
  gender: "Female",
  phoneNumber: "0912345678",
  loginValidation: [`UOF/${account}`],
});

const show = (...people: readonly object[]) => server.script.set("GET /department/employee", { json: people });

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  for (const list of ["/deptlevel", "/department", "/jobtitle", "/jobfunc"])
    server.script.set(`GET ${list}`, { json: [] });
  show(whole("amy"), whole("bob"));
  await writer.readLists();
  server.script.set("PUT /employee", {});
  for (const account of ["amy", "bob"])
    server.script.set(`GET /employee/0/${account}`, {
      json: { ...brief(account), employeeNumber: null, gender: "", loginValidation: [] },
    });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const change = async (account: string) =>
  writer.perform({ id: "E11", account, newAccount: account, set: { email: "new@x.tw" } }, () => undefined);
const sent = () => server.seen.filter(({ route }) => route === "PUT /employee").map(({ body }) => body);
const lists = () => server.routes().filter((route) => route === "GET /department/employee").length;

it("a change clears nothing that E1 shows and E2 does not", async () => {
  expect(await change("amy")).toBe("applied");
  expect(sent()).toEqual([
    expect.objectContaining({
      email: "new@x.tw",
      employeeNumber: "N-amy",
      gender: "Female",
      phoneNumber: "0912345678",
      loginValidation: ["UOF/amy"],
    }),
  ]);
});

it("what E2 does not show is found out once", async () => {
  await change("amy");
  const before = lists();
  await change("bob");
  expect(lists()).toBe(before);
  expect(sent()).toContainEqual(expect.objectContaining({ employeeNumber: "N-bob", gender: "Female" }));
});

it("what somebody has cleared since the list was read stays cleared", async () => {
  show({ ...whole("amy"), gender: null }, whole("bob"));
  await change("amy");
  expect(sent()).toEqual([expect.objectContaining({ employeeNumber: "N-amy", gender: null })]);
});

it.each([
  ["500", { status: 500 }],
  ["an answer that does not fit", { json: { account: "amy", name: "Amy", active: "perhaps" } }],
])("somebody for whom E2 answers %s is who E1 shows, and can be changed and disabled", async (_, reply) => {
  server.script.set("GET /employee/0/amy", reply);
  server.script.set("PUT /employee/status", {});
  server.script.set("PUT /employee/resignation", {});
  const leaver = { account: "amy", numbers: ["N-amy"] };
  const perform = (operation: Operation) => writer.perform(operation, () => undefined);
  expect(await perform({ id: "E9", ...leaver, resignationDate: "2026-01-31" })).toBe("applied");
  expect(await perform({ id: "E7", ...leaver, active: false })).toBe("applied");
  expect(await change("amy")).toBe("applied");
  expect(sent()).toEqual([expect.objectContaining({ email: "new@x.tw", gender: "Female" })]);
});

it("nothing is written about somebody for whom E2 fails and whom E1 does not show", async () => {
  server.script.set("GET /employee/0/cid", { status: 500 });
  server.script.set("GET /employee/1/N-cid", { status: 500 });
  const newcomer = {
    id: "E12",
    account: "cid",
    data: { name: "Cid", number: "N-cid" },
    defaultLogin: ["UOF"],
    posts: [],
  } as const;
  await expect(writer.perform(newcomer, () => undefined)).rejects.toMatchObject({ code: "target-unavailable" });
  expect(server.routes().filter((route) => !route.startsWith("GET"))).toEqual([]);
});
