/** Whole organisations: a loaded document is dumped unchanged, and an invalid one changes nothing. */
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Organisation } from "../../src/contract/sections/organisation.ts";
import { cases } from "../support/suites/runs.ts";
import { baseline } from "./cases/baseline.ts";
import { omit } from "./cases/case.ts";
import { randomOrganisation } from "./random-organisation.ts";
import { startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it("dumps what was loaded, whatever was there before", async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganisation, async (organisation) => {
      await service.load(organisation);
      const dumped = await service.dump();
      expect(dumped).toEqual(organisation);
      expect(Organisation.parse(dumped)).toEqual(dumped);
    }),
    { ...cases(150), seed: 20261121 },
  );
});

it("shows what was loaded through the interface, numbered by position", async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganisation, async (organisation) => {
      await service.load(organisation);
      const list = async (id: "V1" | "T1" | "J4" | "D1" | "E1") =>
        (await service.call(id)).json as Record<string, unknown>[];
      expect((await list("V1")).map(({ seq, code }) => [seq, code])).toEqual(
        organisation.levels.map(({ code }, seq) => [seq, code]),
      );
      expect((await list("T1")).flat()).toHaveLength(organisation.titles.length);
      expect((await list("J4")).flat()).toHaveLength(organisation.functions.length);
      const seen = new Map<unknown, number>();
      for (const { parentCode, seq } of await list("D1")) {
        expect(seq).toBe(seen.get(parentCode) ?? 0);
        seen.set(parentCode, (seen.get(parentCode) ?? 0) + 1);
      }
      expect(await list("E1")).toEqual(
        organisation.employees
          .filter(({ corpCode }) => corpCode === undefined)
          .map((person) => omit(person, "depts", "resignationDate")),
      );
    }),
    { ...cases(40), seed: 20261122 },
  );
});

it("dumps what was loaded while the site puts new objects first and creates people bare", async () => {
  for (const newEmployees of ["inactive", "bare"]) {
    await service.admin("PUT", "/quirks", { newPlace: "first", newEmployees });
    await service.load(baseline());
    expect(await service.dump()).toEqual(baseline());
  }
  await service.admin("PUT", "/quirks", {});
});

it("accepts parents after children and records without their optional fields", async () => {
  const department = (code: string, parentCode?: string) => ({
    code,
    name: code,
    deptLevelCode: "L",
    ...(parentCode ? { parentCode } : {}),
  });
  await service.load({
    levels: [{ code: "L", name: "l" }],
    titles: [],
    functions: [],
    departments: [
      department("B1", "b"),
      department("A1", "A"),
      department("B"),
      department("A"),
      department("B0", "B"),
    ],
    employees: [{ account: "amy", name: "Amy", depts: [{ code: "a1", isMainDept: true }] }],
  });
  const { departments, employees } = await service.dump();
  expect(departments.map(({ code, parentCode, active }) => [code, parentCode, active])).toEqual([
    ["B", null, true],
    ["B1", "B", true],
    ["B0", "B", true],
    ["A", null, true],
    ["A1", "A", true],
  ]);
  expect(employees).toMatchObject([{ account: "amy", active: true, locked: false, depts: [{ code: "A1" }] }]);
});

describe("a wrong document", () => {
  beforeEach(() => service.load(baseline()));

  const broken: readonly [string, string, (organisation: Organisation) => void][] = [
    [
      "an unknown parent",
      "OPA-TREE-CYCLE",
      ({ departments }) => void (departments[1] = { ...departments[1]!, parentCode: "no" }),
    ],
    [
      "a cycle",
      "OPA-TREE-CYCLE",
      ({ departments }) => void (departments[0] = { ...departments[0]!, parentCode: "RD1" }),
    ],
    ["an unknown level", "OPA-LEVEL-UNKNOWN", ({ levels }) => void levels.shift()],
    ["an unknown title", "OPA-TITLE-UNKNOWN", ({ titles }) => void titles.pop()],
    ["an unknown function", "OPA-FUNCTION-UNKNOWN", ({ functions }) => void functions.shift()],
    ["an unknown department", "OPA-DEPT-UNKNOWN", ({ departments }) => void departments.splice(4, 1)],
    ["an unknown manager or supervisor", "OPA-USER-UNKNOWN", ({ employees }) => void employees.shift()],
    ["a code twice", "OPA-CODE-TAKEN", ({ levels }) => void levels.push({ ...levels[0]!, code: "l1" })],
    [
      "an account twice",
      "OPA-ACCOUNT-TAKEN",
      ({ employees }) => void employees.push({ ...employees[4]!, account: "AMY" }),
    ],
    [
      "a number twice",
      "OPA-NUMBER-TAKEN",
      ({ employees }) => void (employees[4] = { ...employees[4]!, employeeNumber: "001" }),
    ],
    ["no main post", "OPA-POSTS-MAIN", ({ employees }) => void employees[2]!.depts.shift()],
    ["a blank name", "OPA-REQUEST-INVALID", ({ levels }) => void (levels[0] = { ...levels[0]!, name: " " })],
    ["no rank", "OPA-REQUEST-INVALID", ({ titles }) => void (titles[0] = { ...titles[0]!, rank: null })],
    [
      "a date that does not exist",
      "OPA-REQUEST-INVALID",
      ({ employees }) => void (employees[0] = { ...employees[0]!, birthDate: "2023-02-30T00:00:00" }),
    ],
    [
      "an unknown gender",
      "OPA-REQUEST-INVALID",
      ({ employees }) => void (employees[0] = { ...employees[0]!, gender: "m" }),
    ],
    [
      "no employees at all",
      "OPA-REQUEST-INVALID",
      (organisation) => void Reflect.deleteProperty(organisation, "employees"),
    ],
  ];

  it.each(broken)("with %s is refused by %s and changes nothing", async (_, code, spoil) => {
    await service.call("V4", { body: { code: "L4", seq: 0 } });
    const before = [await service.dump(), (await service.call("E1")).text, await service.refreshes()];
    const organisation = baseline();
    spoil(organisation);
    await expect(service.load(organisation)).rejects.toThrow(code);
    expect([await service.dump(), (await service.call("E1")).text, await service.refreshes()]).toEqual(before);
  });
});
