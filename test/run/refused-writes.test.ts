/**
 * Runs on sites that refuse the same write every time: after two runs the change is held with the reason, and it is tried again
 * after a week or when a value changes. What may pass never counts.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/contract.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { refreshesAfterLastWrite, refreshesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

let today: string;

beforeEach(() => {
  today = "2026-11-21";
});

useRunSite({ nowMs: () => Date.parse(`${today}T04:00:00Z`) });

const refuse = (operation: OperationId, status = 400, times = 9) =>
  fixture.fault({ operation, kind: "status", status, times });

/** Makes one run; returns its status, the ids of its changes and held changes, and the codes of failures. */
const run = async (wanted: DirectoryBuilder) => {
  const done = await site.run({ source: wanted.source() });
  const outcomes = [...((await site.store.plans.read(done.run.id))?.outcomes.values() ?? [])];
  return {
    status: done.run.status,
    planned: done.plan?.changes.map(({ id }) => id),
    held: done.plan?.held.map(({ id, reason }) => `${id}: ${reason}`),
    about: done.plan?.held.map(({ about }) => about.join()),
    codes: outcomes.flatMap(({ result, code }) => (result === "failed" ? [code] : [])),
  };
};

const office = directory()
  .level("L1")
  .department("RD")
  .category("C1")
  .function("F1", { category: "C1" })
  .category("C2")
  .function("F2", { category: "C2" })
  .employee("amy", { number: "1" })
  .in("RD");

describe("a write that the site refuses for want of another one", () => {
  const company = (level: string, manager: string) =>
    directory()
      .level("L1")
      .level("L2")
      .department("RD", { level, manager })
      .department("FIN", { level, manager: manager === "amy" ? "bob" : "amy" })
      .employee("amy", { number: "1" })
      .in("RD")
      .in("FIN")
      .employee("bob", { number: "2" })
      .in("RD")
      .in("FIN");

  it.each([
    ["D3", company("L2", "amy")],
    ["D12", company("L1", "bob")],
  ] as const)("is tried once more after the others: %s", async (operation, wanted) => {
    await serviceHas(company("L1", "amy"));
    await refuse(operation, 400, 1);
    expect(await run(wanted)).toMatchObject({ status: "succeeded", codes: [] });
    expect(await run(wanted)).toMatchObject({ planned: [], held: [] });
    const calls = await fixture.calls();
    expect([refreshesOf(calls).length, refreshesAfterLastWrite(calls).length]).toEqual([1, 1]);
  });

  it("is not tried again where nothing else was done", async () => {
    await serviceHas(company("L1", "amy"));
    await refuse("D3", 400, 1);
    const first = await run(directory().level("L1").level("L2").department("RD", { level: "L2", manager: "amy" }));
    expect(first).toMatchObject({ status: "partial", codes: ["target-refused"] });
  });
});

