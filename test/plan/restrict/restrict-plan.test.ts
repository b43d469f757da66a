/**
 * Laws of restricted plans over random pairs of directories: a restricted plan is complete in itself, touches nothing else,
 * and leaves the rest for a later run.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { Change, Plan } from "../../../src/model/plan/plan.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { changeOwners } from "../../../src/plan/restrict/change-owners.ts";
import { restrictedTo } from "../../../src/plan/restrict/restrict-plan.ts";
import { canonical } from "../../support/directory/full-directory.ts";
import { contentDifferences } from "../../support/expected/content-differences.ts";
import { expectedDirectory } from "../../support/expected/expected-directory.ts";
import { orderDifferences } from "../../support/expected/expected-order.ts";
import { subjectOf } from "../../support/operation-subject.ts";
import { type Pair, pairs } from "../../support/random/arbitraries.ts";
import { cases, runs } from "../../support/suites/runs.ts";
import { executePlan } from "../../support/target/execute-plan.ts";
import { type MemoryTarget, memoryTarget } from "../../support/target/memory-target.ts";
import { runsUntilSettled } from "../../support/target/planning.ts";

/** Names that the pair's people and departments have on either side. */
const namesIn = ({ source, current }: Pair): string[] => {
  const { departments = [], employees = [] } = source.directory;
  const codes = [...departments, ...current.departments].map(({ code }) => code);
  const accounts = [...employees, ...current.employees].map(({ account }) => account);
  return [...new Set([...accounts, ...codes.flatMap((code) => [code, `${code}/*`])])];
};

const restrictions = () =>
  fc.tuple(pairs(), fc.array(fc.nat({ max: 9999 }), { minLength: 1, maxLength: 2 })).map(([pair, draws]) => {
    const names = namesIn(pair);
    return { pair, named: draws.flatMap((draw) => names[draw % names.length] ?? []) };
  });

/** The whole plan of a pair, and the plan restricted to the named subjects; undefined if a name is ambiguous. */
const plansOf = (pair: Pair, named: readonly string[]) => {
  const { source, memory, settings, today } = pair;
  const target = memoryTarget(pair.current, pair.rules);
  const read = target.snapshot(detailScope(source, target.lists()));
  const whole = makePlan({ source, target: read, memory, settings, today });
  const result = restrictedTo(whole, named, { source, target: read, memory, settings });
  return "plan" in result ? { whole, target, only: result.plan, owners: result.owners } : undefined;
};

type Plans = NonNullable<ReturnType<typeof plansOf>>;

const law = (holds: (pair: Pair, plans: Plans) => void, all = 800) => {
  let tried = 0;
  fc.assert(
    fc.property(restrictions(), ({ pair, named }) => {
      const plans = plansOf(pair, named);
      fc.pre(plans !== undefined);
      if (plans.only.changes.length > 0 && plans.only.changes.length < plans.whole.changes.length) tried += 1;
      holds(pair, plans);
    }),
    { seed: 20_261_122, ...cases(all) },
  );
  expect(tried).toBeGreaterThan(runs(all) / 5);
};

const isRename = (operation: Operation): boolean => {
  const { newKey, key } = subjectOf(operation);
  return newKey !== undefined && canonical(newKey) !== canonical(key);
};

const operationsOf = ({ changes }: Plan): readonly Operation[] => changes.flatMap(({ operations }) => operations);

/** The state before, but with the codes and accounts that the plan gives. */
const withRenames = (target: MemoryTarget, plan: Plan): MemoryTarget => {
  const copy = target.copy();
  for (const operation of operationsOf(plan).filter(isRename))
    copy.apply(operation.id === "E11" || operation.id === "D3" ? { ...operation, set: {} } : operation);
  return copy;
};

/** A change without what the restriction may alter: its wave and the position of a moved department. */
const content = ({ operations, ...change }: Change) => ({
  ...change,
  wave: 0,
  operations: operations.map((operation) => (operation.id === "D7" ? { ...operation, seq: 0 } : operation)),
});

