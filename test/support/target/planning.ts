/** Plans against a memory target as a run does: it reads the lists, then the details in the scope, then makes the plan. */
import type { Memory } from "../../../src/model/memory/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { unnotedRenames } from "../../../src/plan/draft/open-renames.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import type { Pair } from "../random/arbitraries.ts";
import { type Execution, executePlan, withEntries } from "./execute-plan.ts";
import type { MemoryTarget } from "./memory-target.ts";

/** The plan from the present state of `target` to the pair's source. */
export const planFor = ({ source, settings, today }: Pair, target: MemoryTarget, memory: Memory): Plan => {
  const scope = detailScope(source, target.lists());
  return makePlan({ source, target: target.snapshot(scope), memory, settings, today });
};

export type Run = { readonly plan: Plan; readonly execution: Execution };

/**
 * Repeats runs until a plan has no changes, at most `limit` times. The result includes the run with the empty plan, if there is
 * one.
 */
export const runsUntilSettled = (pair: Pair, target: MemoryTarget, memory: Memory, limit: number): readonly Run[] => {
  const runs: Run[] = [];
  let known = memory;
  for (let count = 0; count < limit; count += 1) {
    const plan = planFor(pair, target, known);
    const found = unnotedRenames(pair.source, target.lists(), known);
    known = { ...known, written: withEntries(known.written, found) };
    const execution = executePlan(plan, target, known, { seed: pair.seed + count });
    runs.push({ plan, execution });
    known = execution.memory;
    if (plan.changes.length === 0) return runs;
  }
  return runs;
};
