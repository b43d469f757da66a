/** Quirks of all writes: what is ignored, what takes effect later, and maintenance. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { account, baseline } from "../cases/baseline.ts";
import { errorCodeOf } from "../running-service.ts";
import { byAccount, startQuirkyService } from "./quirky-service.ts";

const { service, quirks, answerTo } = await startQuirkyService();

const rename = (code: string) => ({ body: { originalCode: code, code, name: "New", deptLevelCode: "L2" } });
const nameOf = async (code: string) => (await service.dump()).departments.find((row) => row.code === code)?.name;

describe("ignores", () => {
  it("answers like always, and does nothing", async () => {
    await quirks({ ignores: ["D3", "D2"] });
    expect((await service.call("D3", rename("FIN"))).json).toMatchObject({ code: "FIN", name: "New" });
    const created = { code: "NEW", name: "New", deptLevelCode: "L2", active: true };
    expect((await service.call("D2", { body: created })).status).toBe(200);
    expect(await service.dump()).toEqual(baseline());
    expect(errorCodeOf(await service.call("D3", rename("NOWHERE")))).toBe("OPA-DEPT-UNKNOWN");
  });

  it("drops single properties of an operation", async () => {
    await quirks({ ignores: ["E11.phoneNumber", "E12.depts"] });
    const fay = { account: "fay", name: "Fay", phoneNumber: "1", depts: [{ code: "LAB", isMainDept: true }] };
    await service.call("E12", { body: fay });
    await service.call("E11", { body: { user: account("fay"), account: "fay", name: "May", phoneNumber: "2" } });
    const [stored] = (await service.dump()).employees.slice(-1);
    expect(stored).toMatchObject({ name: "May", phoneNumber: "1", depts: [] });
  });

  it("refuses names of reads, of the refresh, and of required properties", async () => {
    for (const name of ["E1", "P1", "E11.name", "F1"]) await expect(quirks({ ignores: [name] })).rejects.toThrow("400");
  });
});

describe("ignoredEvery", () => {
  it("ignores every second write, whatever it is", async () => {
    await quirks({ ignoredEvery: 2 });
    for (const code of ["RD", "FIN", "LAB", "HQ"]) await service.call("D3", rename(code));
    const names = await Promise.all(["RD", "FIN", "LAB", "HQ"].map(nameOf));
    expect(names.filter((name) => name === "New")).toHaveLength(2);
  });
});

describe("departmentLevel", () => {
  it("follows from the depth, whatever D2 and D3 say", async () => {
    await quirks({ departmentLevel: "by-depth" });
    await service.call("D2", { body: { parentCode: "RD1", code: "X", name: "X", deptLevelCode: "L1", active: true } });
    await service.call("D3", { body: { originalCode: "FIN", code: "FIN", name: "F", deptLevelCode: "L4" } });
    await service.call("D7", { body: { parentCode: "LAB", code: "RD1", seq: 0 } });
    const levels = (await service.dump()).departments.map(({ code, deptLevelCode }) => `${code} ${deptLevelCode}`);
    expect(levels).toEqual(["HQ L1", "RD L2", "RD2 L3", "FIN L2", "LAB L1", "RD1 L2", "X L3"]);
  });
});

describe("writesLateMs", () => {
  it("accepts at once, and carries out later, in order, what is not refused then", async () => {
    await quirks({ writesLateMs: 1_500 });
    const create = (code: string, parentCode: string | null) =>
      service.call("D2", { body: { parentCode, code, name: code, deptLevelCode: "L2", active: true } });
    const answers = [await create("A", null), await create("B", "A"), await create("A", "B")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await service.call("P1");
    expect(await service.dump()).toEqual(baseline());
    expect((await service.refreshes()).dirty).toBe(0);
    const last = async () => (await service.dump()).departments.at(-1);
    while ((await service.refreshes()).refreshes.length === 0) await wait(10);
    expect(await last()).toMatchObject({ code: "B", parentCode: "A" });
    expect((await service.refreshes()).refreshes.at(-1)?.dirtyBefore).toBe(2);
  });
});

describe("maintenance", () => {
  it.each([
    ["unavailable", 503, ""],
    ["page", 200, "<!doctype html>"],
    ["message", 200, '{"model":null'],
  ] as const)("%s: answers twelve calls after every tenth write", async (maintenance, status, text) => {
    await quirks({ maintenance: "never" });
    await quirks({ maintenance });
    let writes = 0;
    let met = await service.call("E2", byAccount("amy"));
    while (met.status === 200 && !/^(<!doctype|{"model")/.test(met.text)) {
      writes += 1;
      await service.call("E6", { body: { user: account("amy"), locked: true } });
      met = await service.call("E2", byAccount("amy"));
    }
    expect(writes).toBe(10);
    expect([met.status, met.text.slice(0, text.length)]).toEqual([status, text]);
    for (let call = 2; call <= 12; call += 1) expect((await service.call("E1")).json).not.toBeInstanceOf(Array);
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ account: "amy", locked: true });
  });
});