describe("a restricted plan", () => {
  test("is part of the whole plan, needs nothing outside it, and has waves without gaps", () => {
    law((_pair, { whole, only }) => {
      const all = new Map(whole.changes.map((change) => [change.id, content(change)]));
      for (const change of only.changes) expect(content(change)).toEqual(all.get(change.id));
      const waveOf = new Map(only.changes.map(({ id, wave }) => [id, wave]));
      const outside = only.changes.flatMap(({ needs, wave }) => needs.filter((id) => (waveOf.get(id) ?? 1e9) >= wave));
      expect(outside).toEqual([]);
      const waves = [...new Set(only.changes.map(({ wave }) => wave))];
      expect(waves).toEqual(waves.map((_wave, at) => at + 1));
    });
  });

  test("has or holds every change of its subjects, and takes nothing from anybody else", () => {
    law((_pair, { whole, only, owners }) => {
      const { of } = changeOwners(whole.changes);
      const shown = new Set([...only.changes, ...only.held].map(({ id }) => id));
      const lost = whole.changes.filter((change) => owners.has(of(change)) && !shown.has(change.id));
      expect(lost).toEqual([]);
      const taken = only.changes.filter(({ action }) => action === "deactivate" || action === "remove");
      expect(taken.filter((change) => !owners.has(of(change)))).toEqual([]);
      const total = only.changes.length + only.held.filter(({ reason }) => reason === "needs-others").length;
      expect(total + (only.only?.leftOut ?? 0)).toBe(whole.changes.length);
    });
  });

  test("is never refused, and changes only the objects of its changes", () => {
    law((pair, { only, target }) => {
      const before = withRenames(target, only);
      const after = target.copy();
      expect(executePlan(only, after, pair.memory, { seed: pair.seed }).refusals).toEqual([]);
      const written = new Set(
        operationsOf(only).flatMap((operation) => {
          const { kind, key, newKey } = subjectOf(operation);
          return [`${kind}/${canonical(key)}`, `${kind}/${canonical(newKey ?? key)}`];
        }),
      );
      const touched = contentDifferences(before.state, after.state).map(({ kind, key }) => `${kind}/${key}`);
      expect(touched.filter((name) => !written.has(name))).toEqual([]);
    }, 1600);
  });

  test("names departments as they are called after it, where the whole plan does so", () => {
    const wrongIn = (pair: Pair, plan: Plan, target: MemoryTarget) => {
      const after = target.copy();
      executePlan(plan, after, pair.memory, { seed: pair.seed });
      const names = new Map(after.state.departments.map(({ code, name }) => [canonical(code), name]));
      return Object.entries(plan.names.department).flatMap(([code, name]) =>
        (names.get(canonical(code)) ?? name) === name ? [] : [code],
      );
    };
    law((pair, { whole, only, target }) => {
      // A code that one department gives up and another takes names both.
      if (whole.changes.some(({ kind, action }) => kind === "department" && action === "rename")) return;
      const wrong = wrongIn(pair, whole, target);
      expect(wrongIn(pair, only, target).filter((code) => !wrong.includes(code))).toEqual([]);
    });
  });

  test("leaves the rest for a later run, which reaches what the whole plan reaches", () => {
    law((pair, { whole, only, target }) => {
      const expected = expectedDirectory(pair);
      fc.pre(expected.doubts.length === 0);
      const [once, twice] = [target.copy(), target.copy()];
      const first = executePlan(whole, once, pair.memory, { seed: pair.seed });
      runsUntilSettled(pair, once, first.memory, 4);
      const part = executePlan(only, twice, pair.memory, { seed: pair.seed });
      const rest = runsUntilSettled(pair, twice, part.memory, 4);
      expect(rest.flatMap(({ execution }) => execution.refusals)).toEqual([]);
      expect(rest.at(-1)?.plan.changes).toEqual([]);
      expect(contentDifferences(once.state, twice.state, pair.rules)).toEqual([]);
      expect(orderDifferences(pair, expected, twice.state)).toEqual([]);
    });
  });
});
