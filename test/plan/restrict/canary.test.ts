/** Laws of the canary of a plan, over random pairs of directories. That it can be applied alone is checked by test/run/random-runs. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { makePlan } from "../../../src/plan/make-plan.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { canaryOf } from "../../../src/plan/restrict/canary.ts";
import { changeOwners } from "../../../src/plan/restrict/change-owners.ts";
import { pairs } from "../../support/random/arbitraries.ts";
import { cases } from "../../support/suites/runs.ts";
import { memoryTarget } from "../../support/target/memory-target.ts";

it("is a part of the plan that needs nothing else, about at most so many objects, with every verb that fits alone", () => {
  let [parts, untriedPlans] = [0, 0];
  fc.assert(
    fc.property(
      pairs(),
      fc.integer({ min: 1, max: 12 }),
      ({ source, current, rules, memory, settings, today }, count) => {
        const target = memoryTarget(current, rules);
        const read = target.snapshot(detailScope(source, target.lists()));
        const plan = makePlan({ source, target: read, memory, settings, today });
        const { changes, entries, untried } = canaryOf(plan, read, count);
        const ids = new Set(changes.map(({ id }) => id));
        const { of } = changeOwners(plan.changes);
        expect(changes).toEqual(plan.changes.filter(({ id }) => ids.has(id)));
        expect(changes.flatMap(({ needs }) => needs).filter((id) => !ids.has(id))).toEqual([]);
        expect(changes.filter(({ action }) => action === "reorder")).toEqual([]);
        expect(new Set(changes.map(of)).size).toBe(entries);
        expect(entries).toBeLessThanOrEqual(count);
        const verbs = new Set(changes.map(({ kind, action }) => `${kind} ${action}`));
        const missing = plan.changes.map(({ kind, action }) => `${kind} ${action}`).filter((verb) => !verbs.has(verb));
        expect(untried).toEqual([...new Set(missing)].sort());
        if (changes.length > 0 && changes.length < plan.changes.length) parts += 1;
        if (untried.length > 0) untriedPlans += 1;
        // With a place for every object, only what cannot go first is left out.
        const all = canaryOf(plan, read, plan.changes.length + 1);
        const isWhole = !plan.changes.some(({ action }) => action === "reorder");
        expect(all.changes.length).toBeGreaterThanOrEqual(isWhole ? plan.changes.length : 0);
      },
    ),
    { seed: 20_261_126, ...cases(400) },
  );
  expect(parts).toBeGreaterThan(15);
  expect(untriedPlans).toBeGreaterThan(5);
});