describe("a write that the site refuses in two runs", () => {
  const moved = (order: number) =>
    directory()
      .level("L1")
      .department("RD")
      .category("C1")
      .function("F1", { category: "C2", order })
      .category("C2")
      .function("F2", { category: "C2", order: 3 - order })
      .employee("amy", { number: "1" })
      .in("RD");
  const cases: readonly [OperationId, DirectoryBuilder, string, DirectoryBuilder][] = [
    ["D2", office.department("NEW"), "department/NEW/create", office.department("NEW", { name: "New" })],
    [
      "E12",
      office.employee("bob", { number: "2" }).in("RD"),
      "employee/bob/create",
      office.employee("bob", { number: "2", email: "bob@example.com" }).in("RD"),
    ],
    ["J7", moved(1), "function/F1/move", moved(2)],
    [
      "E11",
      directory().employee("amy", { number: "1", email: "a@example.com" }),
      "employee/amy/update",
      directory().employee("amy", { number: "1", email: "b@example.com" }),
    ],
  ];

  it.each(cases)("is held with the reason, and tried again later: %s", async (operation, wanted, id, changed) => {
    await serviceHas(office);
    await refuse(operation);
    for (const _ of [1, 2]) expect(await run(wanted)).toMatchObject({ status: "partial", codes: ["target-refused"] });
    const third = await run(wanted);
    expect(third).toMatchObject({ status: "succeeded", planned: [], codes: [] });
    expect(third.held).toContain(`${id}: refused-before`);
    expect(third.about?.join()).toContain("OPA-FAULT");
    // HR states another value.
    expect((await run(changed)).planned).toEqual([id]);
  });

  it("is held again at once if a week later it is still refused, and else is applied", async () => {
    await serviceHas(office);
    await refuse("D2", 400, 3);
    const wanted = office.department("NEW");
    for (const _ of [1, 2]) await run(wanted);
    today = "2026-11-27";
    expect((await run(wanted)).planned).toEqual([]);
    today = "2026-11-28";
    expect(await run(wanted)).toMatchObject({ status: "partial", codes: ["target-refused"] });
    expect((await run(wanted)).planned).toEqual([]);
    today = "2026-12-05";
    expect(await run(wanted)).toMatchObject({ status: "succeeded", planned: ["department/NEW/create"] });
    expect(
      directoryOf(await fixture.dump())
        .departments.map(({ code }) => code)
        .sort(),
    ).toEqual(["NEW", "RD"]);
  });

  it("is tried again after `musterd forget`", async () => {
    await serviceHas(office);
    await refuse("D2", 400, 2);
    for (const _ of [1, 2]) await run(office.department("NEW"));
    await site.store.forget("target");
    expect(await run(office.department("NEW"))).toMatchObject({ status: "succeeded" });
  });

  it("holds what is to be put into the department that cannot be created", async () => {
    await serviceHas(office);
    await refuse("D2");
    const wanted = office.department("NEW").employee("bob", { number: "2" }).in("NEW");
    for (const _ of [1, 2]) await run(wanted);
    expect((await run(wanted)).held).toEqual([
      "department/NEW/create: refused-before",
      "employee/bob/create: reference-held",
    ]);
  });

  it.each([429, 500, 503])("is tried every time if the refusal may pass: status %i", async (status) => {
    await serviceHas(office);
    await refuse("D2", status, 99);
    for (const _ of [1, 2, 3])
      expect((await run(office.department("NEW"))).codes).toEqual([expect.stringMatching(/unavailable|no-answer/)]);
  });

  it("is held after two days if the site answers 500 each time, and not for an hour of it", async () => {
    await serviceHas(office);
    await refuse("D2", 500, 99);
    const wanted = office.department("NEW");
    for (const _ of [1, 2, 3]) expect((await run(wanted)).codes).toEqual(["target-unavailable"]);
    today = "2026-11-22";
    expect((await run(wanted)).codes).toEqual(["target-unavailable"]);
    const third = await run(wanted);
    expect(third).toMatchObject({ status: "succeeded", planned: [], held: ["department/NEW/create: refused-before"] });
    expect(third.about?.join()).toContain("status 500");
  });

  it("is tried every time if it disables somebody who has left", async () => {
    const staffed = (active: boolean) =>
      ["2", "3", "4", "5", "6", "7", "8", "9"].reduce(
        (all, number) => all.employee(`e${number}`, { number }).in("RD"),
        directory().level("L1").department("RD").employee("amy", { number: "1", active }).in("RD"),
      );
    await serviceHas(staffed(true));
    await refuse("E7");
    const left = staffed(false);
    for (const _ of [1, 2, 3]) expect((await run(left)).codes).toEqual(["target-refused"]);
  });

  it("is tried again if the two refusals differ", async () => {
    await serviceHas(office);
    for (const status of [400, 409, 409]) {
      await fixture.mend();
      await refuse("D2", status);
      expect((await run(office.department("NEW"))).codes).toEqual(["target-refused"]);
    }
    expect((await run(office.department("NEW"))).planned).toEqual([]);
  });
});

