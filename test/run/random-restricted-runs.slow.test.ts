/**
 * Restricted runs over random pairs of directories, with a real service over HTTP, client, Redis and store. The laws in
 * test/plan/restrict/restrict-plan.test.ts are checked on a model of the target. CI draws a
 * third of the pairs.
 */
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kinds } from "../../src/model/directory/kind.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import type { Change } from "../../src/model/plan/plan.ts";
import { breachName } from "../../src/model/plan/release.ts";
import { profileQuirks } from "../service/running-service.ts";
import { canonical, type FullDirectory } from "../support/directory/full-directory.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { contentDifferences } from "../support/expected/content-differences.ts";
import { subjectOf } from "../support/operation-subject.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { quickSettings, refreshesAfterLastWrite, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { isInPart } from "../support/suites/runs.ts";

useRunParts();

let site: RunSite;

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, clock);
});

afterEach(() => site.close());

const accepted = kinds.map((kind) => breachName({ code: "source-empty", kind }));

const asServiceReads = (pair: Pair): Pair => ({
  ...pair,
  settings: { ...pair.settings, managerMustBeMember: true, accepted },
  rules: { ...pair.rules, managerMustBeMember: true },
});

const isRename = (operation: Operation): boolean => {
  const { key, newKey = key } = subjectOf(operation);
  return canonical(key) !== canonical(newKey);
};

/** The objects that the operations of changes name, by old and new key. */
const namedBy = (changes: readonly Change[]): Set<string> =>
  new Set(
    changes.flatMap(({ operations }) =>
      operations.flatMap((operation) => {
        const { kind, key, newKey = key } = subjectOf(operation);
        return [`${kind}/${canonical(key)}`, `${kind}/${canonical(newKey)}`];
      }),
    ),
  );

const ofService = async (): Promise<FullDirectory> => directoryOf(await fixture.dump());

describe("a restricted run over random directories", () => {
  const sample = fc.sample(fc.tuple(pairs().map(asServiceReads), fc.nat()), {
    seed: 20_261_122,
    numRuns: isInPart ? 16 : 48,
  });

  it.each(sample.map(([pair, draw], at) => [at, pair, draw] as const))(
    "writes only to what pair %i names, and the next whole run does the rest",
    async (_, pair, draw) => {
      await fixture.load(organisationOf(pair.current));
      await fixture.quirks({ supervisorShown: pair.rules.supervisorReads ?? "custom" });
      const before = await ofService();
      const { departments = [], employees = [] } = pair.source.directory;
      const names = [...employees.map(({ account }) => account), ...departments.map(({ code }) => `${code}/*`)];
      const named = names[draw % names.length];
      if (named === undefined) return;
      await fixture.forgetCalls();
      const part = await site.run({ ...pair, only: [named] });
      if (part.error?.code === "subject-ambiguous") return;
      expect(part).toMatchObject({
        run: { status: "succeeded", failed: 0 },
        plan: { only: { subjects: [{ named }] } },
      });
      const calls = await fixture.calls();
      expect(refreshesAfterLastWrite(calls)).toHaveLength(writesOf(calls).length > 0 ? 1 : 0);
      const changes = part.plan?.changes ?? [];
      const written = namedBy(changes);
      const touched = contentDifferences(before, await ofService()).map(({ kind, key }) => `${kind}/${key}`);
      // Where closing a department takes its people along, inactive ones lose their posts, and no run gives them back.
      const inactive = before.employees.flatMap(({ account, active }) => (active ? [] : [canonical(account)]));
      if (profileQuirks().d4 === "cascade") for (const account of inactive) written.add(`employee/${account}`);
      // A new code or account also changes what refers to it.
      const isExact = !changes.some(({ operations }) => operations.some(isRename));
      expect(isExact ? touched.filter((name) => !written.has(name)) : []).toEqual([]);
      for (let count = 0; count < 5; count += 1) {
        const { run, plan } = await site.run(pair);
        expect(run).toMatchObject({ status: "succeeded", failed: 0 });
        if (plan?.changes.length === 0) break;
      }
      const after = await ofService();
      // The whole plan alone reaches the same.
      await fixture.load(organisationOf(pair.current));
      const other = await openRunSite(quickSettings(fixture), redis, clock);
      for (let count = 0; count < 5; count += 1) if ((await other.run(pair)).plan?.changes.length === 0) break;
      await other.close();
      expect(contentDifferences(await ofService(), after, pair.rules)).toEqual([]);
    },
  );
});
