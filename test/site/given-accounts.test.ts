/** An account that was given to somebody else between the plan and the write gets nothing that the plan meant for the other person. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const outcome = (operation: Operation) =>
  writer.perform(operation, () => undefined).catch((error: unknown) => (error as MusterdError).code);

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  server.script.set("GET /employee/dept/0/amy", { json: { depts: [{ code: "RD", isMainDept: true }] } });
  server.script.set("PUT /employee/dept", {});
  for (const route of ["supervisor", "status", "expired", "resignation"].map((name) => `PUT /employee/${name}`))
    server.script.set(route, {});
  server.script.set("PUT /department/manager", {});
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const holder = (employeeNumber: string | null): Reply => ({ json: { account: "amy", name: "Amy", employeeNumber } });
const posts = {
  id: "E14",
  account: "amy",
  before: [{ department: "RD", main: true }],
  posts: [
    { department: "RD", main: true },
    { department: "QA", main: false },
  ],
} as const;
const supervisor = { id: "E13", account: "amy", department: "RD", supervisor: "bob" } as const;

describe.each<[string, Operation]>([
  ["E14", { ...posts, numbers: ["7"] }],
  ["E13", { ...supervisor, numbers: ["7"] }],
  ["E13, as approver,", { ...supervisor, account: "bob", supervisor: "amy", supervisorNumbers: ["7"] }],
  ["E7, enabling,", { id: "E7", account: "amy", active: true, numbers: ["7"] }],
  ["E8", { id: "E8", account: "amy", expiredTime: null, numbers: ["7"] }],
  ["E9", { id: "E9", account: "amy", resignationDate: "2026-12-31", numbers: ["7"] }],
  ["D12, as manager,", { id: "D12", code: "RD", manager: "amy", numbers: ["7"] }],
])("before %s the account belongs to", (_, operation) => {
  it.each<[string, Reply, string, number]>([
    ["whom the plan meant", holder("7"), "applied", 1],
    ["somebody else", holder("8"), "changed-since-plan", 0],
    ["somebody without a number", holder(null), "applied", 1],
    [
      "nobody of that account, and E2 shows amy.b",
      { json: { account: "amy.b", employeeNumber: "8" } },
      "answers-for-other",
      0,
    ],
    ["the same person, renamed since", { json: { account: "amy.b", employeeNumber: "7" } }, "applied", 1],
    ["somebody whom E2 does not show", { status: 400, json: { errorCode: "X", traceId: "t" } }, "applied", 1],
  ])("%s", async (_who, reply, expected, writes) => {
    server.script.set("GET /employee/0/amy", reply);
    expect(await outcome(operation)).toBe(expected);
    expect(server.routes().filter((route) => route.startsWith("PUT"))).toHaveLength(writes);
    expect(server.routes()).not.toContain("GET /employee");
  });
});

describe("an account that is to be renamed is gone, and under the new one is", () => {
  const renaming = { id: "E11", account: "amy", newAccount: "ann", set: {}, numbers: ["7"] } as const;
  it.each<[string, string | null, string]>([
    ["the person", "7", "already-so"],
    ["somebody else", "8", "gone"],
    ["somebody without a number", null, "already-so"],
  ])("%s", async (_, employeeNumber, expected) => {
    server.script.set("GET /employee/0/amy", {});
    server.script.set("GET /employee", { json: [] });
    server.script.set("GET /employee/0/ann", { json: { account: "ann", name: "Ann", employeeNumber } });
    expect(await outcome(renaming)).toBe(expected);
  });
});

describe("a leaver whose new account the service has not taken", () => {
  const leaving = { id: "E7", account: "ann", formerly: "amy", active: false, numbers: ["7"] } as const;
  it.each<[string, string | null, string]>([
    ["is disabled under the old one", "7", "applied"],
    ["is left alone where somebody else has the old one", "8", "changed-since-plan"],
    ["is left alone where nobody knows who has the old one", null, "gone"],
  ])("%s", async (_, employeeNumber, expected) => {
    server.script.set("GET /employee/0/ann", {});
    server.script.set("GET /employee/1/7", {});
    server.script.set("GET /employee", { json: [] });
    server.script.set("GET /employee/0/amy", { json: { account: "amy", name: "Amy", employeeNumber, active: true } });
    expect(await outcome(leaving)).toBe(expected);
    const written = server.seen.flatMap(({ route, body }) => (route.startsWith("PUT") ? [body] : []));
    expect(written).toEqual(expected === "applied" ? [{ user: { userType: 0, userCode: "amy" }, active: false }] : []);
  });
});

it("nobody is looked up whose number the plan does not know", async () => {
  expect([await outcome(posts), await outcome(supervisor)]).toEqual(["applied", "applied"]);
  expect(server.routes()).not.toContain("GET /employee/0/amy");
});
