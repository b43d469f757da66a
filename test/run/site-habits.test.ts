/**
 * Runs on sites that take something along with a write, or store it otherwise: every operation with everything that it may take along.
 * A wrapped connection to the real service plays the habit. What a run reports as applied stands, or what differs has failed by name.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { habitsOf } from "../../src/model/memory/site-habit.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { refreshesAfterLastWrite, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

let nowMs: number;

beforeEach(() => {
  nowMs = Date.parse("2026-11-21T04:00:00Z");
});

useRunSite({ nowMs: () => nowMs });

type Perform = (operation: Operation) => ReturnType<RunDeps["target"]["perform"]>;
type Habit = (operation: Operation, perform: Perform) => ReturnType<RunDeps["target"]["perform"]>;

const run = async (wanted: DirectoryBuilder, habit: Habit, settings: Partial<PlanSettings> = {}) => {
  const change = (full: RunDeps): RunDeps => ({
    ...full,
    target: {
      ...full.target,
      perform: (operation, beforeCall) => habit(operation, (one) => full.target.perform(one, beforeCall)),
    },
  });
  await fixture.forgetCalls();
  const { run: done, plan } = await site.run({ source: wanted.source(), change, settings });
  const outcomes = [...((await site.store.plans.read(done.id))?.outcomes.values() ?? [])];
  const calls = await fixture.calls();
  return { run: done, plan, outcomes, calls, state: directoryOf(await fixture.dump()) };
};

/** The person, a colleague and their managers. `now` are the differences that HR wants. */
type Wanted = { readonly name?: string; readonly expiredTime?: string; readonly resignationDate?: string };

const company = (differs: Wanted = {}, approver: string | null = "boss", title = "T1", department = "A") =>
  directory()
    .level("L1")
    .title("T1", { title: title === "T1" ? "Engineer" : title })
    .function("F1")
    .department("RD", { name: department })
    .department("QA")
    .employee("boss", { number: "1" })
    .in("QA")
    .employee("chief", { number: "2" })
    .in("QA")
    .employee("amy", { number: "3", ...differs })
    .in("RD", { title: "T1", functions: ["F1"], supervisor: approver })
    .in("QA", { title: "T1", supervisor: "chief" })
    .managing("RD");

/** What a habit takes from amy. */
const thefts: Readonly<Record<string, (perform: Perform) => Promise<unknown>>> = {
  "her approver": (perform) => perform({ id: "E13", account: "amy", department: "QA", supervisor: null }),
  "her status": (perform) => perform({ id: "E7", account: "amy", active: false }),
  "her department": (perform) => perform({ id: "D11", code: "RD" }),
  "her title": (perform) => theft(perform, (post) => ({ ...post, title: null })),
  "her functions": (perform) => theft(perform, (post) => ({ ...post, functions: [] })),
  "her other post": (perform) => theft(perform, (post) => post, 1),
};

const theft = async (perform: Perform, change: (post: Post) => Post, left = 2) => {
  const before = directoryOf(await fixture.dump()).employees.find(({ account }) => account === "amy")?.posts ?? [];
  await perform({ id: "E14", account: "amy", before, posts: before.slice(0, left).map(change) });
};

type Post = (Operation & { readonly id: "E14" })["posts"][number];

/** What HR wants, and the operation that carries it out. */
const writes: readonly (readonly [Operation["id"], DirectoryBuilder])[] = [
  ["E11", company({ name: "Amy" })],
  ["E8", company({ expiredTime: "2027-01-31T15:59:59.000Z" })],
  ["E9", company({ resignationDate: "2027-01-31" })],
  ["E13", company({}, "chief")],
  ["T3", company({}, "boss", "Developer")],
  ["D3", company({}, "boss", "T1", "B")],
];

const cases = writes.flatMap(([id, wanted]) =>
  Object.entries(thefts).map(([what, take]) => [id, what, wanted, take] as const),
);

describe("a site on which a write takes something along", () => {
  it.each(cases)("%s takes %s, and has everything again after one run", async (id, _what, wanted, take) => {
    await serviceHas(company());
    let isFirst = true;
    const {
      run: done,
      calls,
      state,
    } = await run(wanted, async (operation, perform) => {
      const performed = await perform(operation);
      if (operation.id === id && isFirst) {
        isFirst = false;
        await take(perform);
      }
      return performed;
    });
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(state).toEqual(directoryOf(await fixture.dump()));
    const amy = state.employees.find(({ account }) => account === "amy");
    expect(amy).toMatchObject({ active: true });
    expect(amy?.posts.map(({ department, title, functions }) => [department, title, functions])).toEqual([
      ["RD", "T1", ["F1"]],
      ["QA", "T1", []],
    ]);
    expect(amy?.posts[1]?.supervisor).toBe("chief");
    expect(state.departments.find(({ code }) => code === "RD")?.manager).toBe("amy");
    expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
    expect((await site.plan({ source: wanted.source() })).changes).toEqual([]);
    expect(habitsOf(await site.store.ledger.read()).map(({ operation }) => operation)).toContain(id);
  });
});

