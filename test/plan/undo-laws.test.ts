/** Laws of undo over random pairs of directories, on a target in memory. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HeldChange } from "../../src/model/plan/plan.ts";
import type { Outcome } from "../../src/model/runs/run.ts";
import { canonical, type FullDirectory } from "../support/directory/full-directory.ts";
import type { Difference } from "../support/expected/content-differences.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";
import { differencesFrom, isListed, recordOfRun, undoOn, undoPlanFor } from "../support/target/undo.ts";

const parameters = { seed: 20_261_122, ...cases(400) };

const law = (holds: (pair: Pair) => void): void => fc.assert(fc.property(pairs(), holds), parameters);

/** Makes a run on a target that has the current data of `pair`, then undoes it. */
const runAndUndo = (pair: Pair) => {
  const target = memoryTarget(pair.current, pair.rules);
  const plan = planFor(pair, target, pair.memory);
  const execution = executePlan(plan, target, pair.memory, { seed: pair.seed });
  const after = structuredClone(target.state);
  const undone = undoOn(pair, recordOfRun(plan, execution.outcomes), target, execution.memory);
  return { target, plan, execution, after, undone };
};

const isPlacing = ({ action, about }: HeldChange): boolean => about.includes("order") || action === "move";

type Placed = { readonly kind: string; readonly key: string; readonly group: string };

const placesIn = ({ levels, titles, functions, departments }: FullDirectory): Placed[] => [
  ...levels.map(({ code }) => ({ kind: "level", key: canonical(code), group: "" })),
  ...titles.map(({ code, rank }) => ({ kind: "title", key: canonical(code), group: String(rank) })),
  ...functions.map(({ code, category }) => ({ kind: "function", key: canonical(code), group: canonical(category) })),
  ...departments.map(({ code, parent }) => ({
    kind: "department",
    key: canonical(code),
    group: canonical(parent ?? ""),
  })),
];

/** Kind and key of objects that have changed places with another one of the same group, before and after. */
const changedPlaces = (before: FullDirectory, after: FullDirectory): readonly (readonly [string, string])[] => {
  const old = new Map(placesIn(before).map((one, at) => [`${one.kind} ${one.key}`, { ...one, at }]));
  const now = placesIn(after).flatMap((one) => (old.get(`${one.kind} ${one.key}`)?.group === one.group ? [one] : []));
  const placeOf = (one: Placed) => old.get(`${one.kind} ${one.key}`)?.at ?? 0;
  return now.flatMap((one, at) =>
    now.slice(at + 1).flatMap((other) => {
      const isSwapped = one.kind === other.kind && one.group === other.group && placeOf(one) > placeOf(other);
      return isSwapped ? [[one.kind, one.key] as const] : [];
    }),
  );
};

/** The outcomes as the store has them when the process died: what was not tried may have been written. */
const interrupted = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.map((outcome) => (outcome.result === "not-tried" ? { ...outcome, code: "interrupted" } : outcome));

