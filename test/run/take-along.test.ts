/**
 * Runs on sites that do more or less than a write asks for, in ways that the service has no quirk for: a wrapped connection to the
 * real service plays them. When a run reports "applied", the service has the planned state.
 */
import { describe, expect, it } from "vitest";
import type { TargetLists } from "../../src/model/directory/snapshot.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { refreshesAfterLastWrite } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunSite(clock);

type Performed = ReturnType<RunDeps["target"]["perform"]>;
type Habit = (operation: Operation, perform: (operation: Operation) => Performed) => Performed;

/** Makes one run with the source `wanted` on a site with this habit. */
const run = (wanted: DirectoryBuilder, habit: Habit) =>
  runOn(wanted, (target) => ({
    ...target,
    perform: (operation, beforeCall) => habit(operation, (one) => target.perform(one, beforeCall)),
  }));

const runOn = async (wanted: DirectoryBuilder, wrap: (target: RunDeps["target"]) => RunDeps["target"]) => {
  const change = (full: RunDeps): RunDeps => ({ ...full, target: wrap(full.target) });
  const done = await site.run({ source: wanted.source(), change });
  const kept = await site.store.plans.read(done.run.id);
  const repairs = kept?.plan.changes.filter(({ repairs: of }) => of !== undefined) ?? [];
  const failed = [...(kept?.outcomes.values() ?? [])].flatMap((one) => (one.result === "failed" ? [one.changeId] : []));
  const codes = [...(kept?.outcomes.values() ?? [])].flatMap(({ code }) => code ?? []);
  const reasons = new Set(repairs.map(({ reason }) => reason));
  return {
    run: done.run,
    repairs: repairs.map(({ id }) => id),
    reasons,
    codes,
    failed,
    state: directoryOf(await fixture.dump()),
  };
};

/** Carries out `extra` after the first operation with this id. */
const takesAlong = (id: Operation["id"], extra: Operation): Habit => {
  let isFirst = true;
  return async (operation, perform) => {
    const performed = await perform(operation);
    if (operation.id === id && isFirst) {
      isFirst = false;
      await perform(extra);
    }
    return performed;
  };
};

const office = (name: string) => directory().level("L1").department("RD", { name }).department("QA");

describe("a run on a site that takes something along", () => {
  it("names the write that took the manager if he cannot be given back", async () => {
    const led = (name: string) => office(name).employee("amy").in("RD").managing("RD");
    await serviceHas(led("A"));
    const takes: Habit = async (operation, perform) => {
      const performed = await perform(operation);
      if (operation.id === "D3" || operation.id === "D12") await perform({ id: "D11", code: "RD" });
      return performed;
    };
    const { codes } = await run(led("B"), takes);
    expect(codes).toContain("taken-along");
  });

  it("gets back the manager whom a change of the department's name cleared", async () => {
    const led = (name: string) => office(name).employee("amy").in("RD").managing("RD");
    await serviceHas(led("A"));
    const { run: done, repairs, reasons, state } = await run(led("B"), takesAlong("D3", { id: "D11", code: "RD" }));
    expect(done).toMatchObject({ status: "succeeded", failed: 0 });
    expect(repairs).toEqual(["manager/RD/update/again"]);
    expect(reasons).toEqual(new Set(["lost-in-run"]));
    expect(state.departments.find(({ code }) => code === "RD")?.manager).toBe("amy");
  });

  it("gets back the other department of a person who becomes the manager of one more", async () => {
    const led = office("A").employee("amy").in("RD").in("QA").managing("RD");
    await serviceHas(led);
    const wanted = led.managing("QA");
    const { run: done, repairs, state } = await run(wanted, takesAlong("D12", { id: "D11", code: "RD" }));
    expect(done).toMatchObject({ status: "succeeded", failed: 0 });
    expect(repairs).toEqual(["manager/RD/update/again"]);
    expect(state.departments.map(({ manager }) => manager)).toEqual(["amy", "amy"]);
    expect(refreshesAfterLastWrite(await fixture.calls())).toHaveLength(1);
  });

  it("gets back the place that a department loses with its new manager (life 2000852)", async () => {
    const ordered = directory().level("L1").department("RD", { order: 1 }).department("QA", { order: 2 });
    const staffed = ordered.employee("amy").in("RD");
    await serviceHas(staffed);
    const moves = takesAlong("D12", { id: "D7", code: "RD", parent: null, seq: 1 });
    const { run: done, state } = await run(staffed.managing("RD"), moves);
    expect(done).toMatchObject({ status: "succeeded", failed: 0 });
    expect(state.departments.map(({ code }) => code)).toEqual(["RD", "QA"]);
  });

  it.each(["listed", "hidden"] as const)(
    "enables a person again whom the last day ahead disabled (%s)",
    async (how) => {
      const staffed = (resignationDate: string | null) => office("A").employee("amy", { resignationDate }).in("RD");
      await serviceHas(staffed(null));
      await fixture.quirks({ inactivePeople: how });
      const habit = takesAlong("E9", { id: "E7", account: "amy", active: false });
      const { run: done, state } = await run(staffed("2026-12-31"), habit);
      expect(done).toMatchObject({ status: "succeeded", failed: 0 });
      expect(state.employees).toMatchObject([{ account: "amy", active: true, resignationDate: "2026-12-31" }]);
    },
  );
});

