/**
 * Tests owed refreshes in real SQLite files: a P1 (permission refresh) settles only earlier writes, and only
 * for the holder of the lease.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let now: number;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-debts-"));
  now = Date.now();
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = (): Store => {
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
  opened.push(store);
  return store;
};

const reopen = async (): Promise<Store> => {
  await opened.pop()?.close();
  return open();
};

/** Lets the store refuse to write this column of the table of refreshes, as a full disk does; returns how to end that. */
const refuseWrites = (column: string): (() => void) => {
  const database = new DatabaseSync(join(folder, "musterd.db"));
  const changed = `NEW.${column} IS NOT OLD.${column}`;
  database.exec(
    `CREATE TRIGGER full BEFORE UPDATE ON refresh WHEN ${changed} BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
  );
  return () => {
    database.exec("DROP TRIGGER full");
    database.close();
  };
};

const lost = { code: "lease-lost" };

describe("a refresh", () => {
  it("is owed from a write until it succeeds, also after reopening", async () => {
    let store = open();
    await store.debts.oweRefresh("run-1");
    await store.debts.oweRefresh("run-2");
    store = await reopen();
    expect([await store.debts.refreshOwed(), await store.debts.refreshState()]).toEqual([true, "owed"]);
    const { holder } = await store.leases.take();
    await store.debts.refreshPaid((await store.debts.unpaidWrite()) ?? 0, holder);
    store = await reopen();
    expect([await store.debts.refreshOwed(), await store.debts.refreshState()]).toEqual([false, "not-needed"]);
  });

  it("that began before a write does not settle it", async () => {
    const store = open();
    const lease = await store.leases.take();
    await store.debts.oweRefresh("run-1");
    const before = (await store.debts.unpaidWrite()) ?? 0;
    await store.debts.oweRefresh("run-1");
    await store.debts.refreshPaid(before, lease.holder);
    expect(await store.debts.refreshOwed()).toBe(true);
    await store.debts.refreshPaid((await store.debts.unpaidWrite()) ?? 0, lease.holder);
    // A P1 that started earlier and ends only now changes nothing.
    await store.debts.refreshPaid(before, lease.holder);
    expect(await store.debts.refreshOwed()).toBe(false);
  });

  it("is owed since the oldest write that has no P1 after it", async () => {
    const store = open();
    const { holder } = await store.leases.take();
    const owe = async (atMs: number) => {
      now = atMs;
      await store.debts.oweRefresh("run-1");
      return store.debts.owedSinceMs();
    };
    expect([await owe(1_000), await owe(2_000)]).toEqual([1_000, 1_000]);
    await store.debts.refreshPaid(2, holder);
    expect(await store.debts.owedSinceMs()).toBeUndefined();
    expect([await owe(3_000), await owe(4_000)]).toEqual([3_000, 3_000]);
  });

  it("by a process that was suspended settles nothing once another process has the lease", async () => {
    const [frozen, other] = [open(), open()];
    const old = await frozen.leases.take();
    await frozen.debts.oweRefresh("run-1");
    const write = (await frozen.debts.unpaidWrite()) ?? 0;
    now += 40_000;
    const lease = await other.leases.take();
    await expect(frozen.debts.refreshPaid(write, old.holder)).rejects.toMatchObject(lost);
    expect(await other.debts.unpaidWrite()).toBe(write);
    await other.debts.oweRefresh("run-2");
    await lease.release();
    await expect(frozen.debts.refreshPaid(write + 1, old.holder)).rejects.toMatchObject(lost);
    expect(await other.debts.refreshOwed()).toBe(true);
  });

  it("is due again a quarter of an hour after a write without an answer, and is settled only by a P1 that begins then", async () => {
    let store = open();
    const { holder } = await store.leases.take();
    await store.debts.oweRefresh("run-1");
    await store.debts.expectLateWrite();
    await store.debts.refreshPaid(1, holder, now);
    store = await reopen();
    expect([await store.debts.refreshOwed(), await store.debts.lateWritesUntilMs()]).toEqual([false, now + 900_000]);
    const beganMs = now + 899_999;
    now += 900_000;
    expect(await store.debts.unpaidWrite()).toBe(1);
    await store.debts.refreshPaid(1, holder, beganMs);
    expect(await store.debts.refreshOwed()).toBe(true);
    await store.debts.refreshPaid(1, holder, now);
    expect([await store.debts.refreshOwed(), await store.debts.lateWritesUntilMs()]).toEqual([false, undefined]);
  });

  it("for late writes is due at once where the clock was set back", async () => {
    const store = open();
    await store.leases.take();
    await store.debts.oweRefresh("run-1");
    await store.debts.refreshPaid(1, (await store.leases.look())?.holder ?? "", now);
    await store.debts.expectLateWrite();
    now -= 1;
    expect(await store.debts.refreshOwed()).toBe(true);
  });

  it("that is due for late writes stays due when another write gets no answer", async () => {
    const store = open();
    const { holder } = await store.leases.take();
    await store.debts.oweRefresh("run-1");
    await store.debts.refreshPaid(1, holder, now);
    await store.debts.expectLateWrite();
    const dueMs = now + 900_000;
    now += 86_400_000;
    await store.debts.expectLateWrite();
    expect([await store.debts.unpaidWrite(), await store.debts.owedSinceMs()]).toEqual([2, dueMs]);
    await store.debts.refreshPaid(2, holder, now);
    expect([await store.debts.refreshOwed(), await store.debts.lateWritesUntilMs()]).toEqual([false, now + 900_000]);
    await store.debts.expectLateWrite();
    expect(await store.debts.refreshOwed()).toBe(false);
  });

  it("is not settled while the store cannot note that a write may come late, and is due for that write afterwards", async () => {
    const store = open();
    const { holder } = await store.leases.take();
    await store.debts.oweRefresh("run-1");
    const mend = refuseWrites("late_until");
    await expect(store.debts.expectLateWrite()).rejects.toThrow("disk full");
    const write = (await store.debts.unpaidWrite()) ?? 0;
    await expect(store.debts.refreshPaid(write, holder, now)).rejects.toThrow("disk full");
    expect(await store.debts.refreshOwed()).toBe(true);
    mend();
    now += 60_000;
    await store.debts.refreshPaid(write, holder, now);
    expect([await store.debts.refreshOwed(), await store.debts.lateWritesUntilMs()]).toEqual([false, now + 900_000]);
  });

  it("that the store could not note is owed as soon as it can", async () => {
    const store = open();
    const { holder } = await store.leases.take();
    await store.debts.oweRefresh("run-1");
    await store.debts.refreshPaid(1, holder, now);
    const mend = refuseWrites("written");
    await expect(store.debts.oweRefresh("run-2")).rejects.toThrow("disk full");
    expect(await store.debts.refreshOwed()).toBe(false);
    mend();
    expect([await store.debts.unpaidWrite(), await store.debts.unpaidWrite()]).toEqual([2, 2]);
  });

  it("is not owed by an unknown target, and a dry run does not make it known", async () => {
    const store = open();
    await store.runs.end(await store.runs.begin("command", "planned"), { status: "planned", refresh: "not-needed" });
    expect([await store.isNew(), await store.debts.refreshOwed()]).toEqual([true, false]);
    await store.debts.oweRefresh("run-1");
    expect([await store.isNew(), await store.debts.refreshOwed()]).toEqual([false, true]);
  });
});
