/** Undo of a run that has disabled somebody, on a site that does not list inactive people (R51): E2 tells what the list does not. */
import { expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";
import { idsOf } from "../support/target/plan-between.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

const office = (bob: object = {}, name = "RD") =>
  directory()
    .level("L1")
    .department("RD", { name })
    .employee("ann", { number: "1" })
    .in("RD")
    .employee("bob", { number: "2", ...bob })
    .in("RD");

const stored = async (account: string) => (await fixture.dump()).employees.find((one) => one.account === account);

it.each(["hidden", "some"] as const)("lets a leaver in again where inactive people are %s", async (inactivePeople) => {
  await serviceHas(office(), { inactivePeople });
  const left = await site.run({ source: office({ active: false }).source() });
  expect((await stored("bob"))?.active).toBe(false);
  const undone = await site.run({ source: directory().source(), undoes: left.run.id });
  expect(undone.plan?.held).toEqual([]);
  expect([undone.run.status, idsOf(undone.plan?.changes ?? [])]).toMatchObject([
    "succeeded",
    ["employee/bob/reactivate"],
  ]);
  expect((await stored("bob"))?.active).toBe(true);
});

it("asks about nobody whom the run has not changed", async () => {
  await serviceHas(office({ active: false }), { inactivePeople: "hidden" });
  const renamed = await site.run({ source: office({ active: false }, "Research").source() });
  await fixture.forgetCalls();
  const undone = await site.run({ source: directory().source(), undoes: renamed.run.id });
  expect([undone.run.status, (await fixture.calls()).filter(({ operation }) => operation === "E2")]).toEqual([
    "succeeded",
    [],
  ]);
});
