/** Runs on a site whose permission refresh (P1) takes back what was written before it (R24, R102). */
import { expect, it } from "vitest";
import { habitsOf } from "../../src/model/memory/site-habit.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunSite(clock);

const office = directory().level("L1").department("RD").title("T1").title("T2");
/** A run after whose refresh the site has what `left` says. */
const night = async (wanted: DirectoryBuilder, left?: DirectoryBuilder) => {
  await fixture.forgetCalls();
  const change = (deps: RunDeps): RunDeps => ({
    ...deps,
    target: {
      ...deps.target,
      refresh: async (guard) => {
        await deps.target.refresh(guard);
        if (left) await fixture.load(organisationOf(left.full()));
      },
    },
  });
  const { run, plan } = await site.run({ source: wanted.source(), change });
  const calls = await fixture.calls();
  const outcomes = (await site.store.plans.read(run.id))?.outcomes.values().toArray();
  return {
    run,
    outcomes,
    writes: writesOf(calls).map(({ operation }) => operation),
    readings: calls.filter(({ operation }) => operation === "E1").length,
    held: plan?.held.map(({ id, reason }) => [id, reason]),
  };
};

const amy = (box: string, title: string) =>
  office.employee("amy", { number: "7", email: `${box}@a.example` }).in("RD", { title });
const before = amy("amy", "T1");
const partial = { status: "partial", failed: 1, refresh: "done" };
const keeps = async () => (await site.store.ledger.read()).written.get("site refresh");

it.each([
  ["a value", amy("amy", "T2"), "employee/amy/update", "email", ["E11"]],
  ["the post", amy("a1", "T1"), "post/amy/update", "post:RD", ["E14"]],
])("says that the refresh has taken back %s, and stops sending it", async (_, left, changeId, field, again) => {
  await serviceHas(before);
  const wanted = amy("a1", "T2");
  const takenBack = {
    changeId,
    result: "failed",
    code: "taken-along",
    message: expect.stringMatching(`P1.*: ${field}`),
  };
  const first = await night(wanted, left);
  expect(first).toMatchObject({ run: partial, outcomes: expect.arrayContaining([takenBack]), writes: ["E11", "E14"] });
  expect(await night(wanted, left)).toMatchObject({ run: partial, outcomes: [takenBack], writes: again });
  expect(await night(wanted, left)).toMatchObject({ writes: [], held: [[changeId, "does-not-converge"]] });
  expect(habitsOf(await site.store.ledger.read())).toEqual([]);
});

it("looks after the first refresh that kept everything, and then no more", async () => {
  await serviceHas(before);
  const readings = [];
  for (const box of ["a1", "a2", "a3"]) readings.push((await night(amy(box, "T1"))).readings);
  expect(readings).toEqual([3, 2, 2]);
});

it("looks again when something that was applied is undone, and says why", async () => {
  await serviceHas(before);
  await night(amy("a2", "T1"));
  expect(await keeps()).toBe("keeps-writes");
  const wanted = amy("a1", "T1");
  // The site has changed its ways, which nobody has looked for.
  const left = amy("a2", "T1");
  expect((await night(wanted, left)).run.status).toBe("succeeded");
  expect((await night(wanted, left)).run).toMatchObject(partial);
  expect(await keeps()).toBeNull();
  expect((await night(wanted, left)).writes).toEqual([]);
});

it("is content with what it has read before the refresh where nothing can be read after it", async () => {
  await serviceHas(before);
  await fixture.fault({ operation: "E1", kind: "status", status: 401, after: 2, times: 5 });
  expect((await night(amy("a1", "T1"))).run).toMatchObject({ status: "succeeded", failed: 0, refresh: "done" });
  expect(await keeps()).toBeUndefined();
});
