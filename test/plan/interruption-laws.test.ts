/** Laws of plans that are applied only in part, because the process dies between two writes or a write is refused. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { expectedDirectory } from "../support/expected/expected-directory.ts";
import { orderDifferences } from "../support/expected/expected-order.ts";
import { unexplained } from "../support/expected/shown.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { type MemoryTarget, memoryTarget } from "../support/target/memory-target.ts";
import { planFor, runsUntilSettled } from "../support/target/planning.ts";

const parameters = { seed: 20261121, ...cases(1000) };

const countOperations = (plan: Plan): number =>
  plan.changes.reduce((count, change) => count + change.operations.length, 0);

/** The target after undisturbed runs until no change is left, and the last plan. */
const settled = (pair: Pair): { readonly target: MemoryTarget; readonly plan: Plan | undefined } => {
  const target = memoryTarget(pair.current, pair.rules);
  const runs = runsUntilSettled(pair, target, pair.memory, 5);
  return { target, plan: runs.at(-1)?.plan };
};

const heldRenames = (plan: Plan | undefined): readonly string[] =>
  (plan?.held ?? []).filter(({ action }) => action === "rename").map(({ id, reason }) => `${id} ${reason}`);

/** Expects that further runs on `target` hold the same renames, and reach the same content, and the same order where HR states one, as undisturbed runs. */
const expectConvergence = (pair: Pair, target: MemoryTarget, memory: Pair["memory"]): void => {
  const runs = runsUntilSettled(pair, target, memory, 6);
  expect(runs.flatMap((run) => run.execution.refusals)).toEqual([]);
  expect(runs.at(-1)?.plan.changes).toEqual([]);
  const undisturbed = settled(pair);
  expect(heldRenames(runs.at(-1)?.plan)).toEqual(heldRenames(undisturbed.plan));
  const expected = expectedDirectory(pair);
  expect(unexplained(pair, expected, undisturbed.target.state, target.state)).toEqual([]);
  if (expected.doubts.length === 0) expect(orderDifferences(pair, expected, target.state)).toEqual([]);
};

/** Returns all changes that need the change `failed`, directly or through other changes. */
const dependants = (plan: Plan, failed: string): ReadonlySet<string> => {
  const blocked = new Set<string>();
  for (const change of plan.changes.toSorted((left, right) => left.wave - right.wave))
    if (change.needs.some((id) => id === failed || blocked.has(id))) blocked.add(change.id);
  return blocked;
};

describe("a plan that is applied in part", () => {
  test("converges after a stop at any write", () => {
    fc.assert(
      fc.property(pairs(), fc.nat({ max: 9999 }), (pair, draw) => {
        const target = memoryTarget(pair.current, pair.rules);
        const plan = planFor(pair, target, pair.memory);
        const count = countOperations(plan);
        fc.pre(count > 1);
        const stopAfter = 1 + (draw % (count - 1));
        const cut = executePlan(plan, target, pair.memory, { seed: pair.seed, stopAfter });
        expect(target.log.length).toBe(stopAfter);
        expectConvergence(pair, target, cut.memory);
      }),
      parameters,
    );
  });

  test("converges after a stop at any write that nobody has noted", () => {
    fc.assert(
      fc.property(pairs(), fc.nat({ max: 9999 }), (pair, draw) => {
        const target = memoryTarget(pair.current, pair.rules);
        const plan = planFor(pair, target, pair.memory);
        const count = countOperations(plan);
        fc.pre(count > 0);
        const diesAfter = draw % count;
        const cut = executePlan(plan, target, pair.memory, { seed: pair.seed, diesAfter });
        expect(target.log.length).toBe(diesAfter + 1);
        expectConvergence(pair, target, cut.memory);
      }),
      parameters,
    );
  });

  test("a refused write blocks only the changes that need it, and the next run completes them", () => {
    fc.assert(
      fc.property(pairs(), fc.nat({ max: 9999 }), (pair, draw) => {
        const target = memoryTarget(pair.current, { ...pair.rules, seqInRange: false });
        const plan = planFor(pair, target, pair.memory);
        const count = countOperations(plan);
        fc.pre(count > 0);
        const run = executePlan(plan, target, pair.memory, { seed: pair.seed, failAt: draw % count });
        const failed = run.outcomes.filter((outcome) => outcome.result === "failed").map(({ changeId }) => changeId);
        expect(run.refusals).toEqual([]);
        expect(failed.length).toBe(1);
        const notTried = run.outcomes.filter(({ result }) => result === "not-tried").map(({ changeId }) => changeId);
        expect(notTried.toSorted()).toEqual([...dependants(plan, failed[0] ?? "")].toSorted());
        expectConvergence(pair, target, run.memory);
      }),
      parameters,
    );
  });
});
