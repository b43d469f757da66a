/** Undoes runs, on a memory target or in the service: the record of a run as the store keeps it, and the plan that undoes it. */

import type { Memory } from "../../../src/model/memory/memory.ts";
import type { Change, HeldChange, Kind, Plan } from "../../../src/model/plan/plan.ts";
import type { RecordedRun } from "../../../src/model/runs/recorded-run.ts";
import type { Outcome } from "../../../src/model/runs/run.ts";
import { following, renamingsOf } from "../../../src/plan/draft/renamings.ts";
import { correlate } from "../../../src/plan/match/correlate.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { planUndo } from "../../../src/plan/undo/plan-undo.ts";
import { undoSource } from "../../../src/plan/undo/undo-source.ts";
import { canonical, type FullDirectory } from "../directory/full-directory.ts";
import { contentDifferences, type Difference } from "../expected/content-differences.ts";
import type { Pair } from "../random/arbitraries.ts";
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
  const people = correlate(outline.source, lists.employees, { links: outline.links, written: new Map() });
  const current = target.snapshot(detailScope(outline.source, lists, people));
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

/** The kinds of held changes that speak of a field, and the field as they name it. */
const spokenOf = ({
  kind,
  field,
  expected,
  found,
}: Difference): readonly (readonly [Kind, (field: string) => boolean])[] => {
  if (field === "manager") return [["manager", () => true]];
  if (field === "posts") return [["post", () => true]];
  // The supervisor of a post that could not be given up, or not be given back.
  const isOfPost = expected === undefined || found === undefined;
  if (field.startsWith("supervisor/") && isOfPost) return [["post", () => true]];
  if (field.startsWith("supervisor/")) return [["supervisor", () => true]];
  if (field === "category")
    return [
      [kind, (name) => name === field],
      ["category", () => true],
    ];
  return [[kind, (name) => name === field]];
};

/** Does the plan list the difference, as held or as created, under the object's key before or after the undo? */
export const isListed = (difference: Difference, { held, notices, changes }: Plan): boolean => {
  const { kind, key, field } = difference;
  const keyAfter = following(renamingsOf(changes));
  const isOwn = (spoken: string) => {
    const own = spoken.split("/")[0] ?? "";
    return [own, keyAfter(kind, own)].map(canonical).includes(key);
  };
  const isCreated = (entry: HeldChange) => entry.action === "create" && entry.kind === kind && isOwn(entry.key);
  if (field === "exists")
    return held.some(isCreated) || notices.some((notice) => notice.kind === kind && isOwn(notice.key));
  const spoken = spokenOf(difference);
  return held.some((entry) => {
    const names = [...entry.about, ...entry.fields.map((one) => one.field)];
    return spoken.some(([of, isNamed]) => entry.kind === of && isOwn(entry.key) && names.some(isNamed));
  });
};

/** A supervisor is compared twice, because one who is not chosen differs whenever a manager does. */
export const differencesFrom = (expected: FullDirectory, found: FullDirectory): Difference[] => {
  const inEffect = contentDifferences(expected, found, { supervisorReads: "effective" });
  return contentDifferences(expected, found).filter(({ kind, key, field }) =>
    inEffect.some((other) => other.kind === kind && other.key === key && other.field === field),
  );
};