describe("the undo of a run", () => {
  test("is never refused, and gives the state before, except what it lists", () => {
    law((pair) => {
      const { target, undone } = runAndUndo(pair);
      expect(undone.execution.refusals).toEqual([]);
      expect(undone.execution.outcomes.filter(({ result }) => result !== "applied")).toEqual([]);
      const differences = differencesFrom(pair.current, target.state);
      expect(differences.filter((difference) => !isListed(difference, undone.plan))).toEqual([]);
    });
  });

  test("restores the sequence of siblings, except where it lists the order", () => {
    law((pair) => {
      const { target, undone } = runAndUndo(pair);
      const wrong = changedPlaces(pair.current, target.state);
      expect(
        wrong.filter(
          ([kind, key]) =>
            !undone.plan.held.some((held) => isPlacing(held) && held.kind === kind && canonical(held.key) === key),
        ),
      ).toEqual([]);
    });
  });

  test("is undone by the run again", () => {
    law((pair) => {
      const { target, after, undone } = runAndUndo(pair);
      const { plan: again, execution: redone } = undoOn(
        pair,
        recordOfRun(undone.plan, undone.execution.outcomes),
        target,
        undone.execution.memory,
      );
      expect(redone.refusals).toEqual([]);
      expect(differencesFrom(after, target.state).filter((difference) => !isListed(difference, again))).toEqual([]);
    });
  });

  test("plans only what it held when it is repeated", () => {
    law((pair) => {
      const { target, plan, execution, undone } = runAndUndo(pair);
      const run = recordOfRun(plan, execution.outcomes, undone.plan.changes);
      const { changes } = undoOn(pair, run, target, undone.execution.memory).plan;
      const held = new Set(undone.plan.held.map(({ kind, key }) => `${kind} ${canonical(key)}`));
      expect(changes.filter(({ kind, key }) => !held.has(`${kind} ${canonical(key)}`))).toEqual([]);
    });
  });

  test("holds nothing more when somebody else has restored everything", () => {
    let tried = 0;
    law((pair) => {
      const { target, plan, execution, undone } = runAndUndo(pair);
      // An object that was renamed back is not found under the key that the run gave it, and held.
      if (plan.changes.some(({ action }) => action === "rename")) return;
      tried += 1;
      const { held } = undoOn(pair, recordOfRun(plan, execution.outcomes), target, undone.execution.memory).plan;
      const before = new Set(undone.plan.held.map(({ kind, key }) => `${kind} ${canonical(key)}`));
      const more = held.filter(({ kind, key }) => !before.has(`${kind} ${canonical(key)}`));
      expect(more).toEqual([]);
    });
    expect(tried).toBeGreaterThan(parameters.numRuns / 10);
  });

  test("gives the state before when the run or the undo was interrupted, except what it lists", () => {
    fc.assert(
      fc.property(pairs(), fc.nat({ max: 30 }), fc.nat({ max: 30 }), (pair, stopAfter, stopUndoAfter) => {
        const target = memoryTarget(pair.current, pair.rules);
        const plan = planFor(pair, target, pair.memory);
        const execution = executePlan(plan, target, pair.memory, { seed: pair.seed, stopAfter });
        const outcomes = interrupted(execution.outcomes);
        const first = undoPlanFor(pair, recordOfRun(plan, outcomes), target, execution.memory);
        const part = executePlan(first, target, execution.memory, { seed: pair.seed, stopAfter: stopUndoAfter });
        const done = new Set(part.outcomes.flatMap(({ changeId, result }) => (result === "applied" ? [changeId] : [])));
        const undone = first.changes.filter(({ id }) => done.has(id));
        const rest = undoOn(pair, recordOfRun(plan, outcomes, undone), target, part.memory);
        expect([...part.refusals, ...rest.execution.refusals]).toEqual([]);
        const listed = (difference: Difference) => isListed(difference, first) || isListed(difference, rest.plan);
        expect(differencesFrom(pair.current, target.state).filter((difference) => !listed(difference))).toEqual([]);
      }),
      parameters,
    );
  });

  test("leaves what somebody has changed since, and lists it", () => {
    let tried = 0;
    law((pair) => {
      const target = memoryTarget(pair.current, pair.rules);
      const plan = planFor(pair, target, pair.memory);
      const execution = executePlan(plan, target, pair.memory, { seed: pair.seed });
      const change = plan.changes.find(
        ({ kind, action, fields }) =>
          kind === "department" && action === "update" && fields.some(({ field }) => field === "description"),
      );
      if (!change) return;
      const edited = target.state.departments.find(({ code }) => canonical(code) === canonical(change.key));
      if (edited) edited.description = "somebody else's text";
      const { plan: undo } = undoOn(pair, recordOfRun(plan, execution.outcomes), target, execution.memory);
      tried += 1;
      expect(edited?.description).toBe("somebody else's text");
      expect(undo.held).toContainEqual(
        expect.objectContaining({ reason: "changed-since", key: change.key, about: ["description"] }),
      );
    });
    expect(tried).toBeGreaterThan(parameters.numRuns / 50);
  });
});
