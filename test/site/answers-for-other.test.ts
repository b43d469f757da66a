/**
 * A site whose E2 answers with somebody else: who has an account that begins like the one asked for, or has it as number. Nobody is taken
 * for them, and E1 decides who exists (R52).
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const other = { account: "amy.b", name: "Amy B", employeeNumber: "12", active: true };
const amy = { account: "amy", name: "Amy", employeeNumber: "1", active: true };

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  server.script.set("GET /department/employee", { json: [other] });
  server.script.set("GET /employee/0/amy", { json: other });
  server.script.set("GET /employee/1/1", { json: other });
  server.script.set("POST /employee", () => {
    server.script.set("GET /department/employee", { json: [other, amy] });
    return {};
  });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const newcomer = {
  id: "E12",
  account: "amy",
  data: { name: "Amy", number: "1" },
  defaultLogin: ["UOF"],
  posts: [],
} satisfies Operation;
const outcome = (operation: Operation) =>
  writer.perform(operation, () => undefined).catch((error: unknown) => (error as MusterdError).code);
const writes = () => server.routes().filter((route) => !route.startsWith("GET"));

it("a newcomer is created where E1 lists nobody of that account or number", async () => {
  expect(await outcome(newcomer)).toBe("applied");
  expect(writes()).toEqual(["POST /employee"]);
});

it("a newcomer whom E1 lists is not created again", async () => {
  server.script.set("GET /department/employee", { json: [other, { ...amy, name: "Bob" }] });
  expect(await outcome({ ...newcomer, data: { ...newcomer.data, number: "7" } })).toBe("already-exists");
  expect(writes()).toEqual([]);
});

it("the posts of a newcomer are not written where E4 may have shown those of somebody else", async () => {
  server.script.set("GET /employee/dept/0/amy", { json: { depts: [] } });
  server.script.set("PUT /employee/dept", {});
  const posts = [{ department: "RD", main: true }];
  expect(await outcome({ ...newcomer, posts })).toBe("answers-for-other");
  expect(writes()).toEqual(["POST /employee"]);
});

it("a number with and without its leading zeros is the same", async () => {
  const renamed = { ...amy, account: "amy.c", name: "Ann" };
  server.script.set("GET /employee/1/0001", { json: renamed });
  expect(await outcome({ ...newcomer, data: { name: "Amy", number: "0001" } })).toBe("already-exists");
  expect(writes()).toEqual([]);
});

it("a leaver whom E1 does not list is not found in somebody else", async () => {
  expect(
    await writer.readUnlisted([
      { by: "account", code: "amy" },
      { by: "employeeNumber", code: "1" },
    ]),
  ).toEqual([]);
});

it("the supervisor whom E4 names by number is not somebody else", async () => {
  const post = { code: "RD", isMainDept: true, superVisorEmplNumber: "1" };
  server.script.set("GET /employee/dept/0/amy.b", { json: { depts: [post] } });
  const wanted = { department: "RD", main: true, supervisor: "amy.b" };
  const before = [{ department: "RD", main: true }];
  const result = await outcome({ id: "E14", account: "amy.b", before, posts: [wanted] });
  expect(result).toBe("response-unexpected");
});

/** A site whose E2 answers with the first person of the company where it finds nobody, and shows no numbers; E1 shows them. */
describe("a record of E2 without a number, where E1 shows numbers", () => {
  const first = { account: "amy.b", name: "Amy B", active: true };

  beforeEach(async () => {
    for (const route of ["GET /employee/0/amy", "GET /employee/1/1"]) server.script.set(route, { json: first });
    for (const list of ["GET /deptlevel", "GET /department", "GET /jobtitle", "GET /jobfunc"])
      server.script.set(list, { json: [] });
    await writer.readLists();
  });

  it("is not the newcomer, who is created", async () => {
    expect(await outcome(newcomer)).toBe("applied");
    expect(writes()).toEqual(["POST /employee"]);
  });

  it("is not the leaver who is asked for by number", async () => {
    expect(await writer.readUnlisted([{ by: "employeeNumber", code: "1" }])).toEqual([]);
  });

  it("is nobody either where no list shows numbers and a number that nobody has finds it, too", async () => {
    const unnumbered = { account: "amy.b", name: "Amy B", active: true };
    server.script.set("GET /department/employee", { json: [unnumbered] });
    server.script.set("GET /employee/1/musterd-nobody", { json: first });
    await writer.close();
    writer = openWriter(server.settings, silent);
    await writer.readLists();
    expect(await writer.readUnlisted([{ by: "employeeNumber", code: "1" }])).toEqual([]);
    server.script.set("POST /employee", () => {
      server.script.set("GET /department/employee", { json: [unnumbered, { ...unnumbered, account: "amy" }] });
      return {};
    });
    expect(await outcome(newcomer)).toBe("applied");
    expect(server.routes().filter((route) => route.endsWith("/musterd-nobody"))).toHaveLength(1);
  });

  it("is the one who has the number where no list shows numbers and others find nobody", async () => {
    server.script.set("GET /department/employee", { json: [first] });
    await writer.close();
    writer = openWriter(server.settings, silent);
    await writer.readLists();
    expect(await outcome(newcomer)).toBe("already-exists");
    expect(writes()).toEqual([]);
  });

  it("is nobody about whom something is written under another account", async () => {
    server.script.set("PUT /employee/resignation", {});
    const leaver = { id: "E9", account: "amy", numbers: ["1"], resignationDate: "2026-01-31" } satisfies Operation;
    expect(await outcome(leaver)).toBe("answers-for-other");
    expect(writes()).toEqual([]);
  });
});
