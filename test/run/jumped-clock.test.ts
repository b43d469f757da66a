/** A clock that jumps in a night without changes: nobody has accepted its distance with that night. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

let site: RunSite;
useRunParts();
beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, systemClock);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

it("blocks the next plan with changes", async () => {
  const company = (name: string) =>
    directory().level("L1").department("RD").employee("amy", { number: "1", name }).in("RD");
  await serviceHas(company("Amy"));
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + 40 * 86_400_000);
  const quiet = await site.run({ source: company("Amy").source() });
  const next = await site.run({ source: company("Amy Chen").source() });
  expect([quiet.run.status, next.run.status, next.run.error?.code]).toEqual(["succeeded", "blocked", "clock-differs"]);
});
