/**
 * Runs on a site that accepts newcomers and shows them a day later, or never (R100). Who waits in the queue of such a site must not be sent once
 * more: the site would have the person twice.
 */
import { beforeEach, expect, it } from "vitest";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

let today: string;

beforeEach(() => {
  today = "2026-11-21";
});

useRunSite({ nowMs: () => Date.parse(`${today}T04:00:00Z`) });

const office = directory().level("L1").department("RD").employee("amy", { number: "1" }).in("RD");
const withBob = (name = "Bob") => office.employee("bob", { number: "2", name }).in("RD");

const run = async (wanted: DirectoryBuilder) => {
  await fixture.forgetCalls();
  const done = await site.run({ source: wanted.source() });
  const calls = await fixture.calls();
  return {
    status: done.run.status,
    held: done.plan?.held.map(({ id, reason }) => `${id}: ${reason}`),
    creates: calls.filter(({ operation }) => operation === "E12" || operation === "D2").length,
  };
};

it("sends a newcomer once on a day, and HR's corrections with the next try", async () => {
  await serviceHas(office, { ignores: ["E12"] });
  expect(await run(withBob())).toMatchObject({ status: "partial", creates: 1 });
  const again = { status: "succeeded", creates: 0, held: ["employee/bob/create: not-shown-yet"] };
  expect(await run(withBob())).toMatchObject(again);
  expect(await run(withBob("Bob Lin"))).toMatchObject(again);
  today = "2026-11-22";
  await fixture.quirks({});
  expect(await run(withBob("Bob Lin"))).toMatchObject({ status: "succeeded", creates: 1, held: [] });
  expect(await run(withBob("Bob Lin"))).toMatchObject({ creates: 0, held: [] });
});

it("has nothing to do with whoever is shown on the next day", async () => {
  await serviceHas(office, { ignores: ["E12"] });
  await run(withBob());
  await run(withBob());
  today = "2026-11-22";
  await serviceHas(withBob());
  expect(await run(withBob())).toMatchObject({ status: "succeeded", creates: 0, held: [] });
});

it("sends a department again at once: its code cannot be there twice", async () => {
  await serviceHas(office, { ignores: ["D2"] });
  for (const _ of [1, 2]) expect(await run(office.department("QA"))).toMatchObject({ creates: 1, held: [] });
});

it("sends once more at once whom the site has refused", async () => {
  await serviceHas(office);
  await fixture.fault({ operation: "E12", kind: "status", status: 400, times: 1 });
  expect(await run(withBob())).toMatchObject({ status: "partial" });
  expect(await run(withBob())).toMatchObject({ status: "succeeded", creates: 1, held: [] });
});
