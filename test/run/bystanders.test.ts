/**
 * Runs on sites where a write changes people and departments whom it does not name: colleagues, newcomers of the same department,
 * people who have left. A wrapped connection to the real service plays the habit. After the run they have what HR wants.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { habitsOf } from "../../src/model/memory/site-habit.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings, refreshesAfterLastWrite } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { type Perform, withSideEffect } from "../support/target/side-effects.ts";

let site: RunSite;
const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunParts();

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, clock);
});

afterEach(async () => {
  await site.close();
  await fixture.quirks({});
});

/** Makes a run with the source `wanted`; after each operation with this id, `extra` happens as well, `times` times in all. */
const run = async (
  wanted: Pick<DirectoryBuilder, "source">,
  id: Operation["id"],
  extra: (perform: Perform) => Promise<unknown>,
  times = 1,
) => {
  let left = times;
  const change = withSideEffect(async (operation, perform) => {
    if (operation.id !== id || left === 0) return;
    left -= 1;
    await extra(perform);
  });
  const { run: done } = await site.run({ source: wanted.source(), change });
  const { changes } = await site.plan({ source: wanted.source() });
  const outcomes = [...((await site.store.plans.read(done.id))?.outcomes.values() ?? [])];
  return { done, next: changes.map((one) => one.id), outcomes, state: directoryOf(await fixture.dump()) };
};

const postsOf = ({ employees }: ReturnType<typeof directoryOf>, name: string) =>
  employees.find(({ account }) => account === name)?.posts ?? [];

const office = directory().level("L1").level("L2").title("T1").function("F1").department("RD").department("QA");

