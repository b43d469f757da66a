/**
 * Whole runs on a site that answers E2 and E4 only about active people (R51), whether or not E1 lists the others: who leaves, comes back to
 * another department, and was somebody's approver. Before, such a site ended every run, kept returners out, and leavers as approvers.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;

const office = directory().level("L1").department("RD").department("QA");
const company = (ann: object, annIn: string, chosen: string | null) =>
  office
    .employee("ann", { number: "1", ...ann })
    .in(annIn, { functions: [] })
    .employee("bob", { number: "2" })
    .in("RD", { functions: [] })
    .employee("cat", { number: "3" })
    .in("RD", { functions: [], supervisor: chosen });
const works = company({}, "RD", "ann");
const left = company({ active: false }, "RD", null);
const back = company({ active: true }, "QA", "bob");

const night = async (wanted: typeof office) => {
  await fixture.forgetCalls();
  const { run, plan } = await site.run({ source: wanted.source() });
  const held = plan?.held.map(({ id, reason }) => `${id}: ${reason}`);
  return { status: run.status, held, writes: writesOf(await fixture.calls()).length };
};
const stored = async () =>
  directoryOf(await fixture.dump()).employees.map(({ account, active, posts }) => [
    account,
    active,
    posts.map(({ department, supervisor }) => `${department} ${supervisor}`).join(),
  ]);

beforeEach(async () => {
  await serviceHas(company({}, "RD", null));
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});

afterEach(async () => {
  await fixture.quirks({});
  await site.close();
});

const cases = (["forbidden", "missing"] as const).flatMap((readsOfInactive) =>
  (["listed", "hidden"] as const).map((inactivePeople) => ({ readsOfInactive, inactivePeople })),
);

describe.each(cases)("a site whose E2 and E4 are silent about leavers: %j", (quirks) => {
  it("disables a leaver, takes over whose approver they were, is quiet, and lets them in again", async () => {
    await fixture.quirks(quirks);
    expect(await night(works)).toMatchObject({ status: "succeeded", held: [] });
    expect(await night(company({ active: false }, "RD", "ann"))).toMatchObject({ status: "succeeded", writes: 1 });
    expect(await night(left)).toMatchObject({ status: "succeeded", held: [], writes: 1 });
    expect(await stored()).toEqual([
      ["ann", false, "RD null"],
      ["bob", true, "RD null"],
      ["cat", true, "RD null"],
    ]);
    expect(await night(left)).toEqual({ status: "succeeded", held: [], writes: 0 });
    await night(back);
    expect(await stored()).toEqual([
      ["ann", true, "QA null"],
      ["bob", true, "RD null"],
      ["cat", true, "RD bob"],
    ]);
    expect(await night(back)).toEqual({ status: "succeeded", held: [], writes: 0 });
  });

  it("confirms another code of the leaver's department, whose members it shows", async () => {
    await fixture.quirks(quirks);
    await night(works);
    const recoded = directory()
      .level("L1")
      .department("R2")
      .department("QA")
      .employee("ann", { number: "1", active: false })
      .in("R2", { functions: [] })
      .employee("bob", { number: "2" })
      .in("R2", { functions: [] })
      .employee("cat", { number: "3" })
      .in("R2", { functions: [] });
    const source = { ...recoded.source(), renames: [{ kind: "department", from: "RD", to: "R2" } as const] };
    const { run } = await site.run({ source });
    expect(run).toMatchObject({ status: "succeeded", unconfirmed: 0, failed: 0 });
    expect((await stored()).map(([, active, posts]) => [active, String(posts).slice(0, 2)])).toEqual([
      [false, "R2"],
      [true, "R2"],
      [true, "R2"],
    ]);
  });

  it("lets in who comes back under another name (life 35000086)", async () => {
    await fixture.quirks(quirks);
    await night(works);
    await night(left);
    const married = company({ name: "Ann Lee" }, "RD", null);
    // Where E1 lists whom E2 does not find, the data follow when the person is enabled.
    expect((await night(married)).writes).toBeGreaterThan(0);
    expect((await fixture.dump()).employees[0]).toMatchObject({ account: "ann", active: true });
    await night(married);
    expect((await fixture.dump()).employees[0]).toMatchObject({ name: "Ann Lee", active: true });
    expect(await night(married)).toEqual({ status: "succeeded", held: [], writes: 0 });
  });
});
