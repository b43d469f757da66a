/** Runs on a site that lists the company itself as the department above all others (R26). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mergedCaps } from "../../src/config/plan-settings.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;

beforeEach(async () => {
  await fixture.quirks({ rootParent: "null" });
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});

afterEach(() => site.close());

/** The departments, each with its parent, in the service's order: below each other, and beside each other. */
const tree = async () =>
  (await fixture.dump()).departments.map(({ code, parentCode }) => `${parentCode ?? ""}/${code}`);

const staffed = (office: DirectoryBuilder) => office.employee("ann", { number: "1" }).in("RD").managing("RD");

const before = staffed(
  directory()
    .level("L1")
    .department("RD", { order: 0 })
    .department("HQ", { order: 1 })
    .department("QA", { parent: "HQ", order: 0 }),
);

const after = staffed(
  directory()
    .level("L1")
    .department("RD", { parent: "HQ", order: 0 })
    .department("HQ", { order: 2 })
    .department("QA", { order: 1 })
    .department("LAB", { order: 0 }),
);

const inStep = { status: "succeeded", applied: 0, held: 0, failed: 0 };

describe("a site that lists the company", () => {
  beforeEach(async () => {
    await serviceHas(before);
    await fixture.quirks({ rootParent: "company" });
  });

  it("has nothing to move to the top", async () => {
    const { run, plan } = await site.run({ source: before.source() });
    expect(run).toMatchObject(inStep);
    expect(plan?.changes).toEqual([]);
    // The company itself is none.
    expect(plan?.targetCounts.department).toBe(3);
  });

  it("gets new departments, moves and orders at the top, which can be undone", async () => {
    const started = await tree();
    const { run } = await site.run({ source: after.source() });
    expect(run).toMatchObject({ status: "succeeded", held: 0, failed: 0 });
    expect(await tree()).toEqual(["/LAB", "/QA", "/HQ", "HQ/RD"]);
    expect((await site.run({ source: after.source() })).run).toMatchObject(inStep);
    const undone = await site.run({ source: directory().source(), undoes: run.id });
    expect(undone.run).toMatchObject({ status: "succeeded", failed: 0 });
    expect((await tree()).filter((path) => !path.startsWith("/LAB"))).toEqual(started);
  });

  it("takes the parent that HR states by the company's code as a department", async () => {
    const { corpCode } = quickSettings(fixture);
    const named = directory()
      .level("L1")
      .department(corpCode)
      .department("RD", { parent: corpCode })
      .department("HQ", { parent: corpCode });
    await fixture.forgetCalls();
    const { run } = await site.run({ source: named.source() });
    expect(run.applied).toBe(0);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });
});

it("a department that has the company's code is one if HR knows it", async () => {
  const { corpCode } = quickSettings(fixture);
  const tree = (rd: string) =>
    directory()
      .level("L1")
      .department(corpCode)
      .department("HQ", { parent: corpCode })
      .department("RD", { parent: rd });
  await serviceHas(tree(corpCode));
  const { run, plan } = await site.run({ source: tree("HQ").source() });
  expect(run).toMatchObject({ status: "succeeded", applied: 1 });
  expect(plan?.changes.map(({ id }) => id)).toEqual(["department/RD/move"]);
  const undone = await site.run({ source: directory().source(), undoes: run.id });
  expect(undone.run).toMatchObject({ status: "succeeded", applied: 1 });
  expect(directoryOf(await fixture.dump())).toEqual(tree(corpCode).full());
});

it("an import into a service that lists only the company is a first import", async () => {
  await serviceHas(directory());
  await fixture.quirks({ rootParent: "company" });
  const many = Array.from({ length: 8 }, (_, at) => `D${at}`).reduce(
    (office, code) => office.department(code),
    directory().level("L1"),
  );
  const { run } = await site.run({ source: many.source(), settings: { caps: mergedCaps({}) } });
  expect(run).toMatchObject({ status: "succeeded", applied: 9 });
});
