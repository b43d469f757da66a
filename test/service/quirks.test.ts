/** Each quirk changes exactly what its remark says. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { quirkProfiles } from "../../src/service/quirk-profiles.ts";
import { Quirks } from "../../src/service/quirks.ts";
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

describe("p1BusyTimes", () => {
  it("turns the refresh away so many times, and again the next time", async () => {
    await quirks({ p1BusyTimes: 2 });
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await service.call("P1")).status);
    expect(statuses).toEqual([503, 503, 200, 503, 503, 200]);
    expect((await service.refreshes()).dirty).toBe(0);
  });
});

describe("writeAnswers", () => {
  const disable = { body: { code: "LAB", active: false } };

  it.each([
    ["empty", ""],
    ["true", "true"],
    ["object", "{}"],
  ] as const)("answers every write of the organisation the same: %s", async (writeAnswers, text) => {
    await quirks({ writeAnswers });
    expect((await service.call("D4", disable)).text).toBe(text);
    expect((await service.call("E7", { body: { user: account("amy"), active: true } })).text).toBe(text);
    expect((await service.call("P1")).text).toBe(text);
    expect((await service.call("D1")).text).toContain('"LAB"');
  });
});

describe("refusals", () => {
  it("come as an error body under 200; a wrong key does not", async () => {
    await quirks({ refusals: "ok" });
    const answer = await service.call("D4", { body: { code: "NO", active: true } });
    expect([answer.status, errorCodeOf(answer)]).toEqual([200, "OPA-DEPT-UNKNOWN"]);
    const missing = await service.call("E2", byAccount("no"));
    expect([missing.status, errorCodeOf(missing)]).toEqual([200, "OPA-USER-UNKNOWN"]);
    expect((await service.raw("GET", "/openapi/base/v1/deptlevel")).status).toBe(401);
    expect((await service.raw("GET", "/openapi/base/v1/nothing")).status).toBe(404);
  });
});

describe("keyRefusal", () => {
  it.each([403, 400] as const)("has status %i", async (keyRefusal) => {
    await quirks({ keyRefusal });
    const answer = await service.raw("GET", "/openapi/base/v1/deptlevel");
    expect([answer.status, errorCodeOf(answer)]).toEqual([keyRefusal, "OPA-KEY-UNKNOWN"]);
  });
});

describe("nobody", () => {
  it.each([
    ["null", 200, "null"],
    ["empty-object", 200, "{}"],
  ] as const)("is shown as %s", async (nobody, status, text) => {
    await quirks({ nobody });
    const answer = await service.call("E2", byAccount("no"));
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ account: "amy" });
  });

  it("is an error", async () => {
    await quirks({ nobody: "error" });
    const answer = await service.call("E2", byAccount("no"));
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-USER-UNKNOWN"]);
  });
});

describe("unknownProperties", () => {
  const posts = [{ code: "FIN", isMainDept: true, title: "typo" }];
  const call = () => service.call("E14", { body: { user: account("dan"), depts: posts } });

  it("are ignored, or refused at any depth with their place", async () => {
    expect((await call()).status).toBe(200);
    await quirks({ unknownProperties: "refused" });
    const answer = await call();
    expect(errorCodeOf(answer)).toBe("OPA-PROPERTY-UNKNOWN");
    expect(answer.text).toContain("body.depts[0].title");
    const inherited = await service.call("D4", { body: { code: "LAB", active: true, toString: "typo" } });
    expect(errorCodeOf(inherited)).toBe("OPA-PROPERTY-UNKNOWN");
    expect((await service.call("P1", { body: {} })).status).toBe(200);
    expect((await service.call("D4", { body: { code: "LAB", active: false } })).status).toBe(200);
  });
});

describe("longestCode", () => {
  it("limits new codes", async () => {
    await quirks({ longestCode: 3 });
    const level = (code: string) => service.call("V2", { body: { code, name: "x", active: true } });
    expect((await level("ABC")).status).toBe(200);
    expect(errorCodeOf(await level("ABCD"))).toBe("OPA-CODE-LONG");
    const renamed = await service.call("T3", { body: { originalCode: "ENG", code: "ENGINE", title: "x" } });
    expect(errorCodeOf(renamed)).toBe("OPA-CODE-LONG");
  });
});

describe("idNumbers", () => {
  it("are masked in the middle and kept as they are", async () => {
    await service.call("E12", { body: { account: "fay", name: "Fay", idCardNumber: "Z900000123" } });
    await quirks({ idNumbers: "masked" });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ idCardNumber: "Z90****123" });
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ idCardNumber: null });
    expect((await service.dump()).employees.at(-1)).toMatchObject({ idCardNumber: "Z900000123" });
  });
});

describe("d4", () => {
  it("takes along what is below, and its people", async () => {
    await quirks({ d4: "cascade" });
    await service.call("D4", { body: { code: "RD", active: false } });
    const { departments, employees } = await service.dump();
    const active = (list: readonly { active?: boolean | null | undefined }[]) => list.map((one) => one.active);
    expect(active(departments)).toEqual([true, false, false, false, true, true]);
    expect(active(employees)).toEqual([true, false, false, true, false]);
  });
});

describe("d8Missing", () => {
  it("reads a missing active as false", async () => {
    const batch = { body: { batchMove: [{ code: "LAB", parentCode: "HQ" }] } };
    expect(errorCodeOf(await service.call("D8", batch))).toBe("OPA-REQUEST-INVALID");
    await quirks({ d8Missing: "false" });
    expect(await answerTo("D8", batch)).toMatchObject({ disableDept: ["LAB"] });
    expect((await service.dump()).departments[1]).toMatchObject({ code: "LAB", parentCode: "HQ", active: false });
  });
});

describe("managers", () => {
  const managerOf = async (code: string) =>
    (await service.dump()).departments.find((department) => department.code === code)?.manager;

  it("need not be members at such a site, but active", async () => {
    await quirks({ managersAreMembers: false });
    expect((await service.call("D12", { body: { code: "LAB", manager: account("dan") } })).status).toBe(200);
    const answer = await service.call("D12", { body: { code: "LAB", manager: account("eve") } });
    expect(errorCodeOf(answer)).toBe("OPA-MANAGER-INACTIVE");
  });

  it("lose the office when they leave or are disabled", async () => {
    await quirks({ managerLeaves: "cleared" });
    await service.call("E14", { body: { user: account("bob"), depts: [{ code: "FIN", isMainDept: true }] } });
    expect([await managerOf("RD"), await managerOf("HQ")]).toEqual([null, "amy"]);
    await service.call("E7", { body: { user: account("amy"), active: false } });
    expect(await managerOf("HQ")).toBe(null);
  });
});

describe("newEmployees", () => {
  it("are inactive until E7", async () => {
    await quirks({ newEmployees: "inactive" });
    await service.call("E12", { body: { account: "fay", name: "Fay" } });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ active: false, locked: false });
  });
});

describe("otherCategory", () => {
  const move = (categoryName: string) => service.call("J7", { body: { code: "DEV", categoryName, seq: 0 } });

  it("is refused, the own one is not", async () => {
    await quirks({ otherCategory: "refused" });
    expect(errorCodeOf(await move("Leading"))).toBe("OPA-CATEGORY-FIXED");
    expect((await move("Making")).status).toBe(200);
    expect(await service.dump()).toEqual(baseline());
  });
});

describe("inactivePeople", () => {
  it("are hidden from the lists, and found one by one", async () => {
    await quirks({ inactivePeople: "hidden" });
    expect(((await answerTo("E1")) as object[]).length).toBe(4);
    expect(await answerTo("E2", byAccount("eve"))).toMatchObject({ active: false });
  });
});

describe("extraFields", () => {
  it("show more, or the state by another name", async () => {
    await quirks({ extraFields: "more" });
    const more = { enabled: true, resignationDate: null, deptCode: "RD" };
    expect(await answerTo("E2", byAccount("bob"))).toMatchObject({ ...more, active: true });
    await quirks({ extraFields: "enabled" });
    expect(await answerTo("E2", byAccount("bob"))).toMatchObject(more);
    expect(await answerTo("E2", byAccount("bob"))).not.toHaveProperty("active");
  });
});

describe("latencyMs", () => {
  it("holds every call back", async () => {
    const other = await startTestService({ quirks: { latencyMs: 60_000 } });
    const answers: unknown[] = [];
    const calls = (["V1", "D1"] as const).map((id) => other.call(id).then((answer) => answers.push(answer)));
    await other.admin("GET", "/calls");
    expect(answers).toEqual([]);
    await other.close();
    await Promise.allSettled(calls);
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

describe("a profile", () => {
  it.each(Object.entries(quirkProfiles))("%s is a set of quirks", (_, profile) => {
    expect(Quirks.parse(profile)).toMatchObject(profile);
  });

  it("differs from every other, and the first is the service's own reading", () => {
    const all = Object.values(quirkProfiles).map((profile) => JSON.stringify(Quirks.parse(profile)));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(8);
    expect(all[0]).toBe(JSON.stringify(Quirks.parse({})));
  });
});
