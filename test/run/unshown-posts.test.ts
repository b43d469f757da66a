/**
 * A site whose E4 shows the titles, or the functions, of nobody: it may have the property under a name of its own. What HR changes is
 * written once, nothing else is, and the plan says what is not compared.
 */
import { describe, expect, it } from "vitest";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";
import { idsOf } from "../support/target/plan-between.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

type Part = { readonly title?: string | null; readonly functions?: readonly string[] };

const office = (bob: Part = { title: "T1", functions: ["F1"] }): DirectoryBuilder =>
  directory()
    .level("L1")
    .title("T1")
    .title("T2")
    .function("F1")
    .function("F2")
    .department("RD")
    .department("Shop")
    .employee("ann", { number: "1" })
    .in("RD", { title: "T2", functions: ["F2"] })
    .employee("bob", { number: "2" })
    .in("RD", bob);
const empty = directory();

/** What the service has, in the words of E4. */
const bobs = async (field: "title" | "functions") => {
  const post = (await fixture.dump()).employees.find(({ account }) => account === "bob")?.depts[0];
  return field === "title" ? post?.jobTitleCode : post?.jobFuncs;
};
const runOf = async (desired: DirectoryBuilder) => {
  await fixture.forgetCalls();
  const { run, plan } = await site.run({ source: desired.source() });
  const writes = writesOf(await fixture.calls()).map(({ operation }) => operation);
  return { run, ids: idsOf(plan?.changes ?? []), writes, notices: plan?.notices ?? [] };
};
const inStep = { run: { status: "succeeded", failed: 0, held: 0 }, ids: [], writes: [] };

it("gets HR's change of the day after somebody was created, also of what the list of people hides", async () => {
  const named = (englishName: string) =>
    directory().level("L1").department("RD").employee("bob", { number: "2", englishName });
  await serviceHas(empty, { notShown: ["englishName"] });
  await runOf(named("Bob"));
  expect((await runOf(named("Rob"))).writes).toEqual(["E11"]);
  expect((await fixture.dump()).employees[0]?.englishName).toBe("Rob");
  expect(await runOf(named("Rob"))).toMatchObject(inStep);
});

describe.each([
  ["title", "jobTitle", "T1", { title: "T2", functions: ["F1"] }],
  ["functions", "jobFuncs", ["F1"], { title: "T1", functions: ["F2"] }],
] as const)("a site that shows nobody's %s", (field, property, before, changed) => {
  const hidden = { notShown: [property] };

  it("is in step with HR when it is read, and after an import (life 9001273)", async () => {
    await serviceHas(office(), hidden);
    const first = await runOf(office());
    expect(first).toMatchObject(inStep);
    expect(first.notices).toContainEqual({ code: "not-shown", kind: "post", key: "*", label: field });
    await serviceHas(empty, hidden);
    expect((await runOf(office())).run).toMatchObject(inStep.run);
    expect(await runOf(office())).toMatchObject(inStep);
  });

  it("gets HR's change of the day after somebody was created", async () => {
    await serviceHas(empty, hidden);
    expect((await runOf(office())).run).toMatchObject(inStep.run);
    const { run, writes } = await runOf(office(changed));
    expect([run.failed, writes]).toEqual([0, ["E14"]]);
    expect(await bobs(field)).toEqual(changed[field]);
    expect(await runOf(office(changed))).toMatchObject(inStep);
  });

  it("gets HR's change once, which an undo takes back", async () => {
    await serviceHas(office(), hidden);
    await runOf(office());
    const { run, writes } = await runOf(office(changed));
    expect([run.failed, writes]).toEqual([0, ["E14"]]);
    expect(await bobs(field)).toEqual(changed[field]);
    expect(await runOf(office(changed))).toMatchObject(inStep);
    const undone = await site.run({ source: empty.source(), undoes: run.id });
    expect([undone.run.status, await bobs(field)]).toEqual(["succeeded", before]);
    expect((await runOf(office())).writes).toEqual([]);
  });

  it("gets the change again where it was put back to before", async () => {
    await serviceHas(office(), hidden);
    await runOf(office());
    const now = () => office(changed).employee("cid", { number: "3" }).in("RD");
    await runOf(now());
    await serviceHas(office(), hidden);
    expect((await runOf(now())).run.failed).toBe(0);
    expect(await bobs(field)).toEqual(changed[field]);
    expect(await runOf(now())).toMatchObject(inStep);
  });

  it("is compared again where it shows the values again", async () => {
    await serviceHas(office(), hidden);
    await runOf(office());
    await runOf(office(changed));
    await serviceHas(office(), { notShown: [] });
    expect((await runOf(office(changed))).writes).toEqual(["E14"]);
  });
});
