/** A site that stores accounts in another case than they were sent, and then finds nobody under the one that was sent (R14). */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const people: { account: string; employeeNumber: string }[] = [];
const unknown = { status: 404, json: { errorCode: "NO_SUCH_PERSON", traceId: "t" } };

beforeEach(async () => {
  people.length = 0;
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  server.script.set("GET /department/employee", () => ({ json: people }));
  server.script.set("POST /employee", ({ body }) => {
    const { account, employeeNumber } = body as (typeof people)[number];
    const stored = { ...(body as object), account: account.toUpperCase(), employeeNumber, active: true };
    people.push(stored);
    server.script.set(`GET /employee/0/${stored.account}`, { json: stored });
    server.script.set(`GET /employee/dept/0/${stored.account}`, {
      json: { depts: [{ code: "RD", isMainDept: true }] },
    });
    return {};
  });
  for (const code of ["amy", "bob"])
    for (const route of [`GET /employee/0/${code}`, `GET /employee/dept/0/${code}`]) server.script.set(route, unknown);
  for (const number of ["1", "2"]) server.script.set(`GET /employee/1/${number}`, unknown);
  server.script.set("PUT /employee/status", { status: 400, json: { errorCode: "NO_SUCH_PERSON", traceId: "t" } });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const newcomer = (account: string, number: string): Operation => ({
  id: "E12",
  account,
  data: { name: account, number },
  defaultLogin: ["UOF"],
  posts: [{ department: "RD", main: true }],
});
const outcome = (operation: Operation) =>
  writer.perform(operation, () => undefined).catch((error: unknown) => (error as MusterdError).code);

it("has created the people who are created", async () => {
  expect([await outcome(newcomer("amy", "1")), await outcome(newcomer("bob", "2"))]).toEqual(["applied", "applied"]);
  expect(server.routes().filter((route) => !route.startsWith("GET"))).toEqual(["POST /employee", "POST /employee"]);
});

it("names them as the site spells them where they leave one day, or wait for their first", async () => {
  const amy = { account: "AMY", name: "amy", employeeNumber: "1", active: true };
  people.push(amy);
  server.script.set("GET /employee/1/1", { json: amy });
  const named: unknown[] = [];
  for (const route of ["PUT /employee/status", "PUT /employee/resignation"])
    server.script.set(route, ({ body }) => {
      named.push(body);
      return {};
    });
  const numbers = ["1"];
  expect(await outcome({ id: "E9", account: "amy", numbers, resignationDate: "2027-01-31" })).toBe("applied");
  expect(await outcome({ id: "E7", account: "amy", numbers, active: false })).toBe("applied");
  expect(JSON.stringify(named).match(/"userCode":"AMY"/g)).toHaveLength(2);
});

it("names nobody else to whom the number leads", async () => {
  server.script.set("GET /employee/1/1", { json: { account: "BEN", name: "ben", employeeNumber: "1", active: true } });
  const named: string[] = [];
  server.script.set("PUT /employee/status", ({ body }) => {
    named.push((body as { readonly user: { readonly userCode: string } }).user.userCode);
    return {};
  });
  await outcome({ id: "E7", account: "amy", numbers: ["1"], active: true });
  expect(named).toEqual(["amy"]);
});

it("has given a new account that it shows in another case", async () => {
  const fields =
    "expiredTime gender englishName idCardNumber birthDate phoneNumber businessCard hireDate email emailEx";
  const blank = Object.fromEntries(fields.split(" ").map((name) => [name, null]));
  const amy = {
    ...blank,
    loginValidation: [],
    account: "AMY",
    name: "amy",
    employeeNumber: "1",
    active: true,
    locked: false,
  };
  people.push(amy);
  server.script.set("GET /employee/0/AMY", { json: amy });
  server.script.set("GET /employee/0/chen", unknown);
  server.script.set("PUT /employee", ({ body }) => {
    const account = (body as typeof amy).account.toUpperCase();
    server.script.set("GET /employee/1/1", { json: { ...amy, account } });
    people.splice(0, 1, { ...amy, account });
    return {};
  });
  const set = { name: "amy", number: "1" };
  expect(await outcome({ id: "E11", account: "AMY", newAccount: "chen", set, numbers: ["1"] })).toBe("applied");
});
