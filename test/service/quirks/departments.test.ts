/** Quirks of departments and their managers. */
import { describe, expect, it } from "vitest";
import { account, baseline } from "../cases/baseline.ts";
import { corpCode, errorCodeOf } from "../running-service.ts";
import { byAccount, startQuirkyService } from "./quirky-service.ts";

const { service, quirks, answerTo } = await startQuirkyService();

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

  it("shows the company as the department above all", async () => {
    await quirks({ rootParent: "company" });
    const [company, first, second] = (await answerTo("D1")) as object[];
    expect(company).toMatchObject({ code: corpCode, parentCode: null });
    expect(first).toMatchObject({ code: "HQ", parentCode: corpCode });
    expect(second).toMatchObject({ code: "RD", parentCode: "HQ" });
    const tax = { parentCode: corpCode, code: "TAX", deptLevelCode: "L3", name: "tax", active: true };
    expect((await service.call("D2", { body: tax })).status).toBe(200);
    const { departments } = await service.dump();
    expect(departments.find(({ code }) => code === "TAX")?.parentCode).toBeNull();
    const ofCompany = (id: "D5" | "D9" | "D10", includeSubDept?: string) =>
      answerTo(id, { params: { code: corpCode, ...(includeSubDept && { includeSubDept }) } });
    expect(await ofCompany("D5", "false")).toEqual([company]);
    expect(await ofCompany("D9", "false")).toEqual([]);
    expect(await ofCompany("D9", "true")).not.toEqual([]);
    expect(await ofCompany("D10")).toBeNull();
  });
});

describe("a company that is listed", () => {
  const body = { code: corpCode.toLowerCase(), deptLevelCode: "L3", name: "tax", active: true };

  it("keeps its code from every other department", async () => {
    await quirks({ rootParent: "company" });
    const recoded = { originalCode: "RD", code: corpCode, deptLevelCode: "L3", name: "tax" };
    for (const refused of [await service.call("D2", { body }), await service.call("D3", { body: recoded })])
      expect([refused.status, errorCodeOf(refused)]).toEqual([400, "OPA-CODE-TAKEN"]);
  });

  it("leaves it to a department where it is not listed", async () => {
    expect((await service.call("D2", { body })).status).toBe(200);
  });
});

describe("uniqueSiblingNames", () => {
  const tax = { parentCode: "HQ", code: "TAX", deptLevelCode: "L3", name: "name of rd", active: true };

  it("lets siblings share a name unless the quirk is set", async () => {
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

describe("d4", () => {
  it("includes everything below and its people", async () => {
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

  it("are removed when they leave or are disabled", async () => {
    await quirks({ managerLeaves: "cleared" });
    await service.call("E14", { body: { user: account("bob"), depts: [{ code: "FIN", isMainDept: true }] } });
    expect([await managerOf("RD"), await managerOf("HQ")]).toEqual([null, "amy"]);
    await service.call("E7", { body: { user: account("amy"), active: false } });
    expect(await managerOf("HQ")).toBe(null);
  });

  it("are removed by a batch from every department that it disables", async () => {
    await quirks({ managerLeaves: "cleared", managersAreMembers: false });
    await service.call("D12", { body: { code: "LAB", manager: account("amy") } });
    const batchMove = ["HQ", "LAB"].map((code, seq) => ({ code, parentCode: null, seq, active: false }));
    expect((await service.call("D8", { body: { batchMove } })).status).toBe(200);
    expect([await managerOf("HQ"), await managerOf("LAB")]).toEqual([null, null]);
  });
});

describe("d7", () => {
  const rowOf = async (code: string) =>
    (await service.dump()).departments.find((department) => department.code === code);
  const move = (parentCode: string | null, code: string) => service.call("D7", { body: { parentCode, code, seq: 0 } });

  it("moves the department and changes nothing else", async () => {
    await service.call("D4", { body: { code: "LAB", active: false } });
    await move("LAB", "RD");
    expect(await rowOf("RD")).toMatchObject({ parentCode: "LAB", manager: "bob", active: true });
  });

  it("removes the manager only if the parent changes", async () => {
    await quirks({ d7: "takes-along" });
    await move("HQ", "RD");
    expect(await rowOf("RD")).toMatchObject({ parentCode: "HQ", manager: "bob" });
    await move(null, "RD");
    expect(await rowOf("RD")).toMatchObject({ parentCode: null, manager: null, active: true });
  });

  it("disables what moves below an inactive department, as D4 does at this site", async () => {
    await quirks({ d7: "takes-along" });
    await service.call("D4", { body: { code: "LAB", active: false } });
    await move("LAB", "FIN");
    expect([
      (await rowOf("FIN"))?.active,
      ((await answerTo("E2", byAccount("dan"))) as { active: boolean }).active,
    ]).toEqual([false, true]);
    await quirks({ d7: "takes-along", d4: "cascade" });
    await move("LAB", "RD");
    expect([(await rowOf("RD"))?.active, (await rowOf("RD1"))?.active]).toEqual([false, false]);
    expect(await answerTo("E2", byAccount("cat"))).toMatchObject({ active: false });
  });
});