describe("a site where a write changes people beside the one whom it names", () => {
  const company = (approver: string | null, inRd: readonly string[], inQa: readonly string[] = []) => {
    let all = office.employee("boss", { number: "1" }).in("QA").employee("chief", { number: "2" }).in("QA");
    all = all.employee("amy", { number: "3" }).in("RD", { supervisor: approver });
    for (const name of inRd) all = all.employee(name, { number: name }).in("RD", { supervisor: null });
    for (const name of inQa) all = all.employee(name, { number: name }).in("QA", { supervisor: null });
    return all;
  };
  const gives = (account: string) => (perform: Perform) =>
    perform({ id: "E13", account, department: "RD", supervisor: "chief" });

  it("takes back an approver given to a colleague who had nothing", async () => {
    await serviceHas(company("boss", ["dan"]));
    const { done, next, state } = await run(company("chief", ["dan"]), "E13", gives("dan"));
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "dan")).toMatchObject([{ department: "RD", supervisor: null }]);
    expect(next).toEqual([]);
    expect(refreshesAfterLastWrite(await fixture.calls())).toHaveLength(1);
    const habits = habitsOf(await site.store.ledger.read());
    expect(habits).toMatchObject([{ operation: "E13", does: "takes-from-others", field: "supervisor", seen: 1 }]);
  });

  it("puts a department back that a write to a member has moved among its siblings (lives 16000631, 17000195)", async () => {
    const ordered = (name: string) =>
      directory()
        .level("L1")
        .department("RD", { order: 1 })
        .department("QA", { order: 2 })
        .employee("amy", { name })
        .in("RD");
    await serviceHas(ordered("Amy"));
    const { done, next } = await run(ordered("Amy Lin"), "E11", (perform) =>
      perform({ id: "D7", code: "RD", parent: null, seq: 3 }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(next).toEqual([]);
  });

  it("takes a manager back who was chosen for one member in an import, because another member shows nobody", async () => {
    await serviceHas(directory());
    const wanted = company(null, ["dan"]).managing("QA").employee("lead", { number: "9" }).in("RD").managing("RD");
    const { done, next, state } = await run(wanted, "D12", (perform) =>
      perform({ id: "E13", account: "amy", department: "RD", supervisor: "lead" }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "amy")).toMatchObject([{ department: "RD", supervisor: null }]);
    expect(next).toEqual([]);
  });

  it("takes it back also from a newcomer, where E13 is known to do so and creates are only sampled", async () => {
    await serviceHas(company("boss", []));
    await site.remember([{ subject: "site/looks", field: "E12", value: "5000" }]);
    await site.remember([
      {
        subject: "site/habits",
        field: "E13/takes-from-others/supervisor/supervisor",
        value: "1:2026-11-01:2026-11-01",
      },
    ]);
    const wanted = company(
      "chief",
      ["dan"],
      Array.from({ length: 45 }, (_, at) => `new${at}`),
    );
    const { done, next, state } = await run(wanted, "E13", gives("dan"));
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "dan")).toMatchObject([{ department: "RD", supervisor: null }]);
    expect(next).toEqual([]);
  });

  it.each(["E14", "E11"] as const)(
    "gives the approver back to whom %s of the approver has taken it from, where others beside are only sampled",
    async (id) => {
      const staffed = (title: string | null, name: string) => {
        const colleagues = Array.from({ length: 40 }, (_, at) => `c${at}`);
        const all = office.employee("boss", { number: "1", name }).in("QA", { title });
        const own = all.employee("amy", { number: "3" }).in("RD", { supervisor: "boss" });
        return colleagues.reduce((so, one) => so.employee(one, { number: one }).in("QA", { supervisor: null }), own);
      };
      await serviceHas(staffed(null, "Boss"));
      for (const field of [id, `${id} beside`]) await site.remember([{ subject: "site/looks", field, value: "5000" }]);
      const wanted = id === "E14" ? staffed("T1", "Boss") : staffed(null, "Boss Chen");
      const { done, next, state } = await run(wanted, id, (perform) =>
        perform({ id: "E13", account: "amy", department: "RD", supervisor: null }),
      );
      expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
      expect(postsOf(state, "amy")).toMatchObject([{ department: "RD", supervisor: "boss" }]);
      expect(next).toEqual([]);
    },
  );

  it("gives functions back to all members whom a new manager cost them, also where one of them was written, too (life 5001200)", async () => {
    const posts = [{ department: "RD", main: true, functions: ["F1"] }];
    const staffed = (manager: string, name: string) => {
      let all = directory().level("L1").function("F1").department("RD", { manager });
      all = all.employee("amy", { number: "3", name, posts });
      for (let at = 0; at < 40; at += 1) all = all.employee(`c${at}`, { number: `c${at}`, posts });
      return all;
    };
    await serviceHas(staffed("c0", "Amy"));
    for (const field of ["D12 beside", "E11 beside", "E14 beside"])
      await site.remember([{ subject: "site/looks", field, value: "5000" }]);
    const { done, next } = await run(staffed("c1", "Amy Wang"), "D12", async (perform) => {
      for (const account of ["amy", "c7", "c17", "c27"])
        await perform({ id: "E14", account, before: posts, posts: [{ department: "RD", main: true, functions: [] }] });
    });
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(next).toEqual([]);
  });

  it("takes back what a move has given to somebody of the new department", async () => {
    const staffed = (place: string) =>
      office.employee("chief").in("RD").employee("dan").in("QA").employee("amy").in(place);
    await serviceHas(staffed("RD"));
    const { done, next, state } = await run(staffed("QA"), "E14", (perform) =>
      perform({ id: "E13", account: "dan", department: "QA", supervisor: "chief" }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "dan")).toMatchObject([{ department: "QA", supervisor: null }]);
    expect(next).toEqual([]);
  });

  it.each([
    ["E7", { active: false }],
    ["E8", { expiredTime: "2027-01-31T15:59:59.000Z" }],
    ["E9", { active: false, resignationDate: "2026-10-31" }],
    ["E11", { name: "Amy Wang" }],
  ] as const)("gives the manager back whom %s has taken from the department of the person", async (id, changed) => {
    const staffed = (own: object) =>
      office
        .employee("boss", { number: "1" })
        .in("RD")
        .managing("RD")
        .employee("amy", { number: "3", name: "Amy", active: true, ...own })
        .in("RD");
    await serviceHas(staffed({}));
    const takesManager = (perform: Perform) => perform({ id: "D11", code: "RD" });
    const { done, next, state } = await run(staffed(changed), id, takesManager);
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(state.departments).toContainEqual(expect.objectContaining({ code: "RD", manager: "boss" }));
    expect(next).toEqual([]);
  });

  it("closes a department beside that a write to a person has opened", async () => {
    const staffed = (last: string | null) =>
      office.department("OLD", { active: false }).employee("amy", { number: "3", resignationDate: last }).in("RD");
    await serviceHas(staffed(null));
    const { done, next, state } = await run(staffed("2027-03-31"), "E9", (perform) =>
      perform({ id: "D4", code: "OLD", active: true }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(state.departments.find(({ code }) => code === "OLD")?.active).toBe(false);
    expect(next).toEqual([]);
  });

  it("names everybody for whom it does so again and again", async () => {
    await serviceHas(company("boss", ["dan"]));
    const { done, outcomes } = await run(company("chief", ["dan"]), "E13", gives("dan"), Number.POSITIVE_INFINITY);
    expect(done).toMatchObject({ status: "partial", failed: 1 });
    expect(outcomes.filter(({ result }) => result === "failed").map(({ changeId }) => changeId)).toEqual([
      "supervisor/dan/RD/update/again",
    ]);
  });

  it("remembers it through weeks in which nothing of the kind happens", async () => {
    await serviceHas(company("boss", ["dan"]));
    await run(company("chief", ["dan"]), "E13", gives("dan"));
    const known = habitsOf(await site.store.ledger.read());
    for (const approver of ["boss", "chief", "boss", "chief", "boss"])
      await run(company(approver, ["dan"]), "E13", gives("dan"), 0);
    const [habit] = habitsOf(await site.store.ledger.read());
    expect(habit).toMatchObject({ seen: known[0]?.seen, first: known[0]?.first, last: known[0]?.last });
    expect(habit?.of).toBeGreaterThan(known[0]?.of ?? 0);
  });
});

