/** Tests that what a transaction writes after it has read waits for another process that writes meanwhile, instead of failing. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { type Database, openDatabase } from "../../src/lib/database/database.ts";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import type { FeedState } from "../../src/source/feeds/feed-cache.ts";
import { createAudit } from "../../src/store/audit/audit.ts";
import { createForgetPerson } from "../../src/store/forget/forget-person.ts";
import { createFeedCache } from "../../src/store/memory/feed-cache.ts";
import { createLeases } from "../../src/store/next-run/lease.ts";
import { createPlans } from "../../src/store/plans/plans.ts";
import { migrations } from "../../src/store/schema/migrations.ts";
import type { Tables } from "../../src/store/schema/schema.ts";
import { openStore } from "../../src/store/store.ts";

const change = (account: string): Change => ({
  id: `employee/${account}/update`,
  kind: "employee",
  key: account,
  label: account,
  action: "update",
  reason: "differs",
  fields: [],
  step: 5,
  wave: 1,
  operations: [],
  needs: [],
});

const state = (cookie: string): FeedState => ({ cookie, identity: "i", readings: 0, parents: {} });

/** A store with a run, and the same file as another process sees it that is interrupted by `meanwhile` after each reading. */
const opened = async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-writers-"));
  const path = join(folder, "musterd.db");
  const store = openStore(path, "site", systemClock);
  const run = await store.runs.begin("schedule", "running");
  await store.plans.keepToApply(run, { changes: [change("amy")], held: [], notices: [] } as unknown as Plan);
  await store.feeds.save("hr", state("1"), { entries: [].values() });
  const other = new DatabaseSync(path, { timeout: 0 });
  const own = openDatabase<Tables>(path, { migrations });
  const database: Database<Tables> = own.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      try {
        other.exec("REPLACE INTO kept_settings VALUES ('other', 0, random())");
      } catch {
        // It has to wait until the transaction has ended.
      }
      return result;
    },
  });
  onTestFinished(async () => {
    await store.close();
    await own.destroy();
    other.close();
    await rm(folder, { recursive: true });
  });
  return { database, path, store, run };
};

const ofSite = (database: Database<Tables>) => ({ database, target: "site", clock: systemClock });

it("changes are added to a plan", async () => {
  const { database, store, run } = await opened();
  const audit = createAudit(database, ":memory:", "site", systemClock);
  await createPlans({ ...ofSite(database), audit }, { keep: async () => undefined }).add(run, [change("bob")]);
  expect((await store.plans.read(run))?.plan.changes).toHaveLength(2);
});

it("the cache of a feed is replaced", async () => {
  const { database, store } = await opened();
  await createFeedCache(ofSite(database)).save("hr", state("2"), { entries: [].values() });
  expect(await store.feeds.load("hr")).toMatchObject({ cookie: "2" });
});

it("what is known of a person is looked at", async () => {
  const { database, path, store } = await opened();
  const audit = createAudit(database, ":memory:", "site", systemClock);
  const leases = createLeases(ofSite(database), async () => undefined);
  const { look } = createForgetPerson({ ...ofSite(database), audit }, path, leases, store.vault);
  expect((await look("amy")).rows).toMatchObject({ change: 1 });
});