describe("a site that stores something else", () => {
  it("fails each newcomer whose number has lost its zeros, although nobody has that number", async () => {
    await serviceHas(directory().level("L1").department("RD"));
    const wanted = directory().level("L1").department("RD").employee("amy", { number: "007" }).in("RD");
    const short = (number: string | null | undefined) => (number ? number.replace(/^0+/, "") : number) ?? null;
    const { run: done, outcomes } = await run(wanted, (operation, perform) => {
      if (operation.id === "E12")
        return perform({ ...operation, data: { ...operation.data, number: short(operation.data.number) } });
      if (operation.id === "E11")
        return perform({ ...operation, set: { ...operation.set, number: short(operation.set.number) } });
      return perform(operation);
    });
    expect(done).toMatchObject({ status: "partial", applied: 0, failed: 1 });
    expect(outcomes).toMatchObject([{ changeId: "employee/amy/create", result: "failed", code: "stored-otherwise" }]);
  });

  it("fails a newcomer whose phone number is another, although HR only fills in phone numbers", async () => {
    const { run: done, outcomes } = await run(
      company().employee("ben", { number: "4", phoneNumber: "02-2345-6789" }).in("QA"),
      (operation, perform) =>
        perform(
          operation.id === "E12" && operation.account === "ben"
            ? { ...operation, data: { ...operation.data, phoneNumber: "0223456780" } }
            : operation,
        ),
      { fields: { "employee.phoneNumber": "fill-if-empty" } },
    );
    expect(outcomes.filter(({ result }) => result !== "applied")).toEqual([
      expect.objectContaining({
        changeId: "employee/ben/create",
        code: "stored-otherwise",
        message: "the create was stored otherwise: phoneNumber",
      }),
    ]);
    expect(done.status).toBe("partial");
  });

  it("counts a write that did nothing once, with its tries and the true reason", async () => {
    await serviceHas(company());
    const { run: done, outcomes } = await run(company({ name: "Amy" }), async (operation, perform) =>
      operation.id === "E11" ? "applied" : perform(operation),
    );
    expect(done).toMatchObject({ status: "partial", planned: 1, applied: 0, failed: 1 });
    expect(outcomes).toMatchObject([
      { changeId: "employee/amy/update", result: "failed", code: "not-applied", tries: 3 },
    ]);
  });
});

describe("a site that keeps one approver for all posts", () => {
  it("ends after the second try, names both sides, and repeats nothing in later runs", async () => {
    await serviceHas(company({}, null));
    const wanted = company({}, "boss");
    const all: Habit = async (operation, perform) => {
      if (operation.id !== "E13") return perform(operation);
      for (const department of ["RD", "QA"]) await perform({ ...operation, department });
      return "applied";
    };
    const first = await run(wanted, all);
    expect(first.run).toMatchObject({ status: "partial", failed: 1 });
    expect(first.outcomes.filter(({ result }) => result === "failed")).toMatchObject([{ code: "undo-each-other" }]);
    const second = await run(wanted, all);
    expect(writesOf(second.calls)).toEqual([]);
    expect(second.plan?.held.map(({ reason }) => reason)).toEqual(["undo-each-other"]);
  });
});

describe("a site that keeps an approver who is withdrawn", () => {
  it("is said to do so also after the approver becomes the manager, whom a site may show alike (R60)", async () => {
    const office = (manager: string | null, supervisor: string | null) =>
      directory()
        .level("L1")
        .department("RD", { manager })
        .employee("boss", { number: "1" })
        .in("RD")
        .employee("amy", { number: "2" })
        .in("RD", { supervisor });
    const keeps: Habit = async (operation, perform) => (operation.id === "E13" ? "applied" : perform(operation));
    await serviceHas(office(null, "boss"));
    for (const manager of [null, null, "boss"]) await run(office(manager, null), keeps);
    const held = [{ id: "supervisor/amy/RD/update", reason: "does-not-converge" }];
    const { plan } = await run(office("boss", null), keeps);
    expect(plan?.held).toMatchObject(held);
    nowMs += 8 * 86_400_000;
    const later = await run(office("boss", null), keeps);
    expect(later.plan?.held).toMatchObject(held);
    expect(writesOf(later.calls)).toEqual([]);
  });
});

