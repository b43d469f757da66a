/** The numbers of entries that a run keeps are those of its report, whatever came of its changes. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { entriesOf } from "../../src/report/entries/entries.ts";
import { resultCounts } from "../../src/report/entries/totals.ts";
import { pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

it("the history and the report of a run count the same entries", async () => {
  const store = openTemporaryStore();
  let folded = 0;
  const holds = async (pair: Parameters<typeof planFor>[0], failAt: number): Promise<void> => {
    const target = memoryTarget(pair.current, pair.rules);
    const plan = planFor(pair, target, pair.memory);
    const { outcomes } = executePlan(plan, target, pair.memory, { seed: pair.seed, failAt });
    const id = await store.runs.begin("command", "running");
    await store.plans.keep(id, plan);
    await store.plans.conclude(id, outcomes, []);
    const run = await store.runs.end(id, { status: "partial", refresh: "done" });
    const kept = await store.plans.read(id);
    const { entries, held } = entriesOf(plan, kept?.outcomes);
    const counts = resultCounts(entries);
    expect(run.entries).toEqual({
      planned: entries.length,
      held: held.length,
      applied: (counts?.applied ?? 0) + (counts?.rehired ?? 0),
      alreadySo: counts?.["already-so"] ?? 0,
      unconfirmed: counts?.unconfirmed ?? 0,
      failed: counts?.failed ?? 0,
      notTried: counts?.["not-tried"] ?? 0,
    });
    expect((await store.runs.find(id))?.entries).toEqual(run.entries);
    if (run.planned > run.entries.planned && run.entries.failed > 0) folded += 1;
  };
  await fc.assert(fc.asyncProperty(pairs(), fc.nat({ max: 20 }), holds), { seed: 20_261_124, ...cases(120) });
  expect(folded).toBeGreaterThan(2);
  await store.close();
});
