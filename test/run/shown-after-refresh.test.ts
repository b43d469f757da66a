/** Runs on a site whose lists show what was written only after the permission refresh (R100). */
import { expect, it } from "vitest";
import { habitsOf } from "../../src/model/memory/site-habit.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunSite(clock);

const office = directory().level("L1").department("RD").title("T1").title("T2");
const before = office.employee("amy", { number: "7", name: "Amy" }).in("RD", { title: "T1" });

const night = async (wanted: DirectoryBuilder) => {
  const earlier = (await fixture.calls()).length;
  const { run } = await site.run({ source: wanted.source() });
  const calls = (await fixture.calls()).slice(earlier);
  const { changes } = await site.plan({ source: wanted.source() });
  return {
    run,
    left: changes,
    writes: writesOf(calls).map(({ operation }) => operation),
    refreshes: [refreshesOf(calls).length, refreshesAfterLastWrite(calls).length],
  };
};

it("what the lists show after the refresh is applied, night after night", async () => {
  await serviceHas(before, { staleReadings: "until-refresh" });
  for (const name of ["Amy Chen", "Amy Lin"]) {
    const wanted = office
      .department("QA", { name: `Quality of ${name}` })
      .employee("amy", { number: "7", name })
      .in("QA", { title: "T2" })
      .employee("bob", { number: "8" })
      .in("RD");
    expect(await night(wanted)).toMatchObject({
      run: { status: "succeeded", failed: 0, refresh: "done" },
      left: [],
      refreshes: [1, 1],
    });
    expect(habitsOf(await site.store.ledger.read())).toEqual([]);
  }
});

it("once that is known, nothing is written again before the refresh, and what writes have taken along is seen after it", async () => {
  await serviceHas(before, { staleReadings: "until-refresh", takesAlong: ["E14-expiry"] });
  const named = (name: string) =>
    office
      .department("QA", { name })
      .employee("amy", { number: "7", name: "Amy", expiredTime: "2027-01-31T15:59:59.000Z" });
  await night(named("Quality").in("RD", { title: "T1" }));
  expect(await night(named("Quality 2").in("RD", { title: "T2" }))).toMatchObject({
    writes: ["D3", "E14"],
    run: { status: "partial" },
    left: [{ id: "employee/amy/update" }],
    refreshes: [1, 1],
  });
});

it("what the service has ignored is still a failure", async () => {
  await serviceHas(before, { staleReadings: "until-refresh", ignores: ["E11.englishName"] });
  const { run } = await night(
    office.employee("amy", { number: "7", name: "Amy", englishName: "Amy" }).in("RD", { title: "T1" }),
  );
  expect(run).toMatchObject({ status: "partial", failed: 1, refresh: "done" });
  expect(habitsOf(await site.store.ledger.read())).toMatchObject([{ operation: "E11", field: "englishName" }]);
});