describe("a person whom the site does not let have the old post and the new one at once", () => {
  const teams = () => directory().level("L1").department("RD").department("QA");
  const led = (at: "RD" | "QA") =>
    teams()
      .employee("amy", { number: "1" })
      .in(at, { functions: [] })
      .managing(at)
      .employee("bob", { number: "2" })
      .in("RD", { functions: [] })
      .in("QA", { functions: [] })
      .managing(at === "RD" ? "QA" : "RD");
  const posts = async () => {
    const { employees } = directoryOf(await fixture.dump());
    return employees.find(({ account }) => account === "amy")?.posts.map(({ department }) => department);
  };

  it("gets the new post instead of the old one in the next run", async () => {
    await serviceHas(teams().employee("amy", { number: "1" }).in("RD"));
    await refuse("E14", 400, 1);
    const wanted = teams().employee("amy", { number: "1" }).in("QA", { functions: [] });
    expect(await run(wanted)).toMatchObject({ status: "partial", planned: ["post/amy/update", "post/amy/remove"] });
    expect(await run(wanted)).toMatchObject({ status: "succeeded", planned: ["post/amy/remove"], held: [] });
    expect(await posts()).toEqual(["QA"]);
    expect(await run(wanted)).toMatchObject({ status: "succeeded", planned: [], held: [] });
  });

  it("first stops managing the department of the old one, and then manages the new one", async () => {
    await serviceHas(led("RD"));
    await refuse("E14", 400, 1);
    const wanted = led("QA");
    for (const status of ["partial", "succeeded", "succeeded"]) expect(await run(wanted)).toMatchObject({ status });
    expect(await run(wanted)).toMatchObject({ planned: [], held: [] });
    expect(await posts()).toEqual(["QA"]);
    expect(directoryOf(await fixture.dump()).departments.find(({ code }) => code === "QA")?.manager).toBe("amy");
  });
});

describe("a newcomer whom the site does not let have two posts", () => {
  const teams = (amy: boolean) =>
    directory().level("L1").department("RD").department("QA").employee("amy", { number: "1", active: amy }).in("RD");
  const wanted = teams(false)
    .employee("bob", { number: "2" })
    .in("RD", { functions: [] })
    .managing("RD")
    .in("QA", { main: false, functions: [] });
  const stored = async () => {
    const { departments, employees } = directoryOf(await fixture.dump());
    const bob = employees.find(({ account }) => account === "bob");
    return {
      manager: departments.find(({ code }) => code === "RD")?.manager,
      amy: employees.find(({ account }) => account === "amy")?.active,
      bob: bob?.posts.map(({ department, main }) => `${department} ${main}`),
    };
  };

  it("is created with the main post, succeeds the manager, and the rest is held", async () => {
    await serviceHas(teams(true).managing("RD"));
    await refuse("E12", 400, 1);
    await refuse("E14", 400, 99);
    expect(await run(wanted)).toMatchObject({ status: "partial", codes: ["target-refused"] });
    expect(await stored()).toEqual({ manager: "bob", amy: false, bob: ["RD true"] });
    expect(await run(wanted)).toMatchObject({ status: "partial", planned: ["post/bob/update"] });
    expect(await run(wanted)).toMatchObject({ planned: [], held: ["post/bob/update: refused-before"] });
  });

  it("is nobody whom the site refuses for another reason, and that reason is told", async () => {
    await serviceHas(teams(true).managing("RD"));
    await refuse("E12", 400, 9);
    expect(await run(wanted)).toMatchObject({ status: "partial", codes: ["target-refused"] });
    expect(await stored()).toEqual({ manager: "amy", amy: true, bob: undefined });
  });
});

