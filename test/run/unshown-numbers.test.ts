/** A site that shows nobody's employee number, and clears what E11 leaves out (R10): HR's number is sent along with each change. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { idsOf } from "../support/target/plan-between.ts";

useRunParts();

let site: RunSite;

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});

afterEach(async () => {
  await site.close();
  await fixture.quirks({});
});

const office = (email: string) =>
  directory().level("L1").department("RD").employee("amy", { number: "A1", email }).in("RD");

it("a change of something else keeps the number, and the next run has nothing to do", async () => {
  await serviceHas(office("old@example.com"), { notShown: ["employeeNumber"], e11Omitted: "clear" });
  const wanted = { source: office("new@example.com").source() };
  const { run, plan } = await site.run(wanted);
  expect([run.status, idsOf(plan?.changes ?? [])]).toEqual(["succeeded", ["employee/amy/update"]]);
  expect((await fixture.dump()).employees).toMatchObject([{ employeeNumber: "A1", email: "new@example.com" }]);
  expect((await site.run(wanted)).run).toMatchObject({ status: "succeeded", planned: 0, held: 0 });
});
