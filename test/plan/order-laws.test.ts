/** Laws about order and names: an order is reached by the fewest moves, and siblings that swap names never have the same name. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/model/plan/operation.ts";
import type { FullDirectory } from "../support/directory/full-directory.ts";
import { contentDifferences } from "../support/expected/content-differences.ts";
import { expectedDirectory } from "../support/expected/expected-directory.ts";
import { orderDifferences } from "../support/expected/expected-order.ts";
import { defaultSettings, type Pair, rememberedOf, today } from "../support/random/arbitraries.ts";
import { fullDirectory } from "../support/random/random-directory.ts";
import { shuffle } from "../support/random/shuffled.ts";
import { sourceView } from "../support/random/source-view.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan, seededRandom } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

const parameters = { seed: 20261121, ...cases(1000) };

const wholeView = { kinds: [], fields: [], records: [], spelling: 0 } as const;

const pairOf = (current: FullDirectory, desired: FullDirectory, seed: number, rules: Pair["rules"] = {}): Pair => ({
  source: sourceView(desired, [], wholeView),
  current,
  memory: rememberedOf(current, 1),
  settings: defaultSettings,
  today,
  rules,
  seed,
});

/** Returns the length of a longest increasing subsequence, computed by its definition. */
const longestRising = (numbers: readonly number[]): number => {
  const best: number[] = [];
  numbers.forEach((number, at) => {
    const before = best.filter((_, earlier) => (numbers[earlier] ?? 0) < number && earlier < at);
    best.push(1 + Math.max(0, ...before));
  });
  return Math.max(0, ...best);
};

/** Counts, over all groups, the members that must move to bring `current` into the order of `desired`. */
const movesNeeded = <T>(
  current: readonly T[],
  desired: readonly T[],
  codeOf: (item: T) => string,
  groupOf: (item: T) => string,
): number => {
  const wanted = desired.map(codeOf);
  const groups = Map.groupBy(current, groupOf);
  return [...groups.values()].reduce((sum, items) => {
    const places = items.map((item) => wanted.indexOf(codeOf(item)));
    return sum + items.length - longestRising(places);
  }, 0);
};

const reordered = (current: FullDirectory, seed: number): FullDirectory => {
  const random = seededRandom(seed);
  return {
    ...current,
    levels: shuffle(current.levels, random),
    titles: shuffle(current.titles, random),
    functions: shuffle(current.functions, random),
    departments: shuffle(current.departments, random),
  };
};

const countOf = (operations: readonly Operation[], id: Operation["id"]): number =>
  operations.filter((operation) => operation.id === id).length;

describe("order", () => {
  test("is reached by the fewest moves", () => {
    fc.assert(
      fc.property(fullDirectory(), fc.nat(), (current, seed) => {
        const desired = reordered(current, seed);
        const pair = pairOf(current, desired, seed);
        const target = memoryTarget(current);
        const plan = planFor(pair, target, pair.memory);
        const operations = plan.changes.flatMap((change) => change.operations);
        const code = (item: { readonly code: string }) => item.code;
        expect(countOf(operations, "V4")).toBe(movesNeeded(current.levels, desired.levels, code, () => ""));
        expect(countOf(operations, "T4")).toBe(
          movesNeeded(current.titles, desired.titles, code, (title) => String(title.rank)),
        );
        expect(countOf(operations, "J7")).toBe(
          movesNeeded(current.functions, desired.functions, code, (item) => item.category),
        );
        expect(countOf(operations, "D7")).toBe(
          movesNeeded(current.departments, desired.departments, code, (department) => department.parent ?? ""),
        );
        const execution = executePlan(plan, target, pair.memory, { seed });
        expect(execution.refusals).toEqual([]);
        expect(orderDifferences(pair, expectedDirectory(pair), target.state)).toEqual([]);
        expect(contentDifferences(current, target.state)).toEqual([]);
      }),
      parameters,
    );
  });
});

/** Returns the same departments with names that differ among siblings; `shift` rotates the names among the siblings. */
const withNames = (directory: FullDirectory, shift: number): FullDirectory => {
  const copy = structuredClone(directory);
  for (const siblings of Map.groupBy(copy.departments, (department) => department.parent).values()) {
    const names = siblings.map((_, at) => `名稱${at}`);
    siblings.forEach((department, at) => {
      // Some siblings keep their names, so that cycles of different lengths occur.
      const round = siblings.length - (shift % 2 === 0 || siblings.length < 3 ? 0 : 1);
      department.name = names[at < round ? (at + shift) % round : at] ?? "";
    });
  }
  return copy;
};

describe("names of siblings", () => {
  test("are swapped and rotated without two ever being the same", () => {
    fc.assert(
      fc.property(fullDirectory(), fc.nat({ max: 20 }), fc.nat(), (directory, shift, seed) => {
        const [current, desired] = [withNames(directory, 0), withNames(directory, shift)];
        const pair = pairOf(current, desired, seed, { uniqueSiblingNames: true });
        const target = memoryTarget(current, pair.rules);
        const plan = planFor(pair, target, pair.memory);
        const execution = executePlan(plan, target, pair.memory, { seed });
        expect(execution.refusals).toEqual([]);
        expect(contentDifferences(desired, target.state)).toEqual([]);
        expect(planFor(pair, target, execution.memory).changes).toEqual([]);
      }),
      parameters,
    );
  });
});
