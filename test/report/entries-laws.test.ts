/** What the entries of a report say is what happens: over random pairs, on a target in memory. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalKey } from "../../src/model/directory/canonical.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { entriesOf } from "../../src/report/entries/entries.ts";
import { objectDifferences, type Renamed } from "../support/expected/object-differences.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { cases, runs } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { compared, statedDifferences } from "./stated-differences.ts";

/** What each code and account has become, according to the operations that were carried out. */
const renamedBy = (log: readonly Operation[]): Renamed => {
  const now = {
    level: new Map(),
    category: new Map(),
    title: new Map(),
    function: new Map(),
    department: new Map(),
    employee: new Map(),
  };
  const rename = (kind: keyof Renamed, from: string, to: string) => {
    if (canonicalKey(from) === canonicalKey(to)) return;
    const first = now[kind].get(canonicalKey(from)) ?? canonicalKey(from);
    now[kind].delete(canonicalKey(from));
    now[kind].set(canonicalKey(to), first);
  };
  for (const operation of log) {
    if (operation.id === "V3") rename("level", operation.code, operation.newCode);
    if (operation.id === "T3") rename("title", operation.code, operation.newCode);
    if (operation.id === "J6") rename("function", operation.code, operation.newCode);
    if (operation.id === "J1") rename("category", operation.category, operation.newCategory);
    if (operation.id === "D3") rename("department", operation.code, operation.newCode);
    if (operation.id === "E11") rename("employee", operation.account, operation.newAccount);
  }
  const turned = (of: Map<string, string>) => new Map([...of].map(([after, before]) => [before, after]));
  return {
    level: turned(now.level),
    category: turned(now.category),
    title: turned(now.title),
    function: turned(now.function),
    department: turned(now.department),
    employee: turned(now.employee),
  };
};

it("states what changes in the service, object for object and field for field", () => {
  let seen = 0;
  const holds = (pair: Pair): void => {
    const target = memoryTarget(pair.current, pair.rules);
    const { source, memory, settings, today } = pair;
    const lists = target.lists();
    const scope = { ...detailScope(source, lists), postsOf: lists.employees.map(({ account }) => account) };
    const plan = makePlan({ source, target: target.snapshot(scope), memory, settings, today });
    const { outcomes } = executePlan(plan, target, pair.memory, { seed: pair.seed });
    fc.pre(outcomes.every(({ result }) => result === "applied"));
    const renamed = renamedBy(target.log);
    const stated = statedDifferences(entriesOf(plan).entries, renamed);
    const found = objectDifferences(pair.current, target.state, renamed);
    expect(new Set(stated.map(({ object }) => object)).size).toBe(stated.length);
    expect(compared(stated, found, true)).toEqual(compared(found, stated, false));
    seen += stated.length;
  };
  fc.assert(fc.property(pairs(), holds), { seed: 20261122, ...cases(600) });
  expect(seen).toBeGreaterThan(runs(600));
});
