/** Tests how the store forgets a target on request, in a real SQLite file. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openStore, type Store } from "../../src/store/store.ts";

const secret = "1999-12-31";

let folder: string;
let file: string;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-forget-"));
  file = join(folder, "musterd.db");
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const noLinks = { employee: new Map<string, string>(), department: new Map<string, string>() };

/** Opens a store with data of every kind, but without an owed refresh. */
const filled = async (target: string): Promise<Store> => {
  const store = openStore(file, target, systemClock);
  opened.push(store);
  const run = await store.runs.begin("command", "running");
  const entries = ["a", "b"].map((subject) => ({ subject, field: "resignationDate", value: secret }));
  await store.plans.record(run, { changeId: "c", result: "applied" }, { entries });
  await store.links.remember(noLinks, { ...noLinks, employee: new Map([["id", "ann"]]) });
  await store.sourceProfile.keep({ version: 1, kinds: {} });
  await store.feeds.save("hr", { cookie: "c", identity: "i", readings: 0, parents: {} }, { entries: [] });
  await store.requests.add({ trigger: "request" });
  await store.runs.end(run, { status: "succeeded", refresh: "done" });
  await store.debts.oweRefresh(run);
  const lease = await store.leases.take();
  await store.debts.refreshPaid(1, lease.holder);
  await lease.release();
  return store;
};

/** Returns how much of each kind of data the store remembers. */
const memoryOf = async (store: Store) => ({
  ledger: (await store.ledger.read()).written.size,
  links: (await store.links.read()).employee.size,
  profile: (await store.sourceProfile.read())?.version,
  feed: (await store.feeds.load("hr"))?.cookie,
});

const all = { ledger: 2, links: 1, profile: 1, feed: "c" };

describe("forgetting a target", () => {
  it("deletes what is remembered of it and returns the numbers; runs, requests and other targets stay", async () => {
    const [store, other] = [await filled("one"), await filled("other")];
    expect(await store.forget("target")).toEqual({
      approval: 0,
      decision: 0,
      feed: 1,
      known_details: 0,
      ledger: 2,
      link: 1,
      reading: 0,
      retry: 0,
      source_profile: 1,
      unchanged: 0,
      undo: 0,
    });
    expect(await memoryOf(store)).toEqual({ ledger: 0, links: 0, profile: undefined, feed: undefined });
    expect(await store.runs.list(9)).toHaveLength(1);
    expect(await store.requests.next()).toMatchObject({ trigger: "request" });
    expect(await store.isNew()).toBe(true);
    expect(await memoryOf(other)).toEqual(all);
    expect(await other.isNew()).toBe(false);
  });

  it("keeps the refresh that becomes due because the service may still carry out a write", async () => {
    const store = await filled("one");
    await store.debts.expectLateWrite();
    await store.forget("target");
    expect(await store.debts.lateWritesUntilMs()).toBeGreaterThan(systemClock.nowMs());
  });

  it("leaves nothing of it in any file of the store", async () => {
    const store = await filled("one");
    await store.forget("target");
    const bytes = Buffer.concat(await Promise.all([file, `${file}-wal`].map((name) => readFile(name))));
    expect(bytes.includes(secret)).toBe(false);
  });

  it("keeps a refresh that is owed", async () => {
    const store = await filled("one");
    await store.debts.oweRefresh("run");
    await store.forget("target");
    expect(await store.debts.refreshOwed()).toBe(true);
  });

  it("is refused while a run has the lease", async () => {
    const store = await filled("one");
    const lease = await store.leases.take();
    await expect(store.forget("target")).rejects.toMatchObject({ code: "run-in-progress" });
    await lease.release();
    expect(await memoryOf(store)).toEqual(all);
  });

  it("can delete only the profile", async () => {
    const store = await filled("one");
    expect(await store.forget("profile")).toEqual({ source_profile: 1 });
    expect(await memoryOf(store)).toEqual({ ...all, profile: undefined });
    expect(await store.isNew()).toBe(false);
  });
});
