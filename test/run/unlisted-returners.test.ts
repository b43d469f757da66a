/**
 * Somebody comes back under another number, and perhaps another account, on a site whose E1 does not list everybody inactive (R51): they are not
 * created a second time, but held until somebody decides, whatever HR calls them meanwhile (life 16000291).
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

const nowMs = Date.parse("2026-11-21T04:00:00Z");
let site: RunSite;

const office = directory().level("L1").department("RD").employee("ann", { number: "1" }).in("RD");
const bob = { number: "2", name: "王小明", birthDate: "1990-05-01", idCardNumber: "A123456789" } as const;
const hasBob = (account: string, fields: object) => office.employee(account, { ...bob, ...fields }).in("RD");
const run = async (desired: typeof office) => {
  const { plan, run: ended } = await site.run({ source: desired.source() });
  const held = (plan?.held ?? []).map(({ id, reason, candidates }) => [id, reason, candidates?.map(({ key }) => key)]);
  return { held, applied: ended.applied };
};
const asked = async () => (await fixture.calls()).filter(({ operation }) => operation === "E2").length;
const people = async () => (await fixture.dump()).employees.map(({ account, active }) => [account, active]);

beforeEach(async () => {
  await fixture.quirks({});
  await serviceHas(hasBob("bob", {}));
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => nowMs });
  await fixture.quirks({ inactivePeople: "hidden" });
  // HR does not name leavers any more.
  await run(hasBob("bob", { active: false, resignationDate: "2026-11-20" }));
  await run(office);
});

afterEach(() => site.close());

describe("somebody who has left and is not listed comes back", () => {
  const bothAre = [
    ["ann", true],
    ["bob", false],
  ];

  it("with another number under the same account, then with both: they are held, and nobody is created", async () => {
    expect((await run(hasBob("bob", { number: "7" }))).held).toEqual([
      ["employee/bob/update", "identity-conflict", ["bob"]],
    ]);
    const again = await run(hasBob("robert", { number: "7" }));
    expect(again).toEqual({ held: [["employee/robert/create", "possible-twin", ["bob"]]], applied: 0 });
    expect(await people()).toEqual(bothAre);
  });

  it("and stay held when HR changes what they had in common", async () => {
    await run(hasBob("robert", { number: "7" }));
    const less = { number: "7", name: "林大文", idCardNumber: null };
    const held = [["employee/robert/create", "possible-twin", ["bob"]]];
    for (const _ of [1, 2]) expect(await run(hasBob("robert", less))).toEqual({ held, applied: 0 });
  });

  it("and is enabled under the new keys once somebody has decided that they are one", async () => {
    await site.store.decisions.keep([{ kind: "employee", source: "robert", target: "bob", same: true }], nowMs);
    const { held } = await run(hasBob("robert", { number: "7" }));
    expect([held, await people()]).toEqual([
      [],
      [
        ["ann", true],
        ["robert", true],
      ],
    ]);
    expect(await run(hasBob("robert", { number: "7" }))).toEqual({ held: [], applied: 0 });
  });

  it("and is created once somebody has decided that they are two", async () => {
    await site.store.decisions.keep([{ kind: "employee", source: "robert", target: "bob", same: false }], nowMs);
    expect((await run(hasBob("robert", { number: "7" }))).held).toEqual([]);
    expect(await people()).toEqual([...bothAre, ["robert", true]]);
  });

  it("while a namesake has got their number: the record stays theirs (life 16000759)", async () => {
    expect((await run(hasBob("bobby", { birthDate: "1971-01-01", idCardNumber: "A120000485" }))).held).toEqual([
      ["employee/bobby/update", "number-given-again", ["bob"]],
    ]);
    expect(await people()).toEqual(bothAre);
  });

  it("with the number that they had: they are enabled", async () => {
    expect((await run(hasBob("bob", {}))).held).toEqual([]);
    expect(await people()).toEqual([
      ["ann", true],
      ["bob", true],
    ]);
  });
});

it("nobody is asked for while nobody is to be created, or where E1 lists everybody", async () => {
  await fixture.forgetCalls();
  await site.plan({ source: office.source() });
  expect(await asked()).toBe(0);
  await fixture.quirks({});
  // What musterd remembers of an account follows a rename.
  const renamed = directory()
    .level("L1")
    .department("RD")
    .employee("anna", { number: "1", resignationDate: "2027-01-01" });
  await run(office.employee("ann", { number: "1", resignationDate: "2027-01-01" }).in("RD"));
  await run(renamed.in("RD"));
  await fixture.forgetCalls();
  await site.plan({ source: renamed.in("RD").employee("cid", { number: "3" }).in("RD").source() });
  expect(await asked()).toBe(0);
});

it("a joiner who is created disabled, and not listed, is read back all the same (lives 18000067 and 18000136)", async () => {
  await fixture.quirks({ inactivePeople: "hidden", ignores: ["E12.phoneNumber"] });
  const joiner = { number: "4", phoneNumber: "02-2345-6789", hireDate: "2026-12-01", active: true } as const;
  const hired = office.employee("dan", joiner).in("RD");
  const { run: first } = await site.run({ source: hired.source() });
  const dan = (await fixture.dump()).employees.find(({ account }) => account === "dan");
  expect([dan?.active, dan?.phoneNumber, first.failed]).toEqual([false, "02-2345-6789", 0]);
  expect((await site.plan({ source: hired.source() })).changes).toEqual([]);
});
