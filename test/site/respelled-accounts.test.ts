/** A site that stores accounts in another case than they were sent, and then finds nobody under the one that was sent (R14). */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/operation.ts";
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
