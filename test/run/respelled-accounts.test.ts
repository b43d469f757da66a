/** Whole runs on a site that stores accounts in lower case and finds them in no other (R14). */
import { expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";

useRunParts();

const office = directory().level("L1").department("RD");

it("newcomers who leave one day are written in the run that creates them, and get new accounts", async () => {
  await serviceHas(office);
  await fixture.quirks({ accounts: "lower-exact" });
  const site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  const wanted = (bob: string) =>
    office
      .employee("Amy", { number: "7", resignationDate: "2027-03-31" })
      .in("RD")
      .employee(bob, { number: "8" })
      .in("RD");
  try {
    for (const bob of ["Bob", "Chen"]) {
      expect((await site.run({ source: wanted(bob).source() })).run).toMatchObject({ status: "succeeded", failed: 0 });
      expect((await site.run({ source: wanted(bob).source() })).run).toMatchObject({ planned: 0 });
    }
  } finally {
    await fixture.quirks({});
    await site.close();
  }
});
