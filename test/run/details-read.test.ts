/** Exact numbers of calls of whole runs that read managers and posts where they may have changed, with a real service. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

const people = ["ann", "bob", "cat", "dan"];
const office = people.reduce((all, name) => all.employee(name).in("RD"), directory().level("L1").department("RD"));
const changed = office.employee("eve").in("RD").source();

let site: RunSite;
beforeEach(async () => {
  await fixture.load(organisationOf(office.full()));
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});
afterEach(() => site.close());

const reading = (basis: string) => (deps: RunDeps) => ({
  ...deps,
  reading: { how: "incremental", basis, readAll: false } as const,
});

/** Makes a run; returns its calls of E4 and D10. */
const detailsOf = async (source = office.source(), basis = "one", change = reading(basis)) => {
  await fixture.forgetCalls();
  const { run } = await site.run({ source, change });
  const calls = await fixture.calls();
  const count = (id: string) => calls.filter(({ operation }) => operation === id).length;
  return { status: run.status, details: count("E4") + count("D10") };
};

it("reads everything in the first run, and then what is due", async () => {
  expect(await detailsOf()).toEqual({ status: "succeeded", details: 5 });
  const later = await detailsOf();
  expect(later.status).toBe("succeeded");
  expect(later.details).toBeLessThan(3);
});

it("reads everything again with another configuration, after a failed run, and after writes", async () => {
  await detailsOf();
  expect((await detailsOf(office.source(), "two")).details).toBe(5);
  await fixture.fault({ operation: "D1", kind: "status", status: 403 });
  expect((await detailsOf(office.source(), "two")).status).toBe("failed");
  await fixture.mend();
  expect((await detailsOf(office.source(), "two")).details).toBe(5);
  expect((await detailsOf(changed, "two")).status).toBe("succeeded");
  // Whoever has a post in the department that has gained somebody, and its manager.
  expect((await detailsOf(changed, "two")).details).toBe(6);
});
