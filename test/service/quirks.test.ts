/** Each quirk changes exactly what its remark says. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Quirks } from "../../src/service/quirks.ts";
import { account, baseline } from "./cases/baseline.ts";
import { errorCodeOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await quirks({});
  await service.load(baseline());
});

const quirks = (chosen: Partial<Quirks>) => service.admin("PUT", "/quirks", chosen);
const answerTo = async (...call: Parameters<typeof service.call>) => (await service.call(...call)).json;
const byAccount = (userCode: string) => ({ params: { userType: "0", userCode } });

describe("envelope", () => {
  it("wraps success bodies only", async () => {
    const bare = await answerTo("V1");
    await quirks({ envelope: "model" });
    expect(await answerTo("V1")).toEqual({ model: bare });
    expect(await answerTo("D10", { params: { code: "FIN" } })).toEqual({ model: null });
    expect((await service.call("E7", { body: { user: account("amy"), active: true } })).text).toBe("");
    expect(errorCodeOf(await service.call("E2", byAccount("no")))).toBe("OPA-USER-UNKNOWN");
  });
});

describe("lists", () => {
  it.each(["J4", "T1"] as const)("makes %s one list in the same order", async (id) => {
    const grouped = (await answerTo(id)) as unknown[][];
    await quirks({ lists: "flat" });
    expect(await answerTo(id)).toEqual(grouped.flat());
  });
});

describe("rootParent", () => {
  const rootOf = async () => ((await answerTo("D1")) as object[])[0] as Record<string, unknown>;

  it("shows the top level as null, blank or not at all", async () => {
    expect(await rootOf()).toMatchObject({ code: "HQ", parentCode: null });
    await quirks({ rootParent: "empty" });
    expect(await rootOf()).toMatchObject({ code: "HQ", parentCode: "" });
    await quirks({ rootParent: "missing" });
    expect(await rootOf()).not.toHaveProperty("parentCode");
    expect(((await answerTo("D1")) as object[])[1]).toMatchObject({ code: "RD", parentCode: "HQ" });
  });
});

describe("noManager", () => {
  it.each([
    ["empty-object", 200, "{}"],
    ["no-content", 204, ""],
  ] as const)("answers %s", async (noManager, status, text) => {
    await quirks({ noManager });
    const answer = await service.call("D10", { params: { code: "FIN" } });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await answerTo("D10", { params: { code: "RD" } })).toMatchObject({ account: "bob" });
  });

  it("answers an error", async () => {
    await quirks({ noManager: "error" });
    const answer = await service.call("D10", { params: { code: "FIN" } });
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-NO-MANAGER"]);
  });
});

describe("e11Omitted", () => {
  it("clears what E11 and D3 leave out, and nothing else", async () => {
    await quirks({ e11Omitted: "clear" });
    const expected = baseline();
    await service.call("E11", { body: { user: account("amy"), account: "amy", name: "Amy", gender: "Other" } });
    await service.call("D3", { body: { originalCode: "RD", code: "RD", name: "Name of RD", deptLevelCode: "L2" } });
    expected.employees[0] = {
      ...(expected.employees[0] as (typeof expected.employees)[number]),
      name: "Amy",
      loginValidation: null,
      employeeNumber: null,
      englishName: null,
      birthDate: null,
      businessCard: null,
      hireDate: null,
      email: null,
    };
    (expected.departments[1] as { description: string | null }).description = null;
    expect(await service.dump()).toEqual(expected);
  });
});

describe("e14", () => {
  const postsOf = async (name: string) =>
    (await service.dump()).employees
      .find((person) => person.account === name)
      ?.depts.map(({ code, isMainDept, supervisor }) => [code, isMainDept, supervisor]);

  it("merges: a new main post makes the old one part-time", async () => {
    await quirks({ e14: "merge" });
    await service.call("E14", { body: { user: account("cat"), depts: [{ code: "RD2", isMainDept: true }] } });
    expect(await postsOf("cat")).toEqual([
      ["RD2", true, null],
      ["RD1", false, null],
      ["FIN", false, "amy"],
    ]);
  });

  it("merges: a part-time post is added to the main one, and a person is never left without", async () => {
    await quirks({ e14: "merge" });
    await service.call("E14", { body: { user: account("dan"), depts: [{ code: "HQ", isMainDept: false }] } });
    expect(await postsOf("dan")).toEqual([
      ["HQ", false, null],
      ["FIN", true, null],
    ]);
    const answer = await service.call("E14", {
      body: { user: account("dan"), depts: [{ code: "FIN", isMainDept: false }] },
    });
    expect(errorCodeOf(answer)).toBe("OPA-POSTS-MAIN");
  });
});

describe("dates", () => {
  const sent = {
    hireDate: "2024-03-01T00:00:00+08:00",
    birthDate: "1999-12-31T00:00:00",
    expiredTime: "2030-01-01T00:00:00Z",
  };

  it.each([
    ["as-sent", sent],
    [
      "utc",
      {
        hireDate: "2024-02-29T16:00:00.000Z",
        birthDate: "1999-12-30T16:00:00.000Z",
        expiredTime: "2030-01-01T00:00:00.000Z",
      },
    ],
    [
      "no-offset",
      { hireDate: "2024-03-01T00:00:00", birthDate: "1999-12-31T00:00:00", expiredTime: "2030-01-01T08:00:00" },
    ],
  ] as const)("shows dates %s", async (dates, shown) => {
    await service.call("E12", { body: { account: "fay", name: "Fay", ...sent } });
    await quirks({ dates });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ ...shown, account: "fay" });
    expect(((await answerTo("E1")) as object[]).at(-1)).toMatchObject(shown);
    expect((await service.dump()).employees.at(-1)).toMatchObject(sent);
  });
});

describe("uniqueSiblingNames", () => {
  const tax = { parentCode: "HQ", code: "TAX", deptLevelCode: "L3", name: "name of rd", active: true };

  it("lets siblings share a name unless it is set", async () => {
    expect((await service.call("D2", { body: tax })).status).toBe(200);
  });

  it("refuses a shared name in D2, D3, D7, D8 and a load", async () => {
    await quirks({ uniqueSiblingNames: true });
    const refused = async (...call: Parameters<typeof service.call>) =>
      expect(errorCodeOf(await service.call(...call))).toBe("OPA-NAME-TAKEN");
    await refused("D2", { body: tax });
    await refused("D3", { body: { originalCode: "FIN", code: "FIN", name: "Name of RD", deptLevelCode: "L2" } });
    expect((await service.call("D2", { body: { ...tax, parentCode: "LAB" } })).status).toBe(200);
    await refused("D7", { body: { parentCode: "HQ", code: "TAX", seq: 0 } });
    await refused("D8", { body: { batchMove: [{ parentCode: "HQ", code: "TAX", seq: 0, active: true }] } });
    const twice = baseline();
    for (const department of twice.departments) department.name = "same";
    await expect(service.load(twice)).rejects.toThrow("OPA-NAME-TAKEN");
  });
});

describe("supervisorShown", () => {
  const shownFor = async (name: string) =>
    ((await answerTo("E4", byAccount(name))) as { depts: { superVisorAccount: string | null }[] }).depts.map(
      (post) => post.superVisorAccount,
    );

  it("shows whoever approves: chosen, the manager, or the manager above", async () => {
    expect(await shownFor("cat")).toEqual([null, "amy"]);
    await quirks({ supervisorShown: "effective" });
    expect(await shownFor("cat")).toEqual(["bob", "amy"]);
    expect(await shownFor("bob")).toEqual(["amy", "amy"]);
    expect(await shownFor("amy")).toEqual([null]);
  });
});

describe("p1DelayMs", () => {
  it("makes P1 slow without holding up anybody else", async () => {
    const other = await startTestService({ quirks: { p1DelayMs: 600_000 } });
    const slow = other.call("P1").catch(() => "cut");
    for (let n = 0; n < 20; n += 1) expect((await other.call("V1")).status).toBe(200);
    expect((await other.refreshes()).refreshes).toEqual([]);
    await other.close();
    await slow;
  });
});

describe("the quirks themselves", () => {
  it("are refused when unknown or wrong, and replaced as a whole", async () => {
    await expect(quirks({ envelop: "model" } as never)).rejects.toThrow("400");
    await expect(quirks({ envelope: "paper" } as never)).rejects.toThrow("400");
    await quirks({ lists: "flat" });
    expect(await quirks({ envelope: "model" })).toMatchObject({ lists: "grouped", envelope: "model" });
  });

  it("can be set at the start", async () => {
    const other = await startTestService({ quirks: { noManager: "empty-object" } });
    await other.load(baseline());
    expect((await other.call("D10", { params: { code: "FIN" } })).text).toBe("{}");
    await other.close();
  });
});
