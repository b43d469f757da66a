/** Runs on a site where nobody may have two posts at a time, so that each post is exchanged, and managers wait for each other. */
import { describe, expect, it } from "vitest";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

const run = async (wanted: DirectoryBuilder) => {
  const { run: done, plan } = await site.run({ source: wanted.source() });
  return {
    status: done.status,
    planned: plan?.changes.map(({ id }) => id) ?? [],
    held: plan?.held.map(({ id, reason }) => `${id}: ${reason}`),
  };
};

/** Department → the manager and all members. */
const stored = async (): Promise<Record<string, string>> => {
  const { departments, employees } = directoryOf(await fixture.dump());
  const members = (code: string) =>
    employees.flatMap(({ account, posts }) => (posts.some(({ department }) => department === code) ? [account] : []));
  return Object.fromEntries(departments.map(({ code, manager }) => [code, `${manager}: ${members(code).join(" ")}`]));
};

const oneEach = { severalPosts: "refused" } as const;

const company = () => directory().level("L1").department("RD").department("QA").department("IT").department("HR");
const plain = { functions: [] } as const;

/** Each manager is the only member of the department. */
const led = (places: Readonly<Record<string, string>>) =>
  Object.entries(places).reduce(
    (all, [account, code], at) =>
      all
        .employee(account, { number: String(at) })
        .in(code, plain)
        .managing(code),
    company(),
  );

describe("managers who change departments on a site that lets nobody have two posts", () => {
  const before = { amy: "RD", bob: "QA", cat: "IT", dan: "HR" };

  it.each([
    ["two who swap", { amy: "QA", bob: "RD", cat: "IT", dan: "HR" }, 1],
    ["three in a circle", { amy: "QA", bob: "IT", cat: "RD", dan: "HR" }, 1],
    ["two pairs who swap", { amy: "QA", bob: "RD", cat: "HR", dan: "IT" }, 2],
  ] as const)("are %s: the next run ends with every post and every manager", async (_, after, circles) => {
    await serviceHas(led(before), oneEach);
    const first = await stored();
    expect(await run(led(after))).toMatchObject({ status: "partial" });
    expect(await stored()).toEqual(first);
    const second = await run(led(after));
    expect(second).toMatchObject({ status: "succeeded", held: [] });
    // One department of each circle has no manager while two people change places.
    expect(second.planned.filter((id) => id.endsWith("/aside"))).toHaveLength(circles);
    const wanted = Object.entries(after).map(([account, code]) => [code, `${account}: ${account}`]);
    expect(await stored()).toEqual(Object.fromEntries(wanted));
    expect(await run(led(after))).toMatchObject({ status: "succeeded", planned: [], held: [] });
  });

  it("follow each other in a row without leaving a department empty-handed", async () => {
    const more = (places: typeof before | Record<string, string>, eve: string) =>
      led(places).employee("eve", { number: "9" }).in(eve, plain);
    await serviceHas(more({ amy: "RD", bob: "QA", cat: "IT" }, "HR"), oneEach);
    const wanted = more({ amy: "QA", bob: "IT", cat: "HR" }, "RD").managing("RD");
    expect(await run(wanted)).toMatchObject({ status: "partial" });
    const second = await run(wanted);
    expect(second).toMatchObject({ status: "succeeded", held: [] });
    expect(second.planned.filter((id) => id.endsWith("/aside"))).toEqual([]);
    expect(await stored()).toEqual({ RD: "eve: eve", QA: "amy: amy", IT: "bob: bob", HR: "cat: cat" });
  });

  it("keep their places where one of the exchanges cannot be made", async () => {
    await serviceHas(led(before), oneEach);
    const swapped = { amy: "QA", bob: "RD", cat: "IT", dan: "HR" };
    await run(led(swapped));
    const { run: done, plan } = await site.run({ source: { ...led(swapped).source(), doubtfulPosts: ["QA"] } });
    expect({ status: done.status, planned: plan?.changes }).toEqual({ status: "succeeded", planned: [] });
    expect(plan?.held.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
      "manager/QA/update: not-a-member",
      "manager/RD/update: not-a-member",
      "post/amy/remove: still-manager",
      "post/bob/remove: holder-unknown",
    ]);
  });

  it("keep their places where one of them stays the manager of a department that he would leave", async () => {
    const bob = (at: string) => company().employee("bob", { number: "2" }).in(at, plain).managing(at);
    const amy = (all: DirectoryBuilder) => all.employee("amy", { number: "1" });
    const two = amy(bob("QA"))
      .in("RD", plain)
      .in("HR", { ...plain, main: false })
      .managing("RD")
      .managing("HR");
    await serviceHas(two, { severalPosts: "accepted" });
    await fixture.fault({ operation: "E14", kind: "status", status: 400, times: 2 });
    const wanted = amy(bob("RD")).in("QA", plain).managing("QA").managing("HR");
    await run(wanted);
    expect(await run(wanted)).toMatchObject({
      planned: [],
      held: [
        "manager/QA/update: not-a-member",
        "manager/RD/update: not-a-member",
        "post/amy/remove: still-manager",
        "post/bob/remove: still-manager",
      ],
    });
  });

  it("are held where the service has refused one of them as manager", async () => {
    await serviceHas(led(before), oneEach);
    const swapped = led({ amy: "QA", bob: "RD", cat: "IT", dan: "HR" });
    await run(swapped);
    await fixture.fault({ operation: "D12", kind: "status", status: 400, times: 9 });
    for (const status of ["partial", "partial"]) expect(await run(swapped)).toMatchObject({ status });
    expect(await run(swapped)).toMatchObject({
      planned: [],
      held: ["manager/QA/update: not-a-member", "manager/RD/update: refused-before", "post/amy/remove: still-manager"],
    });
  });

  it("are put back by undos", async () => {
    await serviceHas(led(before), oneEach);
    const swapped = led({ amy: "QA", bob: "RD", cat: "IT", dan: "HR" });
    await run(swapped);
    const { run: done } = await site.run({ source: swapped.source() });
    const undo = async () => (await site.run({ source: directory().source(), undoes: done.id })).run.status;
    expect([await undo(), await undo()]).toEqual(["partial", "succeeded"]);
    expect(await stored()).toEqual({ RD: "amy: amy", QA: "bob: bob", IT: "cat: cat", HR: "dan: dan" });
  });
});

it("whom HR gives two posts is held after two nights, and neither is tried again in turn (life 23003402)", async () => {
  const amy = () => company().employee("amy", { number: "1" });
  await serviceHas(amy().in("RD", plain), oneEach);
  const wanted = amy()
    .in("QA", plain)
    .in("IT", { ...plain, main: false });
  const nights = [await run(wanted), await run(wanted), await run(wanted), await run(wanted), await run(wanted)];
  expect(nights.map(({ planned }) => planned)).toEqual([
    ["post/amy/update", "post/amy/remove"],
    ["post/amy/remove"],
    ["post/amy/remove"],
    [],
    [],
  ]);
  expect(nights.at(-1)?.held).toEqual(["post/amy/remove: refused-before"]);
});
