/** Tests that a stable id identifies a department or person even after its code or account has changed. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import { correlate } from "../../../src/plan/match/correlate.ts";
import { linksGained, linksInStep, withLinkedRenames } from "../../../src/plan/match/links.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../../support/random/arbitraries.ts";
import { executePlan } from "../../support/target/execute-plan.ts";
import { type MemoryTarget, memoryTarget } from "../../support/target/memory-target.ts";

type Links = NonNullable<Memory["links"]>;

const noLinks: Links = { employee: new Map(), department: new Map() };

/** Makes one run: learns links, plans, applies. Returns the plan, and the memory after the run. */
const run = (source: SourceSnapshot, target: MemoryTarget, memory: Memory) => {
  const links = memory.links ?? noLinks;
  const lists = target.lists();
  const desired = withLinkedRenames(source, lists, links);
  const people = correlate(desired, lists.employees, { links, written: new Map() });
  const learnt = linksInStep(desired, lists, people);
  const current = target.snapshot(detailScope(desired, lists, people));
  const plan = makePlan({
    source: desired,
    target: current,
    memory: { ...memory, links },
    settings: defaultSettings,
    today,
  });
  const { memory: after, refusals } = executePlan(plan, target, { ...memory, links }, { seed: 1 });
  expect(refusals).toEqual([]);
  const gained = linksGained(desired, plan.changes);
  const known = (kind: keyof Links) => new Map([...links[kind], ...learnt[kind], ...gained[kind]]);
  return { plan, memory: { ...after, links: { employee: known("employee"), department: known("department") } } };
};

/** Makes one run for each source, all on the same target; returns the plans. */
const runs = (start: DirectoryBuilder, ...sources: readonly DirectoryBuilder[]) => {
  const target = memoryTarget(start.full());
  let memory: Memory = emptyMemory;
  const plans = sources.map((source) => {
    const done = run(source.source(), target, memory);
    memory = done.memory;
    return done.plan;
  });
  return { plans, target };
};

const actions = (plan: {
  readonly changes: readonly { readonly kind: string; readonly action: string; readonly reason: string }[];
}) => plan.changes.map(({ kind, action, reason }) => `${kind} ${action} ${reason}`);

const office = (codes: Readonly<Record<string, string>>) =>
  Object.entries(codes).reduce(
    (built, [id, code]) => built.department(code, { id, name: id }),
    directory().level("L1"),
  );