describe("a new manager on a site that takes functions from the old one", () => {
  it("leaves the old one as HR wants them, although nobody has read their posts for the department", async () => {
    const led = (manager: string) =>
      office
        .department("LAB", { manager })
        .employee("amy")
        .in("RD", { functions: ["F1"] })
        .employee("bob")
        .in("LAB");
    await serviceHas(led("amy"), { managersAreMembers: false });
    const { done, next, state } = await run(led("bob"), "D12", (perform) =>
      perform({
        id: "E14",
        account: "amy",
        before: [{ department: "RD", main: true, functions: ["F1"] }],
        posts: [{ department: "RD", main: true, functions: [] }],
      }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "amy")).toMatchObject([{ department: "RD", functions: ["F1"] }]);
    expect(next).toEqual([]);
  });
});

describe("a manager on a site that takes functions from them with writes to their people and department", () => {
  const led = (last: string | null, name: string) => {
    let all = office
      .department("LAB", { name, manager: "amy" })
      .employee("amy")
      .in("LAB", { functions: ["F1"] });
    all = all.employee("bob", { resignationDate: last }).in("LAB");
    for (let at = 0; at < 60; at += 1) all = all.employee(`a${at}`).in("LAB", { functions: ["F1"] });
    return all;
  };

  it.each([
    ["E9", "2027-03-31", "LAB"],
    ["D3", null, "Lab"],
  ] as const)("has them after %s, although only a sample of the others is read", async (id, last, name) => {
    await serviceHas(led(null, "LAB"));
    for (const field of ["E9 beside", "D3", "D3 beside"])
      await site.remember([{ subject: "site/looks", field, value: "5000" }]);
    const { done, next, state } = await run(led(last, name), id, (perform) =>
      perform({
        id: "E14",
        account: "amy",
        before: [{ department: "LAB", main: true, functions: ["F1"] }],
        posts: [{ department: "LAB", main: true, functions: [] }],
      }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "amy")).toMatchObject([{ department: "LAB", functions: ["F1"] }]);
    expect(next).toEqual([]);
  });
});

describe("a site where a write changes what stands beside", () => {
  type Town = {
    readonly name?: string;
    readonly account?: string;
    readonly manager?: string;
    readonly parent?: string;
    readonly approver?: string;
    readonly title?: string;
  };
  const town = ({
    name = "RD",
    account = "amy",
    manager = account,
    parent = "RD",
    approver = "bob",
    title = "T1",
  }: Town = {}) =>
    directory()
      .level("L1")
      .level("L2")
      .title("T1", { title })
      .title("T2")
      .department("RD", { level: "L1", name, manager })
      .department("QA", { level: "L1", manager: "bob" })
      .department("LAB", { level: "L1", parent, manager: "cat" })
      .employee(account, { number: "1" })
      .in("RD", { supervisor: approver })
      .employee("bob", { number: "2", phoneNumber: "1" })
      .in("RD")
      .in("QA")
      .employee("cat", { number: "3" })
      .in("LAB");

  const joinsQa: Operation = {
    id: "E14",
    account: "cat",
    before: [{ department: "LAB", main: true }],
    posts: [
      { department: "LAB", main: true },
      { department: "QA", main: false },
    ],
  };

  it.each<[string, Town, Operation["id"], Operation]>([
    ["the name of a new parent", { parent: "QA" }, "D7", { id: "D3", code: "QA", newCode: "QA", set: { name: "X" } }],
    ["the manager of a child", { name: "R" }, "D3", { id: "D11", code: "LAB" }],
    ["the name of a child", { manager: "bob" }, "D12", { id: "D3", code: "LAB", newCode: "LAB", set: { name: "X" } }],
    ["the posts of people below a new manager", { manager: "bob" }, "D12", joinsQa],
    ["the posts of people below a renamed department", { name: "R" }, "D3", joinsQa],
    [
      "the data of an approver",
      { approver: "cat" },
      "E13",
      { id: "E11", account: "bob", newAccount: "bob", set: { phoneNumber: "2" } },
    ],
    [
      "the level of a renamed person's department",
      { account: "amy.w" },
      "E11",
      { id: "D3", code: "RD", newCode: "RD", set: { level: "L2" } },
    ],
    [
      "the name of a department below a renamed person's",
      { account: "amy.w" },
      "E11",
      { id: "D3", code: "LAB", newCode: "LAB", set: { name: "X" } },
    ],
    ["the status of a former approver", { approver: "cat" }, "E13", { id: "E7", account: "bob", active: false }],
    ["another title", { title: "B" }, "T3", { id: "T5", code: "T2", active: false }],
  ])("sets %s right in the same run", async (_, changed, id, beside) => {
    await serviceHas(town());
    const { done, next, state } = await run(town(changed), id, (perform) => perform(beside));
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    await serviceHas(town(changed));
    expect(state).toEqual(directoryOf(await fixture.dump()));
    expect(next).toEqual([]);
  });
});

