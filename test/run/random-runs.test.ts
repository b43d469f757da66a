/**
 * Checks the laws of planning for whole runs over random pairs of directories, with a real service over HTTP, client, Redis and
 * store. The tests in test/plan check them on a model of the target.
 */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds } from "../../src/model/directory/kind.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { breachName } from "../../src/model/plan/release.ts";
import type { Call } from "../../src/service/kernel/records/record-store.ts";
import { profileQuirks } from "../service/running-service.ts";
import { canonical } from "../support/directory/full-directory.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import type { Difference } from "../support/expected/content-differences.ts";
import { expectedDirectory } from "../support/expected/expected-directory.ts";
import { orderDifferences } from "../support/expected/expected-order.ts";
import { unexplained } from "../support/expected/shown.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { quickSettings, refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";
import { cases, firstOf, runs } from "../support/suites/runs.ts";

useRunParts();

/** Changes a pair to suit the service, which requires managers to be members. Also accepts kinds for which HR has no records. */
const asServiceReads = (pair: Pair): Pair => ({
  ...pair,
  settings: {
    ...pair.settings,
    managerMustBeMember: true,
    accepted: kinds.map((kind) => breachName({ code: "source-empty", kind })),
  },
  rules: { ...pair.rules, managerMustBeMember: true },
});

/** Other sites than the default, and a service on PostgreSQL, get only the first 50 pairs. */
const isDefault = ["MUSTERD_TEST_QUIRKS", "MUSTERD_TEST_DATABASE"].every((name) => process.env[name] === undefined);
const pairCount = isDefault ? 200 : 50;

const sample = fc.sample(pairs().map(asServiceReads), { seed: 20_261_121, ...cases(pairCount) });

const mostRuns = 5;

const site = profileQuirks();

/** Codes of permitted failures: a site that hides inactive people may refuse an account that one of them has (R51). */
const refusedHere = new Set(site.inactivePeople === "hidden" ? ["already-exists", "value-hidden"] : []);

/**
 * Codes of failures that say what this site has done: where a move removes the manager (R27), nothing gives one back as long as the
 * manager that HR wants is held.
 */
const toldHere = new Set(["prerequisite-failed", ...(site.d7 === "takes-along" ? ["taken-along"] : [])]);

/** Returns canonical accounts of people whom this site hides, and of people with hidden values that HR does not state (R10). */
const unreachableHere = (pair: Pair, plan: Plan | undefined): ReadonlySet<string> =>
  new Set([
    ...pair.current.employees.flatMap(({ account, active }) =>
      site.inactivePeople === "hidden" && !active ? [canonical(account)] : [],
    ),
    ...(plan?.held ?? []).flatMap(({ key, reason }) => (reason === "value-hidden" ? [canonical(key)] : [])),
  ]);

/** Fields of people that this site masks (R10). */
const maskedHere = new Set([
  ...(site.idNumbers === "masked" ? ["idCardNumber"] : []),
  ...(site.personalData === "masked" ? ["phoneNumber", "birthDate"] : []),
]);

/**
 * True for a masked value of a person whom musterd has not written, which cannot be compared: HR's value is taken to be the
 * site's, until HR changes it or another field of the person is written.
 */
const isIncomparable = ({ kind, key, field }: Difference, plan: Plan | undefined): boolean =>
  kind === "employee" &&
  maskedHere.has(field) &&
  !plan?.changes.some(({ operations }) =>
    operations.some((operation) => operation.id === "E11" && canonical(operation.newAccount) === key),
  );

/** Makes runs until one plans nothing; returns the calls of each run. `canary`: so many entries are tried first in every run. */
const settle = async (pair: Pair, canary: number) => {
  await fixture.load(organisationOf(pair.current));
  await fixture.quirks({ supervisorShown: pair.rules.supervisorReads ?? "custom" });
  const clock = { nowMs: () => Date.parse(`${pair.today}T04:00:00Z`) };
  const site = await openRunSite(quickSettings(fixture), redis, clock);
  try {
    const entries = [...pair.memory.written].map(([key, value]) => {
      const space = key.lastIndexOf(" ");
      return { subject: key.slice(0, space), field: key.slice(space + 1), value };
    });
    await site.remember(entries);
    const runs = [];
    for (let count = 0; count < mostRuns; count += 1) {
      await fixture.forgetCalls();
      const { run, plan } = await site.run({ ...pair, canary: { entries: canary, goOn: async () => true } });
      const calls: readonly Call[] = await fixture.calls();
      const outcomes = (await site.store.plans.read(run.id))?.outcomes;
      const failed = [...(outcomes?.values() ?? [])].filter(
        ({ result }) => result === "failed" || result === "not-tried",
      );
      runs.push({ run, plan, calls, failed });
      if (plan?.changes.length === 0) break;
    }
    return { runs, final: directoryOf(await fixture.dump()) };
  } finally {
    await site.close();
  }
};

describe("a whole run over random directories", () => {
  it("has enough unambiguous pairs, and enough changes", () => {
    const clear = sample.filter((pair) => expectedDirectory(pair).doubts.length === 0);
    expect(sample.length).toBe(runs(pairCount));
    expect(clear.length).toBeGreaterThan(sample.length * 0.4);
  });

  it.each(sample.map((pair, at) => [firstOf(pairCount) + at, pair] as const))(
    "brings pair %i to the desired state",
    async (at, pair) => {
      // On the specified site a canary of half of the pairs changes nothing but the order of the calls, and never stops a run.
      const { runs, final } = await settle(pair, isDefault && at % 2 === 1 ? at % 8 : 0);
      const refused = runs.some(({ failed }) => failed.some(({ code }) => refusedHere.has(code ?? "")));
      for (const { run, calls, failed } of runs) {
        const unexpected = failed.filter(({ code = "" }) => !refusedHere.has(code) && !toldHere.has(code));
        expect({ error: run.error, unexpected }).toEqual({ unexpected: [] });
        expect(run.status).toBe(failed.length > 0 ? "partial" : "succeeded");
        // A run that has written refreshes once, after its last write; other runs do not refresh.
        const wrote = writesOf(calls).length > 0;
        expect(refreshesOf(calls)).toHaveLength(wrote ? 1 : 0);
        expect(refreshesAfterLastWrite(calls)).toHaveLength(wrote ? 1 : 0);
      }
      if (refused) return;
      const last = runs.at(-1);
      expect(last?.plan?.changes).toEqual([]);
      expect(writesOf(last?.calls ?? [])).toEqual([]);

      const expected = expectedDirectory(pair);
      if (expected.doubts.length > 0) return;
      expect(runs.length).toBeLessThanOrEqual(2);
      const unreachable = unreachableHere(pair, runs[0]?.plan);
      const differences = unexplained(pair, expected, expected.directory, final);
      const reachable = differences.filter(({ kind, key }) => kind !== "employee" || !unreachable.has(key));
      expect(reachable.filter((difference) => !isIncomparable(difference, runs[0]?.plan))).toEqual([]);
      expect(orderDifferences(pair, expected, final)).toEqual([]);
    },
  );
});
