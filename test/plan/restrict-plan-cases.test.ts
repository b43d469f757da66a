/** Examples of restricted plans: what comes along with a subject, what is held, and which names find it. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rename } from "../../src/model/directory/snapshot.ts";
import { withDecisions } from "../../src/plan/questions/decisions.ts";
import { restrictedTo } from "../../src/plan/restrict/restrict-plan.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { heldIn, idsOf, planBetween } from "../support/target/plan-between.ts";

const memory = { written: new Map() };

const result = (
  now: DirectoryBuilder,
  wanted: DirectoryBuilder,
  names: readonly string[],
  renames: readonly Rename[] = [],
) =>
  restrictedTo(planBetween(now, wanted, { renames }), names, {
    source: wanted.source(renames),
    target: now.target(),
    memory,
    settings: defaultSettings,
  });

const only = (...given: Parameters<typeof result>) => {
  const restricted = result(...given);
  if (!("plan" in restricted)) throw new Error(`${restricted.named} is not one subject`);
  return restricted.plan;
};

const office = directory()
  .level("L1")
  .department("HQ")
  .department("RD", { parent: "HQ" })
  .department("QA", { parent: "HQ" });

describe("what comes along", () => {
  test("a newcomer brings the new department, its parent and the title, and nobody else", () => {
    const wanted = office
      .title("T1")
      .department("LAB", { parent: "RD2" })
      .department("RD2", { parent: "HQ" })
      .department("X", { parent: "HQ" })
      .employee("ann")
      .in("LAB", { title: "T1" })
      .employee("bob")
      .in("X");
    const plan = only(office, wanted, ["ann"]);
    expect(idsOf(plan.changes)).toEqual([
      "department/RD2/create",
      "department/LAB/create",
      "title/T1/create",
      "employee/ann/create",
    ]);
    expect(plan.only).toMatchObject({ subjects: [{ kind: "employee", key: "ann", named: "ann" }], leftOut: 2 });
  });

  test("a newcomer who takes over an account brings the rename that frees it", () => {
    const now = office.employee("wang", { number: "N1", name: "王" }).in("RD");
    const wanted = office
      .employee("wang.m", { number: "N1", name: "王" })
      .in("RD")
      .employee("wang", { number: "N2" })
      .in("QA");
    expect(idsOf(only(now, wanted, ["N2"]).changes)).toEqual(["employee/wang/rename", "employee/wang/create"]);
    expect(idsOf(only(now, wanted, ["N1"]).changes)).toEqual(["employee/wang/rename"]);
    expect(idsOf(only(now, wanted, ["wang"]).changes)).toEqual(["employee/wang/rename"]);
  });

  test("of two departments that exchange codes, each is named by the code that it has now", () => {
    const renames: Rename[] = [
      { kind: "department", from: "RD", to: "QA" },
      { kind: "department", from: "QA", to: "RD" },
    ];
    const named = (rd: string, qa: string) =>
      directory().level("L1").department("RD", { name: rd }).department("QA", { name: qa });
    for (const [code, label] of [
      ["RD", "研發"],
      ["QA", "品保"],
    ] as const)
      expect(only(named("研發", "品保"), named("品保", "研發"), [code], renames).only?.subjects).toEqual([
        { kind: "department", key: code, label, named: code },
      ]);
  });

  test("what is renamed by a change that is left out is shown under its present name", () => {
    const company = (rd: string, title: string) =>
      directory().level("L1").department("HQ").department("RD", { name: rd }).title("T1", { title });
    const now = company("研發部", "工程師").employee("ann").in("HQ");
    const wanted = company("實驗室", "技師").employee("ann").in("RD", { title: "T1" });
    expect(planBetween(now, wanted).names).toMatchObject({ department: { RD: "實驗室" }, title: { T1: "技師" } });
    const leveled = directory().level("L1", { name: "本部" }).department("HQ").department("RD");
    expect(planBetween(directory().level("L1", { name: "處" }), leveled).names.level).toEqual({ L1: "本部" });
    const shown = { department: { RD: "研發部" }, title: { T1: "工程師" } };
    expect(only(now, wanted, ["ann"]).names).toMatchObject(shown);
    expect(only(now, wanted, ["ann", "RD"]).names).toMatchObject({ ...shown, department: { RD: "實驗室" } });
  });

  test("of two people who exchange e-mail addresses, neither changes without the other", () => {
    const people = (one: string, two: string) =>
      office.employee("ann", { email: one }).in("RD").employee("bob", { email: two }).in("RD");
    for (const name of ["ann", "bob"]) {
      const plan = only(people("a@x.tw", "b@x.tw"), people("b@x.tw", "a@x.tw"), [name]);
      expect(idsOf(plan.changes).toSorted()).toEqual(["employee/ann/update", "employee/bob/update"]);
    }
  });

  test("of two departments that exchange codes, neither keeps the temporary code", () => {
    const renames: Rename[] = [
      { kind: "department", from: "RD", to: "QA" },
      { kind: "department", from: "QA", to: "RD" },
    ];
    const named = (rd: string, qa: string) =>
      directory().level("L1").department("RD", { name: rd }).department("QA", { name: qa });
    for (const name of ["研發", "品保"]) {
      const plan = only(named("研發", "品保"), named("品保", "研發"), [name], renames);
      expect(plan.changes.map(({ action }) => action)).toEqual(["rename", "rename", "rename"]);
    }
  });

  test("siblings that hand their names on come along, and none keeps a temporary name", () => {
    const codes = ["D1", "D2", "D3", "D4"];
    const named = (shift: number) =>
      codes.reduce((all, code, at) => all.department(code, { name: `部${(at + shift) % 4}` }), directory().level("L1"));
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.nat({ max: 3 }), fc.nat(), (code, shift, seed) => {
        const target = memoryTarget(named(0).full(), { uniqueSiblingNames: true });
        const plan = only(named(0), named(shift), [code]);
        expect(executePlan(plan, target, memory, { seed }).refusals).toEqual([]);
        const names = new Map(
          named(shift)
            .full()
            .departments.map((found) => [found.code, found.name]),
        );
        expect(target.state.departments.find((found) => found.code === code)?.name).toBe(names.get(code));
        expect(target.state.departments.filter(({ name }) => name.includes("("))).toEqual([]);
      }),
      { seed: 20_261_122, ...cases(100) },
    );
  });

  test("a manager who leaves brings the successor, who must have a post before", () => {
    const now = office.employee("ann").in("RD").managing("RD").employee("bob").in("QA");
    const wanted = office.employee("ann").in("QA").employee("bob").in("RD").managing("RD");
    expect(idsOf(only(now, wanted, ["ann"]).changes)).toEqual([
      "post/ann/update",
      "post/bob/update",
      "manager/RD/update",
      "post/ann/remove",
    ]);
    expect(idsOf(only(now, wanted, ["bob"]).changes)).toEqual(["post/bob/update", "post/bob/remove"]);
  });

  test("somebody who leaves a department does not bring its new manager", () => {
    const now = office.employee("ann").in("RD").employee("bob").in("RD").managing("RD");
    const wanted = office.employee("bob").in("RD").employee("ann").in("QA").employee("eve").in("RD").managing("RD");
    expect(idsOf(only(now, wanted, ["ann"]).changes)).toEqual(["post/ann/update", "post/ann/remove"]);
  });
});

describe("what is held", () => {
  test("a department closes only with everybody who must leave it", () => {
    const bare = { title: null, functions: [] };
    const now = office.employee("ann").in("RD", bare).employee("bob").in("QA", bare).in("RD", bare);
    const wanted = directory()
      .level("L1")
      .department("HQ")
      .department("RD", { parent: "HQ", active: false })
      .department("QA", { parent: "HQ" })
      .employee("ann")
      .in("QA")
      .employee("bob")
      .in("QA");
    const plan = only(now, wanted, ["RD"]);
    expect(idsOf(plan.changes)).toEqual(["post/ann/update", "post/ann/remove"]);
    expect(heldIn(plan)).toEqual(["department/RD/deactivate: needs-others"]);
    expect(plan.held[0]?.about).toEqual(["bob"]);
    expect(heldIn(only(now, wanted, ["RD", "bob"]))).toEqual([]);
  });

  test("a position among siblings is left to a whole plan, and a moved department comes last", () => {
    const tree = (parent: string, first: number, second: number) =>
      directory()
        .level("L1")
        .department("A", { order: 0 })
        .department("B", { order: 1 })
        .department("A1", { parent: "A", order: first })
        .department("A2", { parent: "A", order: second })
        .department("B1", { parent, order: 0 });
    const plan = only(tree("B", 0, 1), tree("A", 2, 1), ["A1", "B1"]);
    expect(plan.changes.map(({ id, operations }) => [id, operations])).toEqual([
      ["department/B1/move", [{ id: "D7", code: "B1", parent: "A", seq: 2 }]],
    ]);
    expect(heldIn(only(tree("B", 0, 1), tree("B", 1, 0), ["A/*"]))).toEqual(["department/A2/reorder: needs-others"]);
  });
});

describe("a name", () => {
  const now = office
    .employee("ann", { name: "王明", number: "N1" })
    .in("RD")
    .employee("bob", { name: "王明" })
    .in("QA");
  const wanted = office
    .employee("ann", { name: "王大明", number: "N1" })
    .in("QA")
    .employee("bob", { name: "王明" })
    .in("QA");

  test.each([
    ["ann", "ann"],
    ["ANN", "ann"],
    ["n1", "ann"],
    ["王大明", "ann"],
    ["employee/ann", "ann"],
    ["RD", "RD"],
    ["department/rd", "RD"],
    ["RD/*", "RD"],
  ])("%s finds %s", (named, key) => {
    expect(only(now, wanted, [named]).only?.subjects).toMatchObject([{ key, named }]);
  });

  test.each([
    ["王明", ["ann", "bob"]],
    ["nobody", []],
    ["ann/*", []],
    ["department/ann", []],
  ])("%s is refused with the candidates %j", (named, keys) => {
    expect(result(now, wanted, [named])).toMatchObject({ named, candidates: keys.map((key) => ({ key })) });
  });

  test("of a department covers the people whose main department it is, before or after", () => {
    expect(idsOf(only(now, wanted, ["RD"]).changes)).toContain("post/ann/update");
    expect(idsOf(only(now, wanted, ["QA"]).changes)).toContain("post/ann/update");
    expect(idsOf(only(now, wanted, ["HQ"]).changes)).toEqual([]);
    expect(idsOf(only(now, wanted, ["HQ/*"]).changes)).toContain("post/ann/update");
  });
});

test("of a department that gets a new code covers whoever leaves it", () => {
  const now = office.employee("ann").in("RD");
  const wanted = directory()
    .level("L1")
    .department("HQ")
    .department("LAB", { parent: "HQ" })
    .department("QA", { parent: "HQ" })
    .employee("ann")
    .in("QA");
  const renames: Rename[] = [{ kind: "department", from: "RD", to: "LAB" }];
  for (const name of ["RD", "LAB"])
    expect(idsOf(only(now, wanted, [name], renames).changes)).toContain("post/ann/update");
});

test("the guard judges what is left against the numbers of the whole company", () => {
  const people = (suffix: string) =>
    [1, 2, 3].reduce((all, at) => all.employee(`e${at}`, { name: `e${at}${suffix}` }).in("RD"), office);
  const source = people("新");
  const settings = { ...defaultSettings, caps: { employee: { update: { count: 1 } } } };
  const whole = planBetween(people(""), source, { settings });
  expect(whole.breaches).toMatchObject([{ count: 3, limit: 1, base: 3 }]);
  const one = restrictedTo(whole, ["e1"], { source: source.source(), target: people("").target(), memory, settings });
  const two = restrictedTo(whole, ["e1", "e2"], {
    source: source.source(),
    target: people("").target(),
    memory,
    settings,
  });
  expect("plan" in one && one.plan.breaches).toEqual([]);
  expect("plan" in two && two.plan.breaches).toMatchObject([{ count: 2, limit: 1, base: 3 }]);
});

test("what a held change waits for is shown with it, although nobody has named it", () => {
  const wanted = office.department("NEW", { parent: "HQ" }).department("OTHER").employee("ann").in("NEW");
  const decisions = ["NEW", "OTHER"].map((code) => {
    return { kind: "department", source: code, target: `no${code}`, same: true } as const;
  });
  const source = withDecisions(wanted.source(), office.target(), decisions);
  const whole = planBetween(office, wanted, { stated: () => source });
  const found = restrictedTo(whole, ["ann"], { source, target: office.target(), memory, settings: defaultSettings });
  if (!("plan" in found)) throw new Error("ann is not one subject");
  expect(heldIn(found.plan).filter((one) => one.startsWith("department/"))).toEqual([
    "department/NEW/create: decision-without-object",
  ]);
  expect(heldIn(found.plan)).toEqual(expect.arrayContaining([expect.stringMatching(/ann.*: reference-held$/)]));
});
