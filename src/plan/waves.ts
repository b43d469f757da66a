/**
 * Waves: drafts become changes with a number. A step is a barrier; inside a step the waves are the levels of the graph
 * of `needs` (whose failure blocks) and `after` (which only orders).
 */
import type { Change } from "../model/plan.ts";
import type { Draft } from "./book.ts";
import { compareText } from "./sequence.ts";

/** The drafts as changes, in order of execution: by wave, then by id. */
export const assignWaves = (drafts: readonly Draft[]): Change[] => {
  const level = levelsWithinSteps(drafts);
  const slots = [...new Set(drafts.map((draft) => slot(draft, level)))].sort((a, b) => a - b);
  const waveOf = new Map(slots.map((value, index) => [value, index + 1]));
  return drafts
    .map(({ after: _after, ...draft }) => ({ ...draft, wave: waveOf.get(slot(draft, level)) ?? 0 }))
    .sort((a, b) => a.wave - b.wave || compareText(a.id, b.id));
};

const maxLevels = 10_000_000;

const slot = (draft: Pick<Draft, "id" | "step">, level: ReadonlyMap<string, number>): number =>
  draft.step * maxLevels + (level.get(draft.id) ?? 0);

/** Longest path to each draft over prerequisites in its own step (Kahn's algorithm: chains may be long). */
const levelsWithinSteps = (drafts: readonly Draft[]): Map<string, number> => {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const waiting = new Map<string, number>();
  const dependants = new Map<string, string[]>();
  for (const draft of drafts) {
    const before = prerequisites(draft).filter((id) => byId.get(id)?.step === draft.step);
    waiting.set(draft.id, before.length);
    for (const id of before) {
      const list = dependants.get(id) ?? [];
      list.push(draft.id);
      dependants.set(id, list);
    }
  }
  const level = new Map<string, number>();
  const ready = drafts.filter((draft) => waiting.get(draft.id) === 0).map((draft) => draft.id);
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
    const stuck = drafts.filter((draft) => !ready.includes(draft.id)).map((draft) => draft.id);
    throw new Error(`planned changes wait for each other: ${stuck.slice(0, 5).join(", ")}`);
  }
  return level;
};

const prerequisites = (draft: Draft): string[] => [...new Set([...draft.needs, ...draft.after])];
