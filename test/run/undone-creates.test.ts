/** What an undo has disabled is enabled by the next run, also if HR's export says nothing about `active`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  await serviceHas(before);
});

afterEach(() => site.close());

const before = directory().level("L1").department("HQ").employee("ann", { number: "1" }).in("HQ");

/** The company with a level, a title, a function and a department more; nothing states `active` unless `more` does. */
const after = (
  more: { readonly active?: boolean } = {},
  bob: { readonly hireDate?: string } = {},
): DirectoryBuilder => {
  const unsaid = { active: undefined as unknown as boolean };
  const silent = { ...unsaid, ...more };
  return directory()
    .level("L1")
    .level("L2", silent)
    .title("T1", silent)
    .category("C")
    .function("F1", { category: "C", ...silent })
    .department("HQ")
    .department("NEW", silent)
    .employee("ann", { number: "1", ...unsaid })
    .in("HQ")
    .employee("bob", { number: "2", ...silent, ...bob })
    .in("HQ");
};

const source = (office: DirectoryBuilder) => ({ source: office.source() });

const created = ["L2", "T1", "F1", "NEW", "bob"];

/** Whether the new objects are active. */
const active = async () => {
  const { levels, titles, functions, departments, employees } = await fixture.dump();
  return [...levels, ...titles, ...functions, ...departments, ...employees].flatMap((one) =>
    created.includes("code" in one ? one.code : one.account) ? [one.active] : [],
  );
};

const all = created.map(() => true);
const none = created.map(() => false);

describe("after an undo of creates", () => {
  beforeEach(async () => {
    const { run } = await site.run(source(after()));
    await site.run({ source: directory().source(), undoes: run.id });
  });

  it("they are disabled", async () => {
    expect(await active()).toEqual(none);
  });

  it("somebody whose hire date has become a later one waits for it", async () => {
    const later = source(after({}, { hireDate: "2026-12-15" }));
    expect((await site.run(later)).run.status).toBe("succeeded");
    expect(await active()).toEqual([...all.slice(1), false]);
  });

  it("the next run enables what HR still lists, and then has nothing to do", async () => {
    expect((await site.run(source(after()))).run).toMatchObject({ status: "succeeded", applied: 5, held: 0 });
    expect(await active()).toEqual(all);
    expect((await site.run(source(after()))).run).toMatchObject({ status: "succeeded", applied: 0 });
  });

  it("the next run leaves what HR says is inactive, and what HR no longer lists", async () => {
    expect((await site.run(source(after({ active: false })))).run).toMatchObject({ status: "succeeded", applied: 0 });
    expect((await site.run(source(before))).run).toMatchObject({ status: "succeeded", applied: 0 });
    expect(await active()).toEqual(none);
  });

  it("what somebody disables later stays disabled", async () => {
    await site.run(source(after()));
    const { levels, titles, functions, departments, employees } = await fixture.dump();
    const off = <R extends { readonly code: string }>(one: R): R =>
      created.includes(one.code) ? { ...one, active: false } : one;
    await fixture.load({
      levels: levels.map(off),
      titles: titles.map(off),
      functions: functions.map(off),
      departments: departments.map(off),
      employees: employees.map((one) => (created.includes(one.account) ? { ...one, active: false } : one)),
    });
    expect((await site.run(source(after()))).run).toMatchObject({ status: "succeeded", applied: 0 });
    expect(await active()).toEqual(none);
  });
});
