/**
 * A service refuses a write and has carried it out all the same, or half of it: a mail could not be sent, or the new rows failed when the
 * old ones were gone. What stands there is looked at, and a permission refresh is due if it has changed.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noEmployeeData } from "../../src/contract/records/organisation.ts";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Post } from "../../src/model/directory/directory.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

const refusal: Reply = { status: 400, json: { errorCode: "X", traceId: "t" } };

let server: ScriptedServer;
let writer: TargetWriter;
const outcome = (operation: Operation) =>
  writer.perform(operation, () => undefined).catch((error: unknown) => (error as MusterdError).code);
const written = () => server.seen.flatMap(({ route, body }) => (route.startsWith("GET") ? [] : [body]));

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

describe("posts", () => {
  const shown = (...codes: readonly string[]): Reply => ({
    json: {
      depts: codes.map((code, at) => ({
        code,
        isMainDept: at === 0,
        superVisorAccount: null,
        superVisorEmplNumber: null,
        jobTitle: null,
        jobFuncs: [],
      })),
    },
  });
  const held = (department: string, main: boolean): Post => ({
    department,
    main,
    title: null,
    functions: [],
    supervisor: null,
  });
  const operation = {
    id: "E14",
    account: "amy",
    before: [held("RD", true), held("QA", false)],
    posts: [held("HQ", true)],
  } as const;
  const both = shown("RD", "QA");

  it.each<[string, readonly Reply[], readonly Reply[], string, number, boolean]>([
    ["as they were", [both], [refusal], "target-refused", 1, false],
    ["as wanted", [both, shown("HQ")], [refusal], "applied", 1, true],
    ["gone, and given back", [both, shown(), both], [refusal, {}], "target-refused", 2, true],
    ["gone, and not to be given back", [both, shown()], [refusal], "refused-and-changed", 2, true],
    ["gone, and given back in vain", [both, shown()], [refusal, {}], "refused-and-changed", 2, true],
    ["not to be read", [both, refusal], [refusal], "target-refused", 1, true],
  ])("of a refused E14 are %s", async (_, reads, answers, expected, writes, isDue) => {
    server.script.set("GET /employee/dept/0/amy", reads);
    server.script.set("PUT /employee/dept", answers);
    expect(await outcome(operation)).toBe(expected);
    expect(written()).toHaveLength(writes);
    expect(writer.mutations() > 0).toBe(isDue);
  });

  it("that are given back are those of before", async () => {
    server.script.set("GET /employee/dept/0/amy", [both, shown("HQ", "QA"), both]);
    server.script.set("PUT /employee/dept", [refusal, {}]);
    expect(await outcome(operation)).toBe("target-refused");
    expect(written().at(-1)).toMatchObject({
      depts: [
        { code: "RD", isMainDept: true },
        { code: "QA", isMainDept: false },
      ],
    });
  });
});

describe("a manager", () => {
  it.each<[string, Reply, string, number]>([
    ["the wanted one", { json: { account: "amy" } }, "applied", 1],
    ["another one", { json: { account: "bob" } }, "target-refused", 0],
    ["nobody", {}, "target-refused", 1],
    ["not to be read", refusal, "target-refused", 1],
  ])("after a refused D12 is %s", async (_, shown, expected, mutations) => {
    server.script.set("PUT /department/manager", refusal);
    server.script.set("GET /department/manager/RD", shown);
    expect(await outcome({ id: "D12", code: "RD", manager: "Amy" })).toBe(expected);
    expect(writer.mutations()).toBe(mutations);
  });
});

describe("a manager who was there before", () => {
  const read = "GET /department/manager/RD";
  it.each<[string, readonly Reply[], readonly Reply[], string, number, number]>([
    ["is given back", [{}, { json: { account: "bob" } }], [refusal, {}], "target-refused", 2, 2],
    ["is not to be given back", [{}], [refusal], "refused-and-changed", 2, 1],
    ["is given back in vain", [{}], [refusal, {}], "refused-and-changed", 2, 2],
    ["is still there", [{ json: { account: "bob" } }], [refusal], "target-refused", 1, 0],
  ])("after a refused D12 %s", async (_, reads, answers, expected, writes, mutations) => {
    server.script.set("PUT /department/manager", answers);
    server.script.set(read, reads);
    expect(await outcome({ id: "D12", code: "RD", manager: "amy", before: "bob" })).toBe(expected);
    expect(written()).toHaveLength(writes);
    expect(JSON.stringify(written().at(-1))).toContain(writes === 2 ? "bob" : "amy");
    expect(writer.mutations()).toBe(mutations);
  });
});

/** A refused write that sets a state: what the readings show before and after it, what becomes of it, and whether P1 is due. */
describe("a state", () => {
  const person = (shown: object): Reply => ({
    json: { ...noEmployeeData, loginValidation: ["UOF"], account: "amy", name: "Amy", active: true, ...shown },
  });
  const posts = (supervisor: string | null): Reply => ({
    json: { depts: [{ code: "RD", isMainDept: true, superVisorAccount: supervisor, jobTitle: null, jobFuncs: [] }] },
  });
  const tree = (shown: object): Reply => ({
    json: [
      { code: "HQ", name: "HQ", parentCode: null, deptLevelCode: "L1", seq: 0, active: true, description: null },
      {
        code: "RD",
        name: "RD",
        parentCode: null,
        deptLevelCode: "L1",
        seq: 1,
        active: true,
        description: null,
        ...shown,
      },
    ],
  });
  const amy = "GET /employee/0/amy";
  const disable = { id: "E7", account: "amy", active: false } as const;
  const enable = { ...disable, active: true } as const;
  const data = { id: "E11", account: "amy", newAccount: "amy", set: { name: "Eve", phoneNumber: "1" } } as const;
  const expiry = { id: "E8", account: "amy", expiredTime: "2027-01-31T15:59:59.000Z" } as const;
  const approver = { id: "E13", account: "amy", department: "RD", supervisor: "bob" } as const;
  const renamed = { id: "D3", code: "RD", newCode: "RD", set: { name: "R", description: "d" } } as const;
  const moved = { id: "D7", code: "RD", parent: "HQ", seq: 0 } as const;
  const opened = { id: "D4", code: "RD", active: true } as const;
  const closed = { ...opened, active: false } as const;
  const here = person({ phoneNumber: "2" });
  const rd = tree({});

  it.each<[string, Operation, string, readonly Reply[], string, boolean]>([
    ["E7: active as before", disable, amy, [here, here], "target-refused", false],
    ["E7: disabled", disable, amy, [here, person({ active: false })], "applied", true],
    ["E7: shown no more", disable, amy, [here, {}], "target-refused", true],
    ["E7: not to be read", disable, amy, [here, { status: 500 }], "target-unavailable", true],
    ["E7: inactive as before", enable, amy, [person({ active: false })], "target-refused", false],
    ["E7: enabled", enable, amy, [here], "applied", true],
    ["E8: not looked at", expiry, amy, [], "target-refused", true],
    ["E9: never shown", { id: "E9", account: "amy", resignationDate: "2027-01-31" }, amy, [], "target-refused", true],
    ["E11: as before", data, amy, [here], "target-refused", false],
    ["E11: as wanted", data, amy, [here, person({ name: "Eve", phoneNumber: "1" })], "applied", true],
    ["E11: half of it", data, amy, [here, person({ name: "Eve", phoneNumber: "2" })], "target-refused", true],
    ["E13: another approver", approver, "GET /employee/dept/0/amy", [posts("ann")], "target-refused", false],
    ["E13: as wanted", approver, "GET /employee/dept/0/amy", [posts("bob")], "applied", true],
    ["E13: the manager", { ...approver, supervisor: null }, "GET /employee/dept/0/amy", [], "target-refused", true],
    ["D3: as before", renamed, "GET /department", [rd], "target-refused", false],
    ["D3: as wanted", renamed, "GET /department", [rd, tree({ name: "R", description: "d" })], "applied", true],
    ["D3: half of it", renamed, "GET /department", [rd, tree({ name: "R" })], "target-refused", true],
    ["D7: as before", moved, "GET /department", [rd], "target-refused", false],
    ["D7: as wanted", moved, "GET /department", [tree({ parentCode: "HQ", seq: 0 })], "applied", true],
    ["D7: moved elsewhere", moved, "GET /department", [tree({ parentCode: "HQ", seq: 4 })], "target-refused", true],
    ["D4: active as before", closed, "GET /department", [rd], "target-refused", false],
    ["D4: disabled", closed, "GET /department", [tree({ active: false })], "applied", true],
    ["D4: shown no more", closed, "GET /department", [{ json: [] }], "target-refused", true],
    ["D4: without a status", closed, "GET /department", [tree({ active: null })], "target-refused", true],
    ["D4: inactive as before", opened, "GET /department", [tree({ active: false })], "target-refused", false],
    ["D4: enabled", opened, "GET /department", [rd], "applied", true],
    ["V4: not looked at", { id: "V4", code: "X", seq: 1 }, "GET /deptlevel", [], "target-refused", true],
  ])("after a refused %s", async (_, operation, route, reads, expected, isDue) => {
    for (const path of ["status", "expired", "resignation", "supervisor"])
      server.script.set(`PUT /employee/${path}`, refusal);
    for (const path of ["/employee", "/department", "/department/move", "/department/status", "/deptlevel/seq"])
      server.script.set(`PUT ${path}`, refusal);
    server.script.set("GET /department/employee/RD/false", { json: [] });
    server.script.set(route, reads);
    expect(await outcome(operation)).toBe(expected);
    expect(writer.mutations() > 0).toBe(isDue);
  });

  const entry = { code: "X", seq: 1, active: true };
  const level = (name: string, active = true): Reply => ({ json: [{ ...entry, name, active }] });
  const title = (name: string, rank = 2, active = true): Reply => ({
    json: [[{ ...entry, title: name, rank, active }]],
  });
  const job = (name: string, categoryName = "A", active = true): Reply => ({
    json: [[{ ...entry, jobFunc: name, categoryName, active }]],
  });
  const renaming = { code: "X", newCode: "X" };
  const off = { code: "X", active: false };
  const v3 = { id: "V3", ...renaming, name: "B" } as const;
  const t3 = { id: "T3", ...renaming, title: "B" } as const;
  const j6 = { id: "J6", ...renaming, name: "B" } as const;
  const t4 = { id: "T4", code: "X", rank: 1, seq: 0 } as const;
  const j7 = { id: "J7", code: "X", category: "B", seq: 0 } as const;

  it.each<[string, Operation, string, Reply, string, boolean]>([
    ["V3: as before", v3, "/deptlevel", level("A"), "target-refused", false],
    ["V3: renamed", v3, "/deptlevel", level("B"), "applied", true],
    ["T3: as before", t3, "/jobtitle", title("A"), "target-refused", false],
    ["T3: renamed", t3, "/jobtitle", title("B"), "applied", true],
    ["J6: as before", j6, "/jobfunc", job("A"), "target-refused", false],
    ["J6: renamed", j6, "/jobfunc", job("B"), "applied", true],
    ["V5: as before", { id: "V5", ...off }, "/deptlevel", level("A"), "target-refused", false],
    ["V5: disabled", { id: "V5", ...off }, "/deptlevel", level("A", false), "applied", true],
    ["T5: as before", { id: "T5", ...off }, "/jobtitle", title("A"), "target-refused", false],
    ["T5: disabled", { id: "T5", ...off }, "/jobtitle", title("A", 2, false), "applied", true],
    ["J8: as before", { id: "J8", ...off }, "/jobfunc", job("A"), "target-refused", false],
    ["J8: disabled", { id: "J8", ...off }, "/jobfunc", job("A", "A", false), "applied", true],
    ["T4: in its rank of before", t4, "/jobtitle", title("A"), "target-refused", false],
    ["T4: in the rank it was to get", t4, "/jobtitle", title("A", 1), "target-refused", true],
    ["J7: in its category of before", j7, "/jobfunc", job("A"), "target-refused", false],
    ["J7: in the category it was to get", j7, "/jobfunc", job("A", "B"), "target-refused", true],
    ["J7: gone", j7, "/jobfunc", { json: [] }, "target-refused", true],
  ])("of the catalogue after a refused %s", async (_, operation, path, shown, expected, isDue) => {
    for (const change of ["", "/seq", "/status"]) server.script.set(`PUT ${path}${change}`, refusal);
    server.script.set(`GET ${path}`, shown);
    expect(await outcome(operation)).toBe(expected);
    expect(writer.mutations() > 0).toBe(isDue);
  });

  it("that has no manager after a refused D11 may have lost the manager by it", async () => {
    server.script.set("DELETE /department/manager/RD", refusal);
    server.script.set("GET /department/manager/RD", {});
    expect([await outcome({ id: "D11", code: "RD" }), writer.mutations()]).toEqual(["already-so", 1]);
  });
});

describe("a create", () => {
  it.each<[string, unknown[], string, number]>([
    ["there as wanted", [{ code: "L9", name: "Nine", active: true, seq: 1 }], "already-so", 1],
    ["there otherwise", [{ code: "L9", name: "", active: true, seq: 1 }], "target-refused", 1],
    ["not there", [], "target-refused", 0],
  ])("that was refused is %s", async (_, levels, expected, mutations) => {
    server.script.set("POST /deptlevel", refusal);
    server.script.set("PUT /deptlevel/status", refusal);
    server.script.set("GET /deptlevel", { json: levels });
    expect(await outcome({ id: "V2", code: "L9", name: "Nine", active: true })).toBe(expected);
    expect(writer.mutations()).toBe(mutations);
  });
});