describe("a department with a stable id", () => {
  test("is renamed whenever its code changes, also back to an earlier code", () => {
    const [first, second] = [office({ one: "A" }), office({ one: "B" })];
    const { plans, target } = runs(first, first, second, second, first, first, second);
    expect(plans.map(actions)).toEqual([
      [],
      ["department rename same-id"],
      [],
      ["department rename same-id"],
      [],
      ["department rename same-id"],
    ]);
    expect(target.state.departments.map(({ code }) => code)).toEqual(["B"]);
  });

  test("has a link from the run that created it", () => {
    const { plans } = runs(directory().level("L1"), office({ one: "A" }), office({ one: "B" }));
    expect(plans.map(actions)).toEqual([["department create missing-in-target"], ["department rename same-id"]]);
  });

  test("keeps its code where the ids are row numbers and HR has inserted a row", () => {
    const rows = (codes: readonly string[]) =>
      codes.reduce((all, code, at) => all.department(code, { id: String(at) }), directory().level("L1"));
    const before = rows(["HQ", "QA", "RD"]);
    const { plans } = runs(before, before, rows(["FIN", "HQ", "QA", "RD"]), rows(["FIN", "HQ", "QA", "RD", "SA"]));
    expect(plans.map(actions)).toEqual([
      [],
      ["department create missing-in-target"],
      ["department create missing-in-target"],
    ]);
  });

  test("can exchange codes with another one", () => {
    const { plans, target } = runs(
      office({ one: "A", two: "B" }),
      office({ one: "A", two: "B" }),
      office({ one: "B", two: "A" }),
    );
    expect(plans[1]?.changes.every(({ action }) => action === "rename")).toBe(true);
    expect(new Map(target.state.departments.map(({ code, name }) => [name, code]))).toEqual(
      new Map([
        ["one", "B"],
        ["two", "A"],
      ]),
    );
  });

  test("can leave its old code to a new department", () => {
    const { plans, target } = runs(office({ one: "A" }), office({ one: "A" }), office({ one: "B", two: "A" }));
    const [renamed, created] = [...(plans[1]?.changes ?? [])].sort((a, b) => a.wave - b.wave);
    expect(created?.wave).toBeGreaterThan(renamed?.wave ?? 9);
    expect(actions({ changes: [renamed, created].flatMap((change) => change ?? []) })).toEqual([
      "department rename same-id",
      "department create missing-in-target",
    ]);
    expect(new Map(target.state.departments.map(({ code, name }) => [name, code]))).toEqual(
      new Map([
        ["one", "B"],
        ["two", "A"],
      ]),
    );
  });

  test("is not renamed to a code that another one has", () => {
    const taken = office({ one: "A" }).department("B", { name: "foreign" });
    const { plans } = runs(taken, office({ one: "A" }), office({ one: "B" }));
    expect(actions(plans[1] ?? { changes: [] })).not.toContain("department rename same-id");
    const links = { department: new Map([["one", "A"]]), employee: new Map() };
    expect(withLinkedRenames(office({ one: "B" }).source(), taken.target(), links).renames).toEqual([]);
  });

  test("is not renamed if two ids have links to one code", () => {
    const links = { department: new Map(["one", "two"].map((id) => [id, "A"])), employee: new Map() };
    const source = office({ one: "B", two: "C" }).source();
    expect(withLinkedRenames(source, office({ old: "A" }).target(), links).renames).toEqual([]);
  });

  test("is renamed as the configuration lists it, whatever its link says", () => {
    const links = { department: new Map([["one", "A"]]), employee: new Map() };
    const listed = [{ kind: "department", from: "A", to: "C" }] as const;
    const source = office({ one: "B" }).source(listed);
    expect(withLinkedRenames(source, office({ one: "A" }).target(), links).renames).toEqual(listed);
  });

  test("is always renamed, whatever its new code is; none is created", () => {
    const codes = fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E", "F", "G", "H"), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(codes, codes, (before, after) => {
        const named = (list: readonly string[]) =>
          office(Object.fromEntries(list.map((code, at) => [`id${at}`, code])));
        const { plans, target } = runs(named(before), named(before), named(after), named(after));
        expect(new Set(plans[1]?.changes.map(({ action }) => action))).toEqual(
          new Set(before.join() === after.join() ? [] : ["rename"]),
        );
        expect(plans[2]?.changes).toEqual([]);
        expect(Object.fromEntries(target.state.departments.map(({ code, name }) => [name, code]))).toEqual(
          Object.fromEntries(after.map((code, at) => [`id${at}`, code])),
        );
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });
});

describe("a person with a stable id", () => {
  const one = (account: string, fields: object = {}) =>
    directory()
      .level("L1")
      .employee(account, { id: "p1", name: "Ann", ...fields });

  test("gets a new account even if the source gives no number", () => {
    const { plans, target } = runs(one("ann"), one("ann"), one("ann.lin"));
    expect(plans[1]?.changes.map(({ kind, action }) => `${kind} ${action}`)).toEqual(["employee rename"]);
    expect(target.state.employees.map(({ account }) => account)).toEqual(["ann.lin"]);
  });

  test("is another person if the id differs, even with the same account", () => {
    const { plans } = runs(one("ann"), one("ann"), directory().level("L1").employee("bob", { id: "p2" }));
    expect(plans[1]?.changes.map(({ action, key }) => `${action} ${key}`)).toEqual(["create bob"]);
  });

  test("is held if the link and the number lead to two people", () => {
    const both = one("ann", { number: "1" }).employee("bob", { number: "2" });
    const { plans } = runs(both, both, one("ann", { number: "2" }));
    expect(plans[1]?.changes).toEqual([]);
    expect(plans[1]?.held.map(({ reason, about }) => [reason, about])).toEqual([["identity-conflict", ["ann", "bob"]]]);
  });
});