describe("a site that shows the next manager above, of a department that has none", () => {
  const tree = (manager: string | null) =>
    directory()
      .level("L1")
      .department("HQ", { manager: "boss" })
      .department("RD", { parent: "HQ", manager })
      .employee("boss", { number: "1" })
      .in("HQ")
      .employee("amy", { number: "2" })
      .in("RD");
  const asPlanned: Habit = (operation, perform) => perform(operation);

  beforeEach(() => fixture.quirks({ noManager: "manager-above" }));
  afterEach(() => fixture.quirks({}));

  it("is asked once to clear a manager, and the run says what it has reached", async () => {
    await serviceHas(tree("amy"));
    const first = await run(tree(null), asPlanned);
    expect(first.run).toMatchObject({ status: "succeeded", applied: 1, failed: 0 });
    expect(writesOf(first.calls).map(({ operation }) => operation)).toEqual(["D11"]);
    expect(first.state.departments.find(({ code }) => code === "RD")?.manager).toBeNull();
    const second = await run(tree(null), asPlanned);
    expect([second.plan?.changes, second.plan?.held]).toEqual([[], []]);
    const third = await run(tree("amy"), asPlanned);
    expect(third.run).toMatchObject({ status: "succeeded", applied: 1 });
    expect((await run(tree(null), asPlanned)).run).toMatchObject({ status: "succeeded", applied: 1 });
  });

  it("needs no write on the second night, whoever is the manager above", async () => {
    const company = (chief: string) =>
      directory()
        .level("L1")
        .department("HQ", { manager: chief })
        .department("RD", { parent: "HQ", manager: null })
        .department("QA", { parent: "RD", manager: null })
        .employee("boss", { number: "1", active: chief === "boss" })
        .in("HQ")
        .employee("eve", { number: "2" })
        .in("HQ");
    await serviceHas(directory());
    const first = await run(company("boss"), asPlanned);
    expect(first.run).toMatchObject({ status: "succeeded", failed: 0 });
    const nights = [company("boss"), company("eve"), company("eve")];
    const written: unknown[] = [];
    for (const wanted of nights) {
      const night = await run(wanted, asPlanned);
      expect([night.run.status, night.plan?.held, night.outcomes.filter(({ result }) => result !== "applied")]).toEqual(
        ["succeeded", [], []],
      );
      written.push(writesOf(night.calls).map(({ operation }) => operation));
    }
    expect(written).toEqual([[], ["D12", "E7"], []]);
  });

  it("is not believed to do so where a department below a manager shows none", async () => {
    await serviceHas(tree("amy").department("QA", { parent: "HQ" }));
    const wanted = tree(null).department("QA", { parent: "HQ" });
    await fixture.quirks({});
    expect((await run(wanted, asPlanned)).run).toMatchObject({ status: "succeeded", applied: 1 });
    await serviceHas(tree("boss").department("QA", { parent: "HQ" }));
    expect((await site.plan({ source: wanted.source() })).changes.map(({ id }) => id)).toEqual(["manager/RD/update"]);
  });
});

describe("what could not be read back", () => {
  it("is not confirmed, and the run is not called succeeded", async () => {
    await serviceHas(company());
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        readDetails: async (lists, scope) => {
          const read = await full.target.readDetails(lists, scope);
          if (full.target.mutations() === 0) return read;
          return { ...read, unreadable: [{ kind: "post", key: "amy", code: "target-no-answer" }] };
        },
      },
    });
    const { run: done } = await site.run({ source: company({ name: "Amy" }).source(), change });
    expect(done).toMatchObject({ status: "partial", applied: 0, unconfirmed: 1, failed: 0 });
    expect([...((await site.store.plans.read(done.id))?.outcomes.values() ?? [])]).toMatchObject([
      { changeId: "employee/amy/update", result: "unconfirmed", code: "target-no-answer" },
    ]);
  });

  it("is not confirmed either where the whole reading fails, and the next run finds nothing left to do", async () => {
    await serviceHas(company());
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        readLists: (people) =>
          full.target.mutations() === 0 ? full.target.readLists(people) : Promise.reject(new Error("killed")),
      },
    });
    const { run: done } = await site.run({ source: company({ name: "Amy" }).source(), change });
    expect(done).toMatchObject({ status: "failed", applied: 0, unconfirmed: 1, refresh: "done" });
    const next = await site.run({ source: company({ name: "Amy" }).source() });
    expect(next.run).toMatchObject({ status: "succeeded", planned: 0 });
  });
});
