/**
 * Codes, accounts, employee numbers and categories that later stand in a path (R15): what no path could name, and what contains a
 * character that nobody sees (R96), is refused when it is created; everything else can be read and deleted by its path.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";
import type { OperationId } from "../../src/contract/contract.ts";
import { line } from "../../src/contract/records/texts.ts";
import { cases } from "../support/suites/runs.ts";
import { baseline } from "./cases/baseline.ts";
import { corpCode, errorCodeOf, keyOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService({ quirks: {} });
});
beforeEach(() => service.load(baseline()));
afterAll(() => service.close());

const user = { userType: 0, userCode: "amy" } as const;
const [level] = baseline().levels;
const [title] = baseline().titles;
const [jobFunction] = baseline().functions;
const [department] = baseline().departments;
const present = { level: level?.code, title: title?.code, fn: jobFunction?.code, dept: department?.code };

/** Every way in which a request can introduce a code: the property, and the body with the code in it. */
const introduced: readonly (readonly [OperationId, string, (code: string) => object])[] = [
  ["V2", "code", (code) => ({ code, name: "n" })],
  ["V3", "code", (code) => ({ originalCode: present.level, code, name: "n" })],
  ["T2", "code", (code) => ({ code, title: "n", rank: 1, active: true })],
  ["T3", "code", (code) => ({ originalCode: present.title, code, title: "n" })],
  ["J1", "category", (category) => ({ originalCategory: jobFunction?.categoryName, category })],
  ["J5", "code", (code) => ({ code, categoryName: "c", jobFunc: "n", active: true })],
  ["J5", "categoryName", (categoryName) => ({ code: "n", categoryName, jobFunc: "n", active: true })],
  ["J6", "code", (code) => ({ originalCode: present.fn, code, jobFunc: "n" })],
  ["J7", "categoryName", (categoryName) => ({ code: present.fn, categoryName, seq: 0 })],
  ["D2", "code", (code) => ({ code, deptLevelCode: present.level, name: "n", active: true })],
  ["D3", "code", (code) => ({ originalCode: present.dept, code, deptLevelCode: present.level, name: "n" })],
  ["E11", "account", (account) => ({ account, name: "n", user })],
  ["E11", "employeeNumber", (employeeNumber) => ({ account: "amy", name: "n", employeeNumber, user })],
  ["E12", "account", (account) => ({ account, name: "n" })],
  ["E12", "employeeNumber", (employeeNumber) => ({ account: "new", name: "n", employeeNumber })],
];

const unnameable = ["/", "a/b", "../x", "..", ".", "./a", ".a", "a.", "a\\b", "\\", "//", "a/"];

describe.each(introduced)("%s %s", (id, property, bodyOf) => {
  it.each(unnameable)("refuses %j, names the property and stores nothing", async (code) => {
    const before = await service.dump();
    const answer = await service.call(id, { body: bodyOf(code) });
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        errorCode: "OPA-CODE-PATH",
        errorExpando: [{ error: expect.stringContaining("slash"), expandoObject: { property } }],
        traceId: expect.any(String),
      },
    ]);
    expect(await service.dump()).toEqual(before);
  });
});

const invisible = ["a\u200bb", "a\u00ad", "\ufe0fa", "a\u200f", "\u3164", "a\ue000"];

describe.each(introduced)("%s %s", (id, property, bodyOf) => {
  it("refuses a character that nobody sees, and stores nothing", async () => {
    const before = await service.dump();
    for (const code of invisible) {
      const answer = await service.call(id, { body: bodyOf(code) });
      expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-CODE-INVISIBLE"]);
      expect(answer.json).toMatchObject({ errorExpando: [{ expandoObject: { property } }] });
    }
    expect(await service.dump()).toEqual(before);
  });
});

const odd = [
  "%2F",
  "%2f",
  "%",
  "%00",
  "a%",
  "?",
  "#",
  "a?b#c",
  "a b",
  "a;b=c",
  "+",
  "a+b",
  "&",
  "a..b",
  "~",
  "*",
  "字",
  "👩",
  "@",
  ":",
  "a:b",
  "[x]",
  "|",
  '"',
  "<a>",
  "{b}",
  "constructor",
];

it.each(odd)("reads and deletes %j by its path", async (code) => {
  await using client = openClient({ url: service.url, apiKey: keyOf["Api-Key"], corpCode });
  await client.createDepartment({ body: { code, deptLevelCode: String(present.level), name: "n", active: true } });
  expect(await client.getDepartment({ params: { code, includeSubDept: "false" } })).toMatchObject([{ code }]);
  await client.deleteDepartment({ params: { code } });
  await client.createEmployee({ body: { account: code, name: "n", employeeNumber: code } });
  for (const userType of ["0", "1"] as const)
    expect(await client.getEmployee({ params: { userType, userCode: code } })).toMatchObject({ account: code });
});

