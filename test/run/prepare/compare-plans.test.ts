/** Laws of the comparison of two plans: it is complete, each plan is the one of its configuration, and a change of the source is seen. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { DetailScope, SourceSnapshot, TargetLists } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory } from "../../../src/model/memory/memory.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { isEmptyDifference } from "../../../src/model/plan/plan-difference.ts";
import type { PlanSettings } from "../../../src/model/plan/settings.ts";
import { planDifference } from "../../../src/plan/plan-difference.ts";
import { comparePlans } from "../../../src/run/prepare/compare-plans.ts";
import { openOwnFingerprint } from "../../../src/run/prepare/own-fingerprint.ts";
import type { TargetReader } from "../../../src/site/target.ts";
import type { Source } from "../../../src/source/source.ts";
import type { Store } from "../../../src/store/store.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { defaultSettings, type Pair, pairs, today } from "../../support/random/arbitraries.ts";
import { sides, singleDifference } from "../../support/random/single-differences.ts";
import { cases } from "../../support/suites/runs.ts";
import { memoryTarget } from "../../support/target/memory-target.ts";
import { planFor } from "../../support/target/planning.ts";

/** Returns the snapshots one after the other, and then the last one again and again. */
const sourceOf = (...snapshots: readonly SourceSnapshot[]): Pick<Source, "read"> => {
  let count = 0;
  return {
    read: async () => {
      const snapshot = snapshots[Math.min(count, snapshots.length - 1)] ?? { directory: {}, rejected: [], renames: [] };
      count += 1;
      return { snapshot, findings: [], changes: [], feeds: [], profile: { version: 1, kinds: {} } };
    },
  };
};

const storeOf = ({ memory }: Pair): Store =>
  ({
    links: { read: async () => ({ employee: new Map(), department: new Map() }) },
    decisions: { read: async () => [] },
    ledger: { read: async () => memory },
    plans: { applied: async () => [] },
    approvals: { read: async () => undefined },
    isNew: async () => false,
    installation: async () => "one",
  }) as unknown as Store;

const readerOf = (pair: Pair) => {
  const target = memoryTarget(pair.current, pair.rules);
  let reads = 0;
  const reader = {
    readLists: async () => target.lists(),
    readDetails: async (_: TargetLists, scope: DetailScope) => {
      reads += 1;
      return target.snapshot(scope);
    },
  } as unknown as TargetReader;
  return { reader, reads: () => reads };
};

const compare = (pair: Pair, source: Pick<Source, "read">, other: Pair, reader: TargetReader, settings: PlanSettings) =>
  comparePlans(
    {
      target: reader,
      store: storeOf(pair),
      clock: { nowMs: () => Date.parse(`${pair.today}T04:00:00Z`) },
      source,
      settings,
    },
    { source: sourceOf(other.source), settings: other.settings },
  );

it("each plan is the one that its configuration makes alone, although more details were read", async () => {
  await fc.assert(
    fc.asyncProperty(pairs(), pairs(), async (pair, different) => {
      const other = { ...pair, source: different.source, settings: different.settings };
      const { reader, reads } = readerOf(pair);
      const [mine, theirs] = await compare(pair, sourceOf(pair.source), other, reader, pair.settings);
      const own = await openOwnFingerprint(storeOf(pair));
      const alone = (each: Pair) => own(planFor(each, memoryTarget(pair.current, pair.rules), pair.memory)).fingerprint;
      expect([mine.fingerprint, theirs.fingerprint]).toEqual([alone(pair), alone(other)]);
      expect(reads()).toBe(1);
    }),
    { seed: 20_261_122, ...cases(300) },
  );
});

it("the difference is complete: with it, one plan becomes the other", () => {
  fc.assert(
    fc.property(pairs(), sides, fc.nat(), (pair, side, draw) => {
      const other = singleDifference(pair, side, draw)?.pair;
      fc.pre(other !== undefined);
      const plan = (each: Pair) => planFor(each, memoryTarget(each.current, each.rules), each.memory);
      const [mine, theirs] = [plan(pair), plan(other)];
      const difference = planDifference(mine, theirs);
      const content = ({ id, fields, operations }: Change) => JSON.stringify([id, fields, operations]);
      const gone = new Set([...difference.one.only, ...difference.one.differing]);
      const rest = mine.changes.filter((change) => !gone.has(change));
      expect(rest).toHaveLength(difference.same);
      const made = [...rest, ...difference.other.only, ...difference.other.differing];
      expect(made.map(content).toSorted()).toEqual(theirs.changes.map(content).toSorted());
      const hasSameHeld = JSON.stringify(theirs.held) === JSON.stringify(mine.held);
      expect(isEmptyDifference(difference) && !hasSameHeld).toBe(false);
    }),
    { seed: 20_261_122, ...cases(600) },
  );
});

it("a source that changes between the readings is refused", async () => {
  const [one, two] = fc.sample(pairs(), { seed: 20_261_122, numRuns: 2 });
  if (!one || !two) throw new Error("no pair was drawn");
  const changing = sourceOf(one.source, two.source);
  await expect(compare(one, changing, one, readerOf(one).reader, one.settings)).rejects.toMatchObject({
    code: "comparison-unstable",
  });
});

it("a company that the site lists above all departments is no department in either plan", async () => {
  const wanted = directory().level("L1").department("RD");
  const current = directory().level("L1").department("ACME").department("RD", { parent: "ACME" }).full();
  const pair: Pair = {
    source: wanted.source(),
    current,
    memory: emptyMemory,
    settings: defaultSettings,
    today,
    rules: {},
    seed: 1,
  };
  const { reader } = readerOf(pair);
  const ofCompany: TargetReader = {
    ...reader,
    readLists: async () => ({ ...(await reader.readLists()), company: "ACME" }),
    readDetails: async (...asked) => ({ ...(await reader.readDetails(...asked)), company: "ACME" }),
  };
  const plans = await compare(pair, sourceOf(pair.source), pair, ofCompany, pair.settings);
  expect(plans.map(({ changes }) => changes)).toEqual([[], []]);
});
