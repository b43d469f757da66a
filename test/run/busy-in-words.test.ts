/** A site that says only in words, under 200, that it is busy: nothing of that is success, or means that nobody is there. */
import { expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

const company = (title: string) =>
  directory()
    .level("L1")
    .title("T1")
    .title("T2")
    .department("RD")
    .employee("amy", { number: "1" })
    .in("RD", { title })
    .managing("RD");

const busy = (operation: "D10" | "E2" | "E7" | "E14" | "E12", times: number) =>
  fixture.fault({ operation, kind: "status", status: 200, body: "busy", times });

it("a manager is not taken for missing, and not set again", async () => {
  await serviceHas(company("T1"));
  await busy("D10", 1);
  const { plan } = await site.run({ source: company("T1").source() });
  expect(plan?.changes).toEqual([]);
  await busy("D10", 99);
  const longer = await site.run({ source: company("T1").source() });
  expect([longer.plan?.changes, longer.plan?.held.map(({ id, reason }) => `${id}: ${reason}`)]).toEqual([
    [],
    ["manager/RD/update: unreadable-in-target"],
  ]);
});

it("a write is repeated, and one that fails for long is not held for a week", async () => {
  await serviceHas(company("T1"));
  await busy("E14", 1);
  const { run } = await site.run({ source: company("T2").source() });
  expect(run.status).toBe("succeeded");
  await busy("E14", 99);
  for (const _ of [1, 2, 3]) {
    const { plan, run: later } = await site.run({ source: company("T1").source() });
    expect([later.status, plan?.changes.map(({ id }) => id), plan?.held]).toEqual(["partial", ["post/amy/update"], []]);
  }
});

it("a newcomer is created once", async () => {
  await serviceHas(company("T1"));
  await busy("E12", 1);
  const wanted = company("T1").employee("bob", { number: "2" }).in("RD", { title: "T1" });
  expect((await site.run({ source: wanted.source() })).run.status).toBe("succeeded");
  expect(directoryOf(await fixture.dump()).employees.map(({ account }) => account)).toEqual(["amy", "bob"]);
});