it("accepts every text of one line as a code, or refuses it; what is accepted can be read by its path", async () => {
  await using client = openClient({ url: service.url, apiKey: keyOf["Api-Key"], corpCode });
  const unit = fc.constantFrom(
    "a",
    "字",
    "👩",
    ".",
    "/",
    "\\",
    "%",
    "2F",
    "?",
    "#",
    " ",
    "\u200F",
    "+",
    "\n",
    "\0",
    "\ud800",
  );
  const accepted = new Set<string>();
  const refused = new Map<string, unknown>();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 8 }), async (code) => {
      const answer = await service.call("V2", { body: { code, name: "n" } });
      if (answer.status !== 200) {
        refused.set(code, errorCodeOf(answer));
        return;
      }
      accepted.add(code);
      expect(line.safeParse(code).success).toBe(true);
      await client.deleteDepartmentLevel({ params: { code } });
    }),
    { ...cases(600), seed: 20_261_122 },
  );
  expect(accepted.size).toBeGreaterThan(5);
  expect(refused.size).toBeGreaterThan(5);
  const refusals = ["OPA-CODE-PATH", "OPA-CODE-INVISIBLE", "OPA-REQUEST-INVALID", "OPA-CODE-TAKEN"];
  expect([...refused].filter(([, code]) => !refusals.includes(String(code)))).toEqual([]);
});

describe("with the quirk codesInPaths", () => {
  it("a loaded company contains such a code, which can be listed, kept and renamed", async () => {
    const [first, ...levels] = baseline().levels;
    const departments = baseline().departments.map((one) =>
      one.deptLevelCode === first?.code ? { ...one, deptLevelCode: "a/b" } : one,
    );
    const company = { ...baseline(), levels: [{ ...first, code: "a/b" }, ...levels], departments };
    await expect(service.load(company)).rejects.toThrow("OPA-CODE-PATH");
    await service.admin("PUT", "/quirks", { codesInPaths: "any" });
    await service.load(company);
    await service.admin("PUT", "/quirks", {});
    const rename = (code: string, name: string) =>
      service.call("V3", { body: { originalCode: "a/b", code, name } }).then(({ status }) => status);
    expect((await service.call("V1")).json).toEqual(expect.arrayContaining([expect.objectContaining({ code: "a/b" })]));
    expect(await rename("a/b", "kept")).toBe(200);
    expect(await rename("A/B", "another spelling is another code")).toBe(400);
    expect(await rename("ab", "renamed")).toBe(200);
  });
});

it("with the quirk invisibleInKeys keeps such a code, which can be renamed", async () => {
  const code = "ZQ\u200bD";
  const create = () => service.call("V2", { body: { code, name: "n" } });
  expect(errorCodeOf(await create())).toBe("OPA-CODE-INVISIBLE");
  await service.admin("PUT", "/quirks", { invisibleInKeys: "kept" });
  expect((await create()).status).toBe(200);
  await service.admin("PUT", "/quirks", {});
  expect((await service.call("V3", { body: { originalCode: code, code: "ZQD", name: "n" } })).status).toBe(200);
});

describe("the other readings", () => {
  const order = (categoryName: string) => service.call("J7", { body: { code: present.fn, categoryName, seq: 0 } });

  it("J7 with an unknown category creates it, or refuses it (R45)", async () => {
    await service.admin("PUT", "/quirks", { otherCategory: "known" });
    const before = await service.dump();
    const refused = await order("Mistyped");
    expect([refused.status, errorCodeOf(refused)]).toEqual([400, "OPA-CATEGORY-UNKNOWN"]);
    expect(await service.dump()).toEqual(before);
    const [, other] = [...new Set(baseline().functions.map(({ categoryName }) => String(categoryName)))];
    expect((await order(String(other))).status).toBe(200);
    await service.admin("PUT", "/quirks", {});
    expect((await order("Mistyped")).json).toMatchObject({ categoryName: "Mistyped" });
  });

  it("D8 without parentCode moves to the top level, or keeps the parent (R29)", async () => {
    const child = baseline().departments.find(({ parentCode }) => parentCode);
    const parentAfter = async (item: object) => {
      const body = { batchMove: [{ code: child?.code, seq: 0, active: true, ...item }] };
      expect((await service.call("D8", { body })).status).toBe(200);
      return (await service.dump()).departments.find(({ code }) => code === child?.code)?.parentCode;
    };
    await service.admin("PUT", "/quirks", { d8Parent: "kept" });
    expect(await parentAfter({})).toBe(child?.parentCode);
    expect(await parentAfter({ parentCode: null })).toBe(null);
    await service.load(baseline());
    await service.admin("PUT", "/quirks", {});
    expect(await parentAfter({})).toBe(null);
  });
});