describe("a write that the site redirects", () => {
  it("leaves the others alone: whoever has left is disabled", async () => {
    const staff = (active: boolean, email: string) =>
      ["2", "3", "4", "5", "6", "7"]
        .reduce(
          (all, number) => all.employee(`e${number}`, { number }).in("RD"),
          directory().level("L1").department("RD").employee("amy", { number: "1", active }).in("RD"),
        )
        .employee("bob", { number: "8", email })
        .in("RD");
    await serviceHas(staff(true, "old@x.tw"));
    await fixture.fault({ operation: "E11", kind: "redirect", times: 99 });
    expect(await run(staff(false, "new@x.tw"))).toMatchObject({ status: "partial", codes: ["target-misconfigured"] });
    const people = directoryOf(await fixture.dump()).employees;
    expect(people.find(({ account }) => account === "amy")?.active).toBe(false);
  });
});

describe("a site that accepts two changes a night, and refuses the others", () => {
  const accounts = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"];
  const staff = (isNew: boolean) =>
    accounts.reduce(
      (all, account, at) =>
        all.employee(account, { number: `${at}`, email: `${account}@${isNew ? "new" : "old"}.example` }).in("RD"),
      directory().level("L1").department("RD"),
    );

  it("has them all after four nights, and none is held for what was not its own fault", async () => {
    await serviceHas(staff(false));
    for (const left of [6, 4, 2, 0]) {
      await fixture.mend();
      await fixture.fault({ operation: "E11", kind: "status", status: 400, after: 2, times: 9 });
      const { held, codes } = await run(staff(true));
      expect([held, codes.length]).toEqual([[], left]);
    }
  });
});

describe("somebody who returns, and whom the site does not enable", () => {
  const desk = (department: string, active = true) =>
    directory().level("L1").department("RD").department("QA").employee("amy", { number: "1", active }).in(department);

  it("gets the posts first, where the site enables nobody with the old ones", async () => {
    await serviceHas(desk("RD", false));
    await refuse("E7", 400, 1);
    expect(await run(desk("QA"))).toMatchObject({ status: "partial", codes: ["target-refused"] });
    expect(await run(desk("QA"))).toMatchObject({ status: "succeeded", planned: ["employee/amy/reactivate"] });
    expect(directoryOf(await fixture.dump()).employees).toMatchObject([
      { account: "amy", active: true, posts: [{ department: "QA" }] },
    ]);
  });

  it("is enabled before the last day is cleared, where the site takes no last day of somebody disabled", async () => {
    const back = (active: boolean, name: string) =>
      directory()
        .level("L1")
        .department("RD")
        .employee("amy", { number: "1", active, name, resignationDate: null })
        .in("RD");
    await serviceHas(back(false, "Amy"));
    // Null, and the date that stands for it.
    await refuse("E9", 400, 2);
    expect(await run(back(true, "Amy Lee"))).toMatchObject({ status: "succeeded", codes: [] });
    expect(directoryOf(await fixture.dump()).employees).toMatchObject([{ active: true, name: "Amy Lee" }]);
    expect(await run(back(true, "Amy Lee"))).toMatchObject({ planned: [], held: [] });
  });

  it("is enabled, where the site never takes a last day, and that is told", async () => {
    await serviceHas(desk("RD", false));
    await refuse("E9");
    const back = directory().level("L1").department("RD").employee("amy", { number: "1", resignationDate: null });
    const { status, codes } = await run(back.in("RD"));
    expect([status, ...new Set(codes)]).toEqual(["partial", "target-refused"]);
    expect(directoryOf(await fixture.dump()).employees).toMatchObject([{ account: "amy", active: true }]);
  });

  it("is held alone, where the site refuses the posts of somebody disabled, too", async () => {
    await serviceHas(desk("RD", false));
    await refuse("E7");
    await refuse("E14");
    for (const _ of [1, 2]) expect((await run(desk("QA"))).codes).toEqual(["target-refused", "prerequisite-failed"]);
    const third = await run(desk("QA"));
    expect(third.held).toContain("employee/amy/reactivate: refused-before");
    expect(third.held?.filter((one) => one.startsWith("post/"))).not.toContain("post/amy/update: refused-before");
    await fixture.mend();
    await fixture.load(organisationOf(desk("RD").full()));
    expect(await run(desk("QA"))).toMatchObject({ status: "succeeded", held: [] });
  });
});
