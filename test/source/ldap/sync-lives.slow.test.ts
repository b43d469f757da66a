/**
 * Law, over long lives of a real slapd that is put back from backups too: a reading by changes equals a full reading.
 * `MUSTERD_TEST_LIVES=10` draws ten; the first four have each kind of server once. In CI a life has a third of the operations.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isInPart } from "../../support/suites/runs.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { addUpTo, edit, editsOf, refint, serverKinds } from "./sync-edits.ts";
import { openSite, readAll, readByChanges, sorted } from "./sync-site.ts";

const lives = Number(process.env["MUSTERD_TEST_LIVES"] ?? 4);
const operations = isInPart ? 100 : 300;

/** Numbers of operations: after each fortieth the server is backed up, and ten operations later put back. */
const backUpEvery = 40;
const putBackAfter = 10;

it(`${lives} lives of ${operations} operations are read by changes as they are`, { timeout: 1_800_000 }, async () => {
  const how = { full: 0, changes: 0 };
  for (let life = 0; life < lives; life += 1) {
    const [kind, options] = Object.entries(serverKinds)[life % 4] ?? ["", {}];
    const store = openTemporaryStore();
    const site = await openSite(12, options);
    if ("databaseLines" in options) refint.add(site.slapd);
    try {
      const edits = editsOf(site);
      const made = fc.sample(fc.tuple(edit, fc.nat(2)), { seed: 20_261_124 + life, numRuns: operations });
      let putBack: (() => Promise<void>) | undefined;
      for (const [at, [operation, pause]] of made.entries()) {
        await addUpTo(site, 4);
        if (at % backUpEvery === backUpEvery - 1) putBack = await site.slapd.backUp();
        if (at % backUpEvery === putBackAfter) await putBack?.();
        await edits[operation.what](operation);
        if (pause > 0) continue;
        const reading = await readByChanges(site.slapd, store.feeds, { name: "life" });
        how[reading.how] += 1;
        const context = `life ${life} (${kind}), operation ${at} (${operation.what}), ${reading.how}: ${reading.why}`;
        // Only changed rights show in the sample alone, and here they do not change.
        expect(context).not.toContain("has not reported a change");
        const whole = sorted(await readAll(site.slapd));
        expect({ context, records: sorted(reading.records) }).toEqual({ context, records: whole });
      }
    } finally {
      await site.close();
      await store.close();
    }
  }
  // Most readings must have been readings by changes, otherwise the law is not tested.
  expect(how.changes).toBeGreaterThan(how.full);
});
