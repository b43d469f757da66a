/** The organisation of a plan agrees with the service before and after the plan has been applied. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DepartmentState, Organisation } from "../../src/model/plan/plan.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { organisationOf } from "../../src/plan/organisation.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { compareText } from "../../src/plan/values/sequence.ts";
import { canonical, type FullDirectory } from "../support/directory/full-directory.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";

/** Number of active people by department (canonical code) of their main post. */
const heads = ({ employees }: FullDirectory): ReadonlyMap<string, number> => {
  const result = new Map<string, number>();
  for (const { active, posts } of employees) {
    const main = posts.find((post) => post.main);
    if (active && main) result.set(canonical(main.department), (result.get(canonical(main.department)) ?? 0) + 1);
  }
  return result;
};

/** The same number of each department together with everything below it. */
const totals = (directory: FullDirectory): ReadonlyMap<string, number> => {
  const above = new Map(directory.departments.map(({ code, parent }) => [canonical(code), canonical(parent ?? "")]));
  const result = new Map<string, number>();
  for (const [code, people] of heads(directory))
    for (let at = code; at !== ""; at = above.get(at) ?? "") result.set(at, (result.get(at) ?? 0) + people);
  return result;
};

/** Active departments by canonical code. */
const standing = ({ departments }: FullDirectory) =>
  new Map(departments.flatMap((one) => (one.active ? [[canonical(one.code), one] as const] : [])));

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

test("states names, parents and head counts, with those of whole branches, as the service has them before and after", () => {
  let shown = 0;
  const holds = (pair: Pair): void => {
    const target = memoryTarget(pair.current, pair.rules);
    const { source, memory, settings, today } = pair;
    const lists = target.lists();
    // Everybody's posts are read, because head counts cover only people whose posts are known.
    const scope = { ...detailScope(source, lists), postsOf: lists.employees.map(({ account }) => account) };
    const plan = makePlan({ source, target: target.snapshot(scope), memory, settings, today });
    const { outcomes } = executePlan(plan, target, pair.memory, { seed: pair.seed });
    fc.pre(outcomes.every(({ result }) => result === "applied"));
    const after = standing(target.state);
    const counted = { before: heads(pair.current), after: heads(target.state) };
    const branches = { before: totals(pair.current), after: totals(target.state) };
    const check = (state: DepartmentState | undefined, code: string, side: "before" | "after") => {
      const found = (side === "before" ? standing(pair.current) : after).get(canonical(code));
      const [people, total] = [counted, branches].map((counts) => counts[side].get(canonical(code)) ?? 0);
      expect(state && { name: state.name, people: state.people, total: state.total }, `${code} ${side}`).toEqual(
        found && { name: found.name, people, total },
      );
    };
    const { departments, flows }: Organisation = plan.organisation;
    expect(departments.map(({ code }) => code)).toEqual(departments.map(({ code }) => code).toSorted(compareText));
    for (const { code, formerCode, before, after: then } of departments) {
      check(before, formerCode ?? code, "before");
      check(then, code, "after");
      expect(canonical(then?.parent ?? "")).toBe(canonical(after.get(canonical(code))?.parent ?? ""));
    }
    // A department that is not shown has the same people after the plan as before.
    const codes = new Set(departments.map(({ code }) => canonical(code)));
    const rest = [...counted.after].filter(([code]) => !codes.has(code) && after.has(code));
    for (const [code, people] of rest) expect(counted.before.get(code)).toBe(people);
    for (const { from, to } of flows)
      for (const code of [from, to]) expect(code === null || codes.has(canonical(code))).toBe(true);
    for (const { after: then } of departments) expect(!then?.parent || codes.has(canonical(then.parent))).toBe(true);
    const order = flows.map(({ from, to }) => `${from ?? ""}\n${to ?? ""}`);
    expect(order).toEqual(order.toSorted());
    const grown = sum(flows.map(({ from, to, people }) => (from === null ? people : 0) - (to === null ? people : 0)));
    expect(sum(counted.after.values()) - sum(counted.before.values())).toBe(grown);
    shown += departments.length;
  };
  fc.assert(fc.property(pairs(), holds), { seed: 20261122, ...cases(500) });
  expect(shown).toBeGreaterThan(0);
});

type Target = Parameters<typeof organisationOf>[0];

/** One active person in each of these departments. */
const staffed = (departments: Target["departments"]): Target => ({
  departments,
  employees: departments.map(({ code }) => ({
    account: `p-${code}`,
    active: true,
    posts: [{ department: code, main: true }],
  })),
});

/** Renames a department, so that it is shown with all above it. */
const renaming = (code: string) =>
  ({
    kind: "department",
    key: code,
    action: "update",
    fields: [{ field: "name", before: code, after: "new" }],
  }) as never;

test("is worked out in time where departments lie below each other by the thousands", () => {
  const codes = Array.from({ length: 12_000 }, (_, at) => `d${at}`);
  const chain = codes.map((code, at) => ({ code, name: code, active: true, parent: codes[at - 1] ?? null }));
  const before = process.cpuUsage();
  const { departments } = organisationOf(staffed(chain), codes.map(renaming));
  const { user, system } = process.cpuUsage(before);
  expect(departments).toHaveLength(12_000);
  expect(departments.find(({ code }) => code === "d0")?.before).toMatchObject({ people: 1, total: 12_000 });
  expect(departments.find(({ code }) => code === "d11999")?.before).toMatchObject({ people: 1, total: 1 });
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

test("counts everybody once where a site's departments lie below themselves, or are listed twice", () => {
  const parents = { a: "c", b: "a", c: "b", leaf: "a", other: null };
  const listed = [...Object.entries(parents), ["leaf", "a"] as const, ["other", null] as const];
  const departments = listed.map(([code, parent]) => ({ code, name: code, active: true, parent }));
  const { departments: shown } = organisationOf(staffed(departments), Object.keys(parents).map(renaming));
  expect(Object.fromEntries(shown.map(({ code, before }) => [code, before?.total]))).toEqual({
    a: 4,
    b: 4,
    c: 4,
    leaf: 1,
    other: 1,
  });
});
