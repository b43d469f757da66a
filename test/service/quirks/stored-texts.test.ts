/** Quirks of stored texts, of readings that lag behind, and of P1's pause. */
import { expect, it } from "vitest";
import { errorCodeOf } from "../running-service.ts";
import { byAccount, startQuirkyService } from "./quirky-service.ts";

const { service, quirks, answerTo } = await startQuirkyService();

const fay = { account: "fay", name: "Fay", depts: [{ code: "LAB", isMainDept: true }] };

it.each([
  ["one-space", { name: "Fay  Lin" }, { name: "Fay Lin" }],
  ["upper-case", { englishName: "Fay" }, { englishName: "FAY" }],
  ["mailboxes-in-lower-case", { email: "Fay@example.com" }, { email: "fay@example.com" }],
  ["phones-formatted", { phoneNumber: "0912345678" }, { phoneNumber: "0912-345-678" }],
  ["leading-zeros-dropped", { employeeNumber: "0042" }, { employeeNumber: "42" }],
] as const)("storedTexts: %s", async (form, sent, stored) => {
  await quirks({ storedTexts: [form] });
  await service.call("E12", { body: { ...fay, ...sent } });
  expect((await service.dump()).employees.at(-1)).toMatchObject({ account: "fay", ...stored });
});

it("staleReadings: a list shows a write only after some readings, single people at once", async () => {
  await quirks({ staleReadings: 2 });
  const count = async () => ((await answerTo("E1")) as readonly unknown[]).length;
  const before = await count();
  await service.call("E12", { body: fay });
  expect([await count(), await count(), await count()]).toEqual([before, before, before + 1]);
  expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ account: "fay" });
});

it("staleReadings: a list never goes back behind a write that was made without the quirk", async () => {
  const codes = async () => ((await answerTo("V1")) as readonly { readonly code: string }[]).map(({ code }) => code);
  await quirks({ staleReadings: 1 });
  await codes();
  await quirks({});
  await service.call("V2", { body: { code: "L8", name: "Eight" } });
  await quirks({ staleReadings: 1 });
  await service.call("V2", { body: { code: "L9", name: "Nine" } });
  expect(await codes()).toContain("L8");
});

it("p1PauseMs: a second P1 too soon is refused", async () => {
  await quirks({ p1PauseMs: 60_000 });
  expect((await service.call("P1")).status).toBe(200);
  expect(errorCodeOf(await service.call("P1"))).toBe("OPA-BUSY");
});