describe("a run on a site that accepts a write and drops it", () => {
  it.each<[string, Operation["id"], DirectoryBuilder]>([
    ["a new department", "D2", office("A").employee("amy").in("RD").department("NEW")],
    ["a new person", "E12", office("A").employee("amy").in("RD").employee("bob").in("RD")],
  ])("reports a failure, not success: %s", async (_, id, wanted) => {
    await serviceHas(office("A").employee("amy").in("RD"));
    const { run: done } = await run(wanted, async (operation, perform) =>
      operation.id === id ? "applied" : perform(operation),
    );
    expect(done).toMatchObject({ status: "partial", failed: 1, applied: 0 });
  });

  it("reports that a department which closes has kept its manager", async () => {
    const led = office("A").department("OLD").employee("amy").in("RD").in("OLD").managing("OLD");
    await serviceHas(led, { managersAreMembers: false });
    const wanted = office("A").department("OLD", { active: false }).employee("amy").in("RD");
    const { failed, state } = await run(wanted, async (operation, perform) =>
      operation.id === "D11" ? "applied" : perform(operation),
    );
    const old = state.departments.find(({ code }) => code === "OLD");
    expect([old?.active, old?.manager, failed]).toEqual([false, "amy", ["manager/OLD/update"]]);
  });
});

describe("a run on a site that keeps one post and one function of a new person", () => {
  it.each<[string, DirectoryBuilder]>([
    ["post", office("A").employee("amy").in("RD").employee("bob").in("RD").in("QA")],
    [
      "function",
      office("A")
        .function("F1")
        .function("F2")
        .employee("amy")
        .in("RD")
        .employee("bob")
        .in("RD", { functions: ["F1", "F2"] }),
    ],
  ])("gives the person the second %s in the same run", async (missing, wanted) => {
    await serviceHas(office("A").function("F1").function("F2"));
    const {
      run: done,
      repairs,
      state,
    } = await run(wanted, async (operation, perform) => {
      if (operation.id !== "E12") return perform(operation);
      const posts = operation.posts
        .slice(0, 1)
        .map((post) => ({ ...post, functions: post.functions?.slice(0, 1) ?? [] }));
      return perform({ ...operation, posts });
    });
    expect(done).toMatchObject({ status: "succeeded", failed: 0 });
    expect(repairs).toEqual(["post/bob/update/again"]);
    const held = state.employees.find(({ account }) => account === "bob")?.posts ?? [];
    expect([held.length, held[0]?.functions?.length]).toEqual(missing === "post" ? [2, 0] : [1, 2]);
    expect(refreshesAfterLastWrite(await fixture.calls())).toHaveLength(1);
    expect((await site.plan({ source: wanted.source() })).changes).toEqual([]);
  });
});

describe("a run on a site that shows its writes only later", () => {
  it("reads again before it writes anything a second time", async () => {
    await serviceHas(office("A").employee("amy").in("RD"));
    let before: Promise<TargetLists> | undefined;
    let stale = 0;
    const wanted = office("B").employee("amy").in("RD");
    const { run: done, repairs } = await runOn(wanted, (target) => ({
      ...target,
      readLists: (people) => {
        before ??= target.readLists(people);
        if (target.mutations() === 0) return before;
        stale += 1;
        return stale === 1 ? before : target.readLists(people);
      },
    }));
    // The third reading is that after the first refresh of a site.
    expect([done.status, done.failed, repairs, stale]).toEqual(["succeeded", 0, [], 3]);
  });
});

describe("a run on a site whose list lacks somebody who works there", () => {
  it("reports that the list does not show the person, and writes nothing", async () => {
    const both = office("A").employee("amy").in("RD").employee("bob").in("RD");
    await serviceHas(both);
    const { run: done } = await runOn(both, (target) => ({
      ...target,
      readLists: async (people) => {
        const lists = await target.readLists(people);
        return { ...lists, employees: lists.employees.filter(({ account }) => account !== "bob") };
      },
    }));
    expect(done).toMatchObject({ status: "partial", failed: 1, applied: 0 });
  });
});
