/** Leavers whom E1 does not list, because they have no post (R51): they are found all the same, and disabled. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shareOf, turns } from "../../src/model/directory/known-details.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { quickSettings, refreshesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { idsOf } from "../support/target/plan-between.ts";

useRunParts();

const day = 86_400_000;
let nowMs: number;
let site: RunSite;

beforeEach(async () => {
  nowMs = Date.parse("2026-11-21T04:00:00Z");
  await fixture.quirks({});
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => nowMs });
});

afterEach(() => site.close());

const office = directory().level("L1").department("RD").employee("ann", { number: "1" }).in("RD");
const served = office.employee("bob", { number: "2" });
const left = (fields: object): DirectoryBuilder => office.employee("bob", { number: "2", active: false, ...fields });
const isActive = async (account: string) =>
  (await fixture.dump()).employees.find((one) => one.account === account)?.active;
const asked = async () => (await fixture.calls()).filter(({ operation }) => operation === "E2").length;

describe("somebody without a post, whom the site does not list", () => {
  beforeEach(async () => {
    await serviceHas(served);
    await fixture.quirks({ peopleWithoutPosts: "hidden" });
    await fixture.forgetCalls();
  });

  it.each([
    ["", left({ resignationDate: "2026-11-20" })],
    [" with an account that HR does not state", left({ account: "bobby", resignationDate: "2026-11-20" })],
  ])("is disabled in the first run after the last day%s", async (_, desired) => {
    const source = desired.source();
    const generatedAccounts = new Set(["bobby"]);
    const { run, plan } = await site.run({ source: { ...source, generatedAccounts } });
    // The first is the last day (E9).
    expect(idsOf(plan?.changes ?? [])).toEqual(["employee/bob/update", "employee/bob/deactivate"]);
    expect([run.status, await isActive("bob")]).toEqual(["succeeded", false]);
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
    await fixture.forgetCalls();
    const again = await site.run({ source: { ...source, generatedAccounts } });
    expect([again.run.applied, again.run.held, again.run.failed]).toEqual([0, 0, 0]);
  });

  it("is told to be in the service, but not in its list, while HR has them as active", async () => {
    const { run } = await site.run({ source: served.source() });
    const outcome = (await site.store.plans.read(run.id))?.outcomes.get("employee/bob/create");
    expect(outcome).toMatchObject({ code: "not-applied", message: expect.stringMatching(/its list of people \(E1\)/) });
    expect((await fixture.calls()).filter(({ operation }) => operation === "E12")).toEqual([]);
  });

  it("is looked for on one day of thirty if the last day is not known", async () => {
    const today = Math.floor(nowMs / day) % turns;
    const daysUntil = (shareOf("bob") - today + turns) % turns;
    nowMs += (daysUntil - 1) * day;
    expect((await site.plan({ source: left({}).source() })).changes).toEqual([]);
    nowMs += day;
    const { plan } = await site.run({ source: left({}).source() });
    expect([idsOf(plan?.changes ?? []), await isActive("bob")]).toEqual([["employee/bob/deactivate"], false]);
  });

  it("is disabled on any day on which somebody is to be created, because everybody known is asked about then", async () => {
    // What he was given at last tells that musterd knows him.
    await fixture.quirks({});
    await site.run({ source: office.employee("bob", { number: "2", resignationDate: "2027-03-31" }).source() });
    await fixture.quirks({ peopleWithoutPosts: "hidden" });
    while (Math.floor(nowMs / day) % turns === shareOf("bob")) nowMs += day;
    const desired = left({}).employee("cat", { number: "3" }).in("RD");
    const { plan } = await site.run({ source: desired.source() });
    expect(idsOf(plan?.changes ?? [])).toEqual(["employee/cat/create", "employee/bob/deactivate"]);
    expect(await isActive("bob")).toBe(false);
  });

  it("is not looked for before the last day, or while HR has them as active", async () => {
    await site.plan({ source: left({ active: true, resignationDate: "2027-01-01" }).source() });
    await site.plan({ source: served.source() });
    expect(await asked()).toBe(0);
  });

  it("stays as the site has them if E2 finds nobody, or somebody inactive", async () => {
    await fixture.quirks({});
    await serviceHas(office.employee("bob", { number: "2", active: false }));
    await fixture.quirks({ peopleWithoutPosts: "hidden" });
    const plan = await site.plan({ source: left({ resignationDate: "2026-11-20" }).source() });
    expect([plan.changes, plan.notices.map(({ code }) => code)]).toEqual([[], ["inactive-not-created"]]);
  });
});

it("a site that is empty is asked for nobody", async () => {
  await serviceHas(directory());
  await fixture.forgetCalls();
  await site.plan({ source: left({ resignationDate: "2026-11-20" }).source() });
  expect(await asked()).toBe(0);
});
