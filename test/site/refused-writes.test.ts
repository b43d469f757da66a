/**
 * A service refuses a write and has carried it out all the same, or half of it: a mail could not be sent, or the new rows failed when the
 * old ones were gone. What stands there is looked at, and a permission refresh is due if it has changed.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Post } from "../../src/model/directory.ts";
import type { Operation } from "../../src/model/operation.ts";
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
