/** The law of undo for whole runs over random pairs of directories, with a real service over HTTP, Redis and store. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { kinds } from "../../src/model/directory/kind.ts";
import { breachName } from "../../src/model/plan/release.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { quickSettings, refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";
import { cases, firstOf } from "../support/suites/runs.ts";
import { differencesFrom, isListed } from "../support/target/undo.ts";

useRunParts();

/** The service requires managers to be members; HR may have no records of a kind. */
const asServiceReads = (pair: Pair): Pair => ({
  ...pair,
  settings: {
    ...pair.settings,
    managerMustBeMember: true,
    accepted: kinds.map((kind) => breachName({ code: "source-empty", kind })),
  },
});

const sample = fc.sample(pairs().map(asServiceReads), { seed: 20_261_122, ...cases(64) });

let undone = 0;

it.each(sample.map((pair, at) => [firstOf(64) + at, pair] as const))("undoes the run of pair %i", async (_, pair) => {
  await fixture.load(organisationOf(pair.current));
  const before = directoryOf(await fixture.dump());
  await fixture.quirks({ supervisorShown: pair.rules.supervisorReads ?? "custom" });
  const clock = { nowMs: () => Date.parse(`${pair.today}T04:00:00Z`) };
  const site = await openRunSite(quickSettings(fixture), redis, clock);
  try {
    await site.remember(
      [...pair.memory.written].map(([key, value]) => {
        const space = key.lastIndexOf(" ");
        return { subject: key.slice(0, space), field: key.slice(space + 1), value };
      }),
    );
    const { run } = await site.run(pair);
    if (run.applied === 0) return;
    await fixture.forgetCalls();
    const { run: undo, plan, error } = await site.run({ ...pair, undoes: run.id });
    const calls = await fixture.calls();
    expect({ error, failed: undo.failed, notTried: undo.notTried }).toEqual({ failed: 0, notTried: 0 });
    expect(undo).toMatchObject({ status: "succeeded", undoes: run.id });
    const wrote = writesOf(calls).length > 0;
    expect(refreshesOf(calls)).toHaveLength(wrote ? 1 : 0);
    expect(refreshesAfterLastWrite(calls)).toHaveLength(wrote ? 1 : 0);
    const left = differencesFrom(before, directoryOf(await fixture.dump()));
    expect(left.filter((difference) => plan === undefined || !isListed(difference, plan))).toEqual([]);
    undone += 1;
  } finally {
    await site.close();
  }
});

it("has undone most of the runs", () => {
  expect(undone).toBeGreaterThan(sample.length / 2);
});
