/**
 * Assigns waves to the changes. A step is a barrier; inside a step the waves are the levels of the dependency graph
 * over `needs` (whose failure blocks) and `after` (which only orders).
 */
import type { Change } from "../model/plan/plan.ts";
import type { DraftChange } from "./draft/draft-plan.ts";
import { compareText } from "./values/sequence.ts";

/** The drafts as changes, in order of execution: by wave, then by id. */
export const assignWaves = (drafts: readonly DraftChange[]): Change[] => {
  const level = levelsWithinSteps(drafts);
  const slots = [...new Set(drafts.map((change) => slot(change, level)))].sort((a, b) => a - b);
  const waveOf = new Map(slots.map((value, index) => [value, index + 1]));
  return drafts
    .map(({ after: _after, ...change }) => ({ ...change, wave: waveOf.get(slot(change, level)) ?? 0 }))
    .sort((a, b) => a.wave - b.wave || compareText(a.id, b.id));
};

const maxLevels = 10_000_000;

const slot = (change: Pick<DraftChange, "id" | "step">, level: ReadonlyMap<string, number>): number =>
  change.step * maxLevels + (level.get(change.id) ?? 0);

/**
 * Returns for each change the length of the longest chain of prerequisites in its own step. This is Kahn's algorithm instead of
 * recursion, because chains may be long.
 */
const levelsWithinSteps = (drafts: readonly DraftChange[]): Map<string, number> => {
  const byId = new Map(drafts.map((change) => [change.id, change]));
  const waiting = new Map<string, number>();
  const dependants = new Map<string, string[]>();
  for (const change of drafts) {
    const before = prerequisites(change).filter((id) => byId.get(id)?.step === change.step);
    waiting.set(change.id, before.length);
    for (const id of before) {
      const list = dependants.get(id) ?? [];
      list.push(change.id);
      dependants.set(id, list);
    }
  }
  const level = new Map<string, number>();
  const ready = drafts.filter((change) => waiting.get(change.id) === 0).map((change) => change.id);
  for (const id of ready) level.set(id, 0);
  for (let next = 0; next < ready.length; next += 1) {
    const id = ready[next] ?? "";
    for (const dependant of dependants.get(id) ?? []) {
      level.set(dependant, Math.max(level.get(dependant) ?? 0, (level.get(id) ?? 0) + 1));
      const left = (waiting.get(dependant) ?? 0) - 1;
      waiting.set(dependant, left);
      if (left === 0) ready.push(dependant);
    }
  }
  if (ready.length !== drafts.length) {
    const stuck = drafts.filter((change) => !ready.includes(change.id)).map((change) => change.id);
    throw new Error(`planned changes wait for each other: ${stuck.slice(0, 5).join(", ")}`);
  }
  return level;
};

const prerequisites = (change: DraftChange): string[] => [...new Set([...change.needs, ...change.after])];
