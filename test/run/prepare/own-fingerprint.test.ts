/**
 * A report masks what is personal, and has the fingerprint of the plan. Whoever has only the report must not find a masked value by trying
 * which one gives the fingerprint: all days of birth are tried in a second.
 */
import { beforeEach, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { digest, digestOfList } from "../../../src/plan/values/fingerprint.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { organisationOf } from "../../support/directory/organisation-document.ts";
import { quickSettings } from "../../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../../support/suites/run-parts.ts";
import { openRunSite } from "../../support/suites/run-site.ts";

useRunParts();

const before = directory().level("L1").department("RD").employee("ann").in("RD");
const office = before.employee("eve").in("RD").employee("fay").in("RD");
beforeEach(() => fixture.load(organisationOf(before.full())));

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

const withSite = async <T>(use: (site: Awaited<ReturnType<typeof openRunSite>>) => Promise<T>): Promise<T> => {
  const site = await openRunSite(quickSettings(fixture), redis, clock);
  try {
    return await use(site);
  } finally {
    await site.close();
  }
};

/** The fingerprints that anybody can compute who knows the changes. */
const plainOf = ({ changes, undoes }: Plan): readonly string[] => [digestOfList(changes), digest([undoes, changes])];

it("is the same for the same plan, another in another installation, and computed by nobody else", async () => {
  const plans = () =>
    withSite(async (site) => [
      await site.plan({ source: office.source() }),
      await site.plan({ source: office.source() }),
    ]);
  const [one, again] = await plans();
  const [other] = await plans();
  expect(one?.changes).toEqual(other?.changes);
  expect(one?.fingerprint).toBe(again?.fingerprint);
  expect(one?.fingerprint).not.toBe(other?.fingerprint);
  expect(one && plainOf(one)).not.toContain(one?.fingerprint);
});

it.each(["a part of a plan", "an undo"])("is computed by nobody else for %s", (what) =>
  withSite(async (site) => {
    const { run, plan: part } = await site.run({ source: office.source(), only: ["eve"] });
    const { plan: undo } = await site.run({ source: office.source(), undoes: run.id });
    const plan = what === "an undo" ? undo : part;
    expect(plan?.changes.length).toBeGreaterThan(0);
    expect(plan && plainOf(plan)).not.toContain(plan?.fingerprint);
  }),
);