describe("a site where a write changes more than it names", () => {
  it("gives the posts back that disabling somebody has taken", async () => {
    const staffed = (active: boolean) =>
      office
        .employee("amy", { active })
        .in("RD", { functions: ["F1"] })
        .in("QA")
        .employee("bob")
        .in("RD");
    await serviceHas(staffed(true));
    const { done, state } = await run(staffed(false), "E7", (perform) => {
      const before = [
        { department: "RD", main: true, functions: ["F1"] },
        { department: "QA", main: false },
      ];
      return perform({ id: "E14", account: "amy", before, posts: before.slice(0, 1) });
    });
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "amy").map(({ department }) => department)).toEqual(["RD", "QA"]);
  });

  it("names the functions of somebody who has left that cannot be given back, because their new code was refused", async () => {
    const staffed = (name: string, code: string) =>
      directory()
        .level("L1")
        .function(code)
        .department("RD", { name })
        .employee("ben", { number: "4", active: false })
        .in("RD", { functions: [code] });
    await serviceHas(staffed("A", "F1"), { ignores: ["J6"] });
    const renames = [{ kind: "function", from: "F1", to: "F9" }] as const;
    const { done, outcomes } = await run({ source: () => staffed("B", "F9").source(renames) }, "D3", (perform) => {
      const post = { department: "RD", main: true, title: null };
      const [before, posts] = [[{ ...post, functions: ["F1"] }], [{ ...post, functions: [] }]];
      return perform({ id: "E14", account: "ben", before, posts });
    });
    expect(done.status).toBe("partial");
    expect(outcomes.filter(({ result }) => result === "failed").map(({ changeId }) => changeId)).toEqual([
      "function/F1/rename",
      "post/ben/update/again",
    ]);
  });

  it("takes a post back that a write has given to a colleague who has left", async () => {
    const staffed = (approver: string) =>
      office
        .employee("chief")
        .in("RD")
        .employee("bob", { active: false })
        .in("RD")
        .employee("amy")
        .in("RD", { supervisor: approver });
    await serviceHas(staffed("bob"));
    const before = [{ department: "RD", main: true }];
    const { done, state } = await run(staffed("chief"), "E13", (perform) =>
      perform({ id: "E14", account: "bob", before, posts: [...before, { department: "QA", main: false }] }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(postsOf(state, "bob").map(({ department }) => department)).toEqual(["RD"]);
  });

  it("leaves what stands apart, and somebody changes meanwhile, to the next run", async () => {
    const staffed = (englishName: string) => office.employee("amy", { number: "3", englishName }).in("RD");
    await serviceHas(staffed("Ann"));
    const { done, next, outcomes } = await run(staffed("Amy"), "E11", (perform) =>
      perform({ id: "T3", code: "T1", newCode: "T1", title: "by hand" }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(outcomes.map(({ changeId }) => changeId)).toEqual(["employee/amy/update"]);
    expect(next).toEqual(["title/T1/update"]);
  });

  it("puts a department on its level again that a change of a level has moved to another", async () => {
    const levels = (name: string) =>
      directory().level("L1").level("L2", { name }).department("RD", { level: "L1" }).employee("amy").in("RD");
    await serviceHas(levels("A"));
    const { done, next, state } = await run(levels("B"), "V3", (perform) =>
      perform({ id: "D3", code: "RD", newCode: "RD", set: { level: "L2" } }),
    );
    expect(done).toMatchObject({ status: "succeeded", failed: 0, unconfirmed: 0 });
    expect(state.departments.map(({ level }) => level)).toEqual(["L1"]);
    expect(next).toEqual([]);
  });
});
