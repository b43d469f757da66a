/**
 * Whole runs on a site that takes posts some time after it has accepted them (R100), and refuses at once a manager or an approver's choice that
 * relies on such a post.
 */
import { expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";

useRunParts();

const office = directory().level("L1").department("RD").department("QA");

it("a post that the site takes late is waited for by the manager and the approver who rely on it", async () => {
  const both = (department: string, supervisor: string | null) =>
    office
      .employee("bob", { number: "8" })
      .in(department)
      .employee("amy", { number: "7" })
      .in(department, { supervisor });
  await serviceHas(both("RD", null));
  await fixture.quirks({ postsLateMs: 150 });
  const wanted = both("QA", "bob").managing("QA");
  const settings = { ...quickSettings(fixture), backoffMs: 100 };
  const site = await openRunSite(settings, redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  try {
    expect((await site.run({ source: wanted.source() })).run).toMatchObject({ status: "succeeded", failed: 0 });
    expect((await site.run({ source: wanted.source() })).run).toMatchObject({ planned: 0 });
  } finally {
    await fixture.quirks({});
    await site.close();
  }
});
