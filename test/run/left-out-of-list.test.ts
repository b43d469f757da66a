/**
 * Whole runs on a site whose list of people (E1) ends early. E2 shows the others, so nobody is enabled who is active, nobody has failed to be
 * created, and the plan says whom the list leaves out. Before, each run enabled active people, in vain, and blamed other writes for it.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RunDeps } from "../../src/run/reconcile.ts";
import type { TargetReader, TargetWriter } from "../../src/site/target.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;
const office = (phoneNumber: string) =>
  directory().level("L1").department("RD").employee("amy", { number: "1", phoneNumber }).in("RD", { functions: [] });
const withBob = (all: ReturnType<typeof office>) => all.employee("bob", { number: "2" }).in("RD", { functions: [] });

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});
afterEach(async () => {
  await fixture.quirks({});
  await site.close();
});

/** The list ends after one person. */
const onePage = <Target extends TargetReader | TargetWriter>(target: Target): Target => ({
  ...target,
  readLists: async (...args: Parameters<TargetReader["readLists"]>) => {
    const lists = await target.readLists(...args);
    return { ...lists, employees: lists.employees.slice(0, 1) };
  },
});

it("whoever disappears from the list during a run is not enabled", async () => {
  await serviceHas(withBob(office("1")));
  let reading = 0;
  const change = (deps: RunDeps): RunDeps => {
    const cut = onePage(deps.target);
    const readLists: TargetReader["readLists"] = (...args) => (reading++ === 0 ? deps.target : cut).readLists(...args);
    return { ...deps, target: { ...deps.target, readLists } };
  };
  const { run } = await site.run({ source: withBob(office("2")).source(), change });
  expect(run).toMatchObject({ status: "succeeded", failed: 0 });
  expect(reading).toBeGreaterThan(1);
  expect(writesOf(await fixture.calls()).map(({ operation }) => operation)).toEqual(["E11"]);
});

it("a newcomer beyond the end of the list is created, and named by each later plan that asks for them", async () => {
  await serviceHas(office("1"));
  const night = async () => {
    const source = withBob(office("1")).source();
    const result = await site.run({ source, change: (deps) => ({ ...deps, target: onePage(deps.target) }) });
    return { result, notices: result.plan?.notices.map(({ code, key }) => `${key}: ${code}`) };
  };
  const first = await night();
  expect(first.result.run).toMatchObject({ status: "succeeded", applied: 1, failed: 0 });
  const second = await night();
  expect(second.result.run).toMatchObject({ status: "succeeded", planned: 0 });
  expect(second.notices).toContain("bob: not-in-list");
});
