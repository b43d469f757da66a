import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Post } from "../../src/model/directory/directory.ts";
import type { TargetSnapshot } from "../../src/model/directory/snapshot.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openReader, openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { profileQuirks } from "../service/running-service.ts";
import { refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { type CompanyService, readAll, startCompanyService } from "./company.ts";
import { silent } from "./scripted-server.ts";

let service: CompanyService;
let writer: TargetWriter;
const free = () => undefined;
const perform = (operation: Operation) => writer.perform(operation, free);
const outcome = (operation: Operation) => perform(operation).catch((error: unknown) => (error as MusterdError).code);
const codes = (records: readonly { readonly code: string }[]) => records.map(({ code }) => code);
const posts = (department: string, main: boolean, functions = ["F1"]): Post => ({
  department,
  main,
  title: "T1",
  functions,
  supervisor: null,
});

beforeAll(async () => {
  service = await startCompanyService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.reset();
  writer = openWriter(service.settings, silent);
});
afterEach(() => writer.close());

const department = (snapshot: TargetSnapshot, key: string) => snapshot.departments.find(({ code }) => code === key);
const person = (snapshot: TargetSnapshot, key: string) => snapshot.employees.find(({ account }) => account === key);

describe("every operation is applied and can be read back", () => {
  it.each<[Operation, (snapshot: TargetSnapshot) => unknown, unknown]>([
    [
      { id: "V2", code: "L3", name: "組", active: true },
      (s) => s.levels.at(-1),
      { code: "L3", name: "組", active: true, order: 2 },
    ],
    [
      { id: "V3", code: "L2", newCode: "L9", name: "科" },
      (s) => s.levels[1],
      { code: "L9", name: "科", active: true, order: 1 },
    ],
    [{ id: "V4", code: "L2", seq: 0 }, (s) => codes(s.levels), ["L2", "L1"]],
    [{ id: "V5", code: "L2", active: false }, (s) => s.levels[1]?.active, false],
    [
      { id: "T2", code: "T4", title: "顧問", rank: 1, active: true },
      (s) => s.titles[1],
      { code: "T4", title: "顧問", rank: 1, active: true, order: 2 },
    ],
    [{ id: "T3", code: "T1", newCode: "T1", title: "協理" }, (s) => s.titles[0]?.title, "協理"],
    [{ id: "T4", code: "T3", rank: 2, seq: 1 }, (s) => codes(s.titles), ["T1", "T3", "T2"]],
    [{ id: "T5", code: "T3", active: false }, (s) => s.titles[2]?.active, false],
    [{ id: "J1", category: "總務", newCategory: "管理" }, (s) => s.functions[2]?.category, "管理"],
    [{ id: "J2", category: "總務", seq: 0 }, (s) => codes(s.functions), ["F3", "F1", "F2"]],
    [{ id: "J5", code: "F4", category: "業務", name: "銷售", active: true }, (s) => s.functions[3]?.category, "業務"],
    [
      { id: "J6", code: "F1", newCode: "F9", name: "研究" },
      (s) => s.functions[0],
      { code: "F9", name: "研究", category: "技術", order: 0, active: true },
    ],
    [{ id: "J7", code: "F2", category: "總務", seq: 0 }, (s) => codes(s.functions), ["F1", "F2", "F3"]],
    [{ id: "J8", code: "F2", active: false }, (s) => s.functions[1]?.active, false],
    [
      { id: "D2", code: "IT", parent: "RD", level: "L2", name: "資訊", active: true },
      (s) => department(s, "IT")?.parent,
      "RD",
    ],
    [
      { id: "D2", code: "IT", parent: null, level: "L1", name: "資訊", active: true },
      (s) => department(s, "IT")?.parent,
      null,
    ],
    [
      { id: "D3", code: "HQ", newCode: "H1", set: { name: "本部" } },
      (s) => department(s, "H1"),
      {
        code: "H1",
        name: "本部",
        level: "L1",
        description: "全部",
        parent: null,
        active: true,
        order: 0,
        manager: null,
      },
    ],
    [{ id: "D4", code: "QA", active: true }, (s) => department(s, "QA")?.active, true],
    [{ id: "D7", code: "QA", parent: "RD", seq: 0 }, (s) => department(s, "QA")?.parent, "RD"],
    [{ id: "D7", code: "QA", parent: null, seq: 0 }, (s) => department(s, "QA")?.parent, null],
    [{ id: "D11", code: "RD" }, (s) => department(s, "RD")?.manager, null],
    [{ id: "D12", code: "RD", manager: "bob" }, (s) => department(s, "RD")?.manager, "bob"],
    [{ id: "E7", account: "bob", active: false }, (s) => person(s, "bob")?.active, false],
    [{ id: "E7", account: "cat", active: true }, (s) => person(s, "cat")?.active, true],
    [
      { id: "E8", account: "amy", expiredTime: "2030-06-30T15:59:59.000Z" },
      (s) => person(s, "amy")?.expiredTime,
      "2030-06-30T15:59:59.000Z",
    ],
    [{ id: "E8", account: "amy", expiredTime: null }, (s) => person(s, "amy")?.expiredTime, null],
    [{ id: "E11", account: "dan", newAccount: "don", set: { number: "004" } }, (s) => person(s, "don")?.number, "004"],
    [
      { id: "E13", account: "amy", department: "QA", supervisor: "bob" },
      (s) => person(s, "amy")?.posts?.[1]?.supervisor,
      "bob",
    ],
    [
      { id: "E13", account: "bob", department: "RD", supervisor: null },
      (s) => person(s, "bob")?.posts?.[0]?.supervisor,
      null,
    ],
    [
      {
        id: "E14",
        account: "amy",
        before: [posts("RD", true), posts("QA", false)],
        posts: [posts("QA", true, ["F3", "F2"])],
      },
      (s) => person(s, "amy")?.posts?.map((post) => ({ ...post, functions: post.functions?.toSorted() })),
      [posts("QA", true, ["F2", "F3"])],
    ],
  ])("%j", async (operation, look, expected) => {
    expect(await perform(operation)).toBe("applied");
    expect(look(await readAll(writer))).toEqual(expected);
  });

  it("E12 with every field", async () => {
    const data = {
      name: "戊",
      number: "005",
      englishName: "Eve",
      gender: "Other",
      idCardNumber: "A100000005",
      birthDate: "1975-07-01",
      phoneNumber: "0900-000-005",
      businessCard: "Buyer",
      hireDate: "2026-01-02",
      email: "eve@example.com",
      emailEx: null,
      loginValidation: ["UOF", "corp/eve"],
    } as const;
    const held = [posts("RD", true), posts("QA", false, ["F1", "F2"])];
    const expiredTime = "2027-12-31T15:59:59.000Z";
    expect(await perform({ id: "E12", defaultLogin: ["UOF"], account: "eve", data, expiredTime, posts: held })).toBe(
      "applied",
    );
    const { idNumbers } = profileQuirks();
    const { idCardNumber, ...others } = data;
    expect(person(await readAll(writer), "eve")).toEqual({
      account: "eve",
      ...others,
      ...(idNumbers === "masked" ? { hidden: ["idCardNumber"] } : { idCardNumber }),
      expiredTime,
      active: true,
      locked: false,
      posts: held,
    });
  });

  it("E9, which is visible only in the service's own dump", async () => {
    expect(await perform({ id: "E9", account: "bob", resignationDate: "2026-03-31" })).toBe("applied");
    const bob = (await service.dump()).employees.find(({ account }) => account === "bob");
    expect(bob?.resignationDate).toBe("2026-03-31T00:00:00+08:00");
  });

  it("E11, which leaves every other field as it was, whatever the site does with omitted fields", async () => {
    await service.quirks({ e11Omitted: "clear", idNumbers: "clear" });
    const before = person(await readAll(writer), "amy");
    expect(await perform({ id: "E11", account: "amy", newAccount: "amy", set: { englishName: "Amy" } })).toBe(
      "applied",
    );
    expect(person(await readAll(writer), "amy")).toEqual({ ...before, englishName: "Amy" });
  });

  it("E11 of a person with a masked ID number, but only if the site is known to keep omitted fields", async () => {
    await service.quirks({ e11Omitted: "keep", idNumbers: "masked" });
    const change = { id: "E11", account: "amy", newAccount: "amy", set: { englishName: "Amy" } } as const;
    await writer.close();
    writer = openWriter({ ...service.settings, omittedFields: "unknown" }, silent);
    const before = await service.dump();
    await expect(perform(change)).rejects.toMatchObject({ code: "value-hidden" });
    expect(await service.dump()).toEqual(before);
    await writer.close();
    writer = openWriter({ ...service.settings, omittedFields: "kept" }, silent);
    expect(await perform(change)).toBe("applied");
    const [amy] = (await service.dump()).employees;
    expect(amy).toEqual({ ...before.employees[0], englishName: "Amy" });
  });

  it("P1, once, after the writes", async () => {
    await perform({ id: "V5", code: "L2", active: false });
    await writer.refresh(free);
    expect((await service.refreshes()).at(-1)).toMatchObject({ dirtyBefore: 1 });
    const calls = [...writesOf(await service.calls()), ...refreshesOf(await service.calls())];
    expect(calls.map(({ operation }) => operation)).toEqual(["V5", "P1"]);
  });
});

describe("repeating an operation that is already done", () => {
  it.each<Operation>([
    { id: "V2", code: "L3", name: "組", active: true },
    { id: "V3", code: "L2", newCode: "L9", name: "科" },
    { id: "T2", code: "T4", title: "顧問", rank: 1, active: true },
    { id: "T3", code: "T3", newCode: "T9", title: "助理" },
    { id: "J1", category: "總務", newCategory: "管理" },
    { id: "J5", code: "F4", category: "業務", name: "銷售", active: true },
    { id: "J6", code: "F1", newCode: "F9", name: "研究" },
    { id: "D2", code: "IT", parent: "RD", level: "L2", name: "資訊", active: true },
    { id: "D3", code: "QA", newCode: "Q1", set: { name: "品管課" } },
    { id: "E7", account: "bob", active: false },
    { id: "E11", account: "dan", newAccount: "don", set: { number: "004" } },
    { id: "E12", defaultLogin: ["UOF"], account: "eve", data: { name: "戊", number: "005" }, posts: [] },
    { id: "E14", account: "bob", before: [posts("RD", true)], posts: [posts("QA", true)] },
  ])("finds the wanted state: %j", async (operation) => {
    expect(await perform(operation)).toBe("applied");
    const before = await service.dump();
    expect(await perform(operation)).toBe("already-so");
    expect(await service.dump()).toEqual(before);
  });
});

describe("an answer that is lost after a write", () => {
  it.each<[Operation, string]>([
    [{ id: "E12", defaultLogin: ["UOF"], account: "eve", data: { name: "戊", number: "005" }, posts: [] }, "reset"],
    [{ id: "E12", defaultLogin: ["UOF"], account: "eve", data: { name: "戊", number: "005" }, posts: [] }, "hang"],
    [{ id: "D2", code: "IT", parent: null, level: "L1", name: "資訊", active: true }, "reset"],
    [{ id: "V2", code: "L3", name: "組", active: true }, "truncate"],
    [{ id: "J5", code: "F4", category: "業務", name: "銷售", active: true }, "short-json"],
    [{ id: "D3", code: "QA", newCode: "Q1", set: {} }, "reset"],
    [{ id: "E11", account: "dan", newAccount: "don", set: {} }, "reset"],
    [{ id: "V3", code: "L2", newCode: "L9", name: "課" }, "hang"],
  ])("is recognised as done, and is not written twice: %j, %s", async (operation, kind) => {
    await writer.close();
    writer = openWriter({ ...service.settings, timeoutMs: 150 }, silent);
    const lost = kind === "hang" ? { ms: 60_000, when: "after" } : kind === "reset" ? { when: "after" } : {};
    await service.fault({ operation: operation.id, kind, ...lost });
    expect(await perform(operation)).toBe("applied");
    expect((await service.calls()).filter((call) => call.operation === operation.id)).toHaveLength(1);
  });

  it("never creates a second person", async () => {
    await service.fault({ operation: "E12", kind: "reset", when: "before" });
    await service.fault({ operation: "E12", kind: "reset", when: "after" });
    expect(await perform({ id: "E12", defaultLogin: ["UOF"], account: "eve", data: { name: "戊" }, posts: [] })).toBe(
      "applied",
    );
    expect((await service.dump()).employees.filter(({ account }) => account === "eve")).toHaveLength(1);
    expect((await service.calls()).filter(({ operation }) => operation === "E12")).toHaveLength(2);
  });
});

describe("protection of people", () => {
  it("does not change posts that somebody else has changed", async () => {
    expect(await outcome({ id: "E14", account: "amy", before: [posts("RD", true)], posts: [posts("HQ", true)] })).toBe(
      "changed-since-plan",
    );
  });

  it("does not disable a department over active people", async () => {
    expect(await outcome({ id: "D4", code: "RD", active: false })).toBe("still-occupied");
    expect(department(await readAll(writer), "RD")?.active).toBe(true);
  });

  it("detects a service that only adds posts", async () => {
    await service.quirks({ e14: "merge" });
    const operation = {
      id: "E14",
      account: "amy",
      before: [posts("RD", true), posts("QA", false)],
      posts: [posts("RD", true)],
    } as const;
    expect(await outcome(operation)).toBe("not-applied");
  });

  it("does not give a person another person's number", async () => {
    expect(
      await outcome({
        id: "E12",
        defaultLogin: ["UOF"],
        account: "eve",
        data: { name: "戊", number: "001" },
        posts: [],
      }),
    ).toBe("already-exists");
  });

  it("reports a refusal with the service's code", async () => {
    await service.quirks({ managersAreMembers: true });
    await expect(perform({ id: "D12", code: "QA", manager: "bob" })).rejects.toThrow(
      /errorCode OPA-MANAGER-NOT-MEMBER/,
    );
  });
});

describe("reading the service", () => {
  it.each([
    [{ envelope: "model" }],
    [{ lists: "flat" }],
    [{ rootParent: "empty" }],
    [{ rootParent: "missing" }],
    [{ noManager: "empty-object" }],
    [{ noManager: "no-content" }],
    [{ dates: "utc" }],
    [{ dates: "no-offset" }],
    [{ envelope: "model", lists: "flat", rootParent: "missing", noManager: "empty-object", dates: "utc" }],
  ])("gives the same snapshot in spite of %j", async (quirks) => {
    const usual = await readAll(writer);
    await service.quirks(quirks);
    expect(await readAll(writer)).toEqual(usual);
    expect(person(usual, "amy")?.birthDate).toBe("1990-02-03");
  });

  it("leaves managers unknown if a missing manager is an error", async () => {
    await service.quirks({ noManager: "error" });
    await writer.close();
    writer = openWriter({ ...service.settings, absentErrorCodes: [] }, silent);
    const { unreadable, departments } = await readAll(writer);
    expect(unreadable).toEqual([
      { kind: "manager", key: "HQ", code: "target-refused" },
      { kind: "manager", key: "QA", code: "target-refused" },
    ]);
    expect(departments.map(({ manager }) => manager)).toContain("amy");
  });

  it.each([
    [{ operation: "E4", kind: "status", status: 401, after: 1, times: 99 }, "target-unauthorized"],
    [{ operation: "E1", kind: "status", status: 403 }, "target-unauthorized"],
    [{ operation: "E1", kind: "truncate", times: 9 }, "response-incomplete"],
    [{ operation: "D1", kind: "short-json", times: 9 }, "response-incomplete"],
    [{ operation: "D10", kind: "status", status: 200, body: "html", times: 99 }, "target-misconfigured"],
    [{ operation: "T1", kind: "redirect", times: 9 }, "target-misconfigured"],
    [{ operation: "J4", kind: "status", status: 404, body: "none" }, "target-misconfigured"],
    [{ operation: "V1", kind: "status", status: 200 }, "target-refused"],
    [{ operation: "V1", kind: "status", status: 503, times: 9 }, "target-unavailable"],
    [{ operation: "E1", kind: "reset", times: 9 }, "target-no-answer"],
  ] as const)("fails as a whole: %j", async (fault, code) => {
    await service.fault(fault);
    const reader = openReader(service.settings, silent);
    await expect(readAll(reader)).rejects.toMatchObject({ code });
    await reader.close();
    expect(
      (await service.calls()).every(({ operation }) => operation && /^(V1|D1|T1|J4|E1|D10|E4|D9)$/.test(operation)),
    ).toBe(true);
  });

  it.each([
    { operation: "E1", kind: "truncate" },
    { operation: "D1", kind: "short-json" },
    { operation: "E4", kind: "status", status: 500, times: 2 },
    { operation: "D10", kind: "status", status: 429, retryAfterSeconds: 0 },
    { operation: "D10", kind: "status", status: 200, body: "html" },
    { operation: "V1", kind: "reset" },
    { operation: "T1", kind: "hang", ms: 60_000 },
  ] as const)("gets over a passing trouble: %j", async (fault) => {
    const usual = await readAll(writer);
    await service.fault(fault);
    const reader = openReader({ ...service.settings, timeoutMs: 150 }, silent);
    expect(await readAll(reader)).toEqual(usual);
    await reader.close();
  });

  it("is refused with a wrong key or company", async () => {
    for (const change of [{ apiKey: "k-2" }, { corpCode: "OTHER" }]) {
      const reader = openReader({ ...service.settings, ...change }, silent);
      await expect(reader.check()).rejects.toMatchObject({
        code: "apiKey" in change || profileQuirks().companyRefusal === 401 ? "target-unauthorized" : "target-refused",
      });
      await reader.close();
    }
  });
});

describe("the permission refresh of a slow service", () => {
  it("has more time than other calls", async () => {
    await writer.close();
    writer = openWriter({ ...service.settings, timeoutMs: 100, refreshTimeoutMs: 60_000 }, silent);
    await service.quirks({ p1DelayMs: 300 });
    await writer.refresh(free);
    expect(refreshesOf(await service.calls()).map(({ status }) => status)).toEqual([200]);
  });

  it("is unknown after that time, and is called only once", async () => {
    await writer.close();
    writer = openWriter({ ...service.settings, refreshTimeoutMs: 100 }, silent);
    await service.fault({ operation: "P1", kind: "hang", ms: 60_000 });
    await expect(writer.refresh(free)).rejects.toMatchObject({ code: "refresh-unknown" });
    expect((await service.calls()).filter(({ operation }) => operation === "P1").length).toBeLessThanOrEqual(1);
  });
});
