/** Undoes runs on a memory target: the record of a run as the store keeps it, and the plan that undoes it. */
import type { Memory } from "../../src/model/memory.ts";
import type { Change, Plan } from "../../src/model/plan.ts";
import type { RecordedRun } from "../../src/model/recorded-run.ts";
import type { Outcome } from "../../src/model/run.ts";
import { detailScope } from "../../src/plan/detail-scope.ts";
import { planUndo } from "../../src/plan/plan-undo.ts";
import { undoSource } from "../../src/plan/undo-source.ts";
import type { Pair } from "./arbitraries.ts";
import { type Execution, executePlan } from "./execute-plan.ts";
import type { MemoryTarget } from "./memory-target.ts";

export const recordOfRun = (
  plan: Plan,
  outcomes: readonly Outcome[],
  undoneSince: readonly Change[] = [],
): RecordedRun => {
  const byId = new Map(outcomes.map((outcome) => [outcome.changeId, outcome]));
  const recorded = (change: Change) => {
    const outcome = byId.get(change.id);
    return { change: { ...change, operations: [] }, ...(outcome && { outcome }) };
  };
  return {
    id: "R",
    changes: [...plan.changes].sort((a, b) => a.wave - b.wave).map(recorded),
    siblings: plan.siblings ?? [],
    renamedSince: undoneSince.filter(({ action }) => action === "rename"),
    undoneSince,
  };
};

/** Plans the undo of `run` in the present state of `target`, as a run does. */
export const undoPlanFor = (
  { settings, today }: Pick<Pair, "settings" | "today">,
  run: RecordedRun,
  target: MemoryTarget,
  memory: Memory,
): Plan => {
  const lists = target.lists();
  const outline = undoSource(run, lists, memory);
  const current = target.snapshot(detailScope(outline.source, lists, outline.links));
  return planUndo({ run, target: current, memory, settings, today }).plan;
};

export type Undone = { readonly plan: Plan; readonly execution: Execution };

/** Undoes `run` on `target`. */
export const undoOn = (
  pair: Pick<Pair, "settings" | "today" | "seed">,
  run: RecordedRun,
  target: MemoryTarget,
  memory: Memory,
): Undone => {
  const plan = undoPlanFor(pair, run, target, memory);
  return { plan, execution: executePlan(plan, target, memory, { seed: pair.seed + 1 }) };
};
