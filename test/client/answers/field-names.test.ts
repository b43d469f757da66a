import { describe, expect, it } from "vitest";
import { aliasProblems, fieldNames } from "../../../src/client/answers/field-names.ts";
import { keyHeaders } from "../../../src/client/transport/credentials.ts";
import { openTransport } from "../../../src/client/transport/transport.ts";
import { organisationIds } from "../../../src/contract/contract.ts";
import { startScriptedServer } from "../../site/scripted-server.ts";

const names = fieldNames({ employeeNumber: "emplNo", code: "id", "E1.name": "display", "E14.depts": "posts" });

describe("properties with other names at a site", () => {
  it("are renamed in requests, in every record of the body", () => {
    const body = { user: { userType: 0, userCode: "a" }, depts: [{ code: "RD", isMainDept: true }] };
    expect(names.sent("E14", body)).toEqual({
      user: { userType: 0, userCode: "a" },
      posts: [{ id: "RD", isMainDept: true }],
    });
    expect(names.sent("E12", { account: "a", employeeNumber: null })).toEqual({ account: "a", emplNo: null });
  });

  it("are renamed in answers, only for one operation if it is named", () => {
    const [person] = names.received("E1", [{ account: "a", emplNo: "7", display: "Amy", more: 1 }]) as object[];
    expect(person).toEqual({ account: "a", employeeNumber: "7", name: "Amy", more: 1 });
    expect(names.received("D9", [{ account: "a", name: "Amy" }])).toEqual([{ account: "a", name: "Amy" }]);
  });

  it.each([
    ["an envelope in another case", { Model: { id: "RD", name: "x" } }, { Model: { code: "RD", name: "x" } }],
    ["an envelope", { model: { id: "RD", name: "x" } }, { model: { code: "RD", name: "x" } }],
    ["a bare record", { id: "RD" }, { code: "RD" }],
    ["nothing", undefined, undefined],
    ["null", null, null],
    ["false", false, false],
    ["an error", { errorCode: "X", traceId: "t" }, { errorCode: "X", traceId: "t" }],
  ])("are found in %s", (_, given, expected) => {
    expect(names.received("D2", given)).toEqual(expected);
  });

  it.each([
    ["flat", [{ id: "F1" }], [{ code: "F1" }]],
    ["deep", [[[{ id: "F1" }], null]], [[[{ code: "F1" }], null]]],
  ])("are found in a list of the form %s", (_, given, expected) => {
    expect(names.received("J4", given)).toEqual(expected);
  });

  it("are read under the site's name only, so that two names may be swapped", () => {
    const swapped = fieldNames({ code: "name", name: "code" });
    expect(swapped.received("V1", [{ name: "L1", code: "部" }])).toEqual([{ code: "L1", name: "部" }]);
    expect(swapped.sent("V2", { code: "L1", name: "部" })).toEqual({ name: "L1", code: "部" });
    expect(names.received("V1", [{ code: "not the code" }])).toEqual([{}]);
  });

  it("are renamed over HTTP, even if only one has another name", async () => {
    const { settings, script, seen, close } = await startScriptedServer({ fields: { name: "title" } });
    script.set("POST /deptlevel", { json: {} });
    const transport = openTransport(settings, keyHeaders(settings));
    await transport.send({ operation: "V2", params: {}, body: { code: "L1", name: "處" }, timeoutMs: 5_000 });
    expect(seen.map(({ body }) => body)).toEqual([{ code: "L1", title: "處" }]);
    await transport.close();
    await close();
  });

  it("do not affect properties that the contract does not describe", () => {
    expect(names.received("D1", [{ id: "RD", extra: { code: "kept" } }])).toEqual([
      { code: "RD", extra: { code: "kept" } },
    ]);
  });
});

describe("invalid aliases", () => {
  it.each<[Record<string, string>, string, RegExp]>([
    [{ emplNo: "x" }, "emplNo", /no record of any operation has a property emplNo/],
    [{ "E1.depts": "x" }, "E1.depts", /no record of E1 has a property depts/],
    [{ "X1.code": "x" }, "X1.code", /no record of X1/],
    [{ "E1.user.code": "x" }, "E1.user.code", /no record/],
    [{ name: "code" }, "name", /two properties of a record of D1 would be called code/],
    [{ "V1.code": "id", "V1.name": "id" }, "V1.code", /record of V1 would be called id/],
  ])("%j", (aliases, key, problem) => {
    expect(aliasProblems(aliases, organisationIds)).toContainEqual({ key, problem: expect.stringMatching(problem) });
  });

  it("are distinguished from valid ones", () => {
    const aliases = { employeeNumber: "emplNo", "E1.name": "display", code: "name", name: "code" };
    expect(aliasProblems(aliases, organisationIds)).toEqual([]);
  });
});
