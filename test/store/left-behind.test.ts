/** Tests which runs and owed refreshes of dead processes are reported. None is reported while a process has the lease. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let store: Store;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-left-"));
  now = Date.now();
  store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** Writes the lease of a dead process into the file. */
const leaseOf = (holder: string): void => {
  const database = new DatabaseSync(join(folder, "musterd.db"));
  database.prepare("INSERT INTO lease VALUES ('target', ?, ?)").run(holder, now + 30_000);
  database.close();
};

describe("what was left behind", () => {
  it("is nothing when every run has ended and no refresh is owed", async () => {
    expect(await store.leftBehind()).toBeUndefined();
    const run = await store.runs.begin("command", "running");
    await store.runs.end(run, { status: "succeeded", refresh: "done" });
    expect(await store.leftBehind()).toBeUndefined();
  });

  it("is a running run without a lease, but nothing while a process holds it", async () => {
    const lease = await store.leases.take();
    await store.runs.begin("command", "running");
    await store.debts.oweRefresh("run");
    expect(await store.leftBehind()).toBeUndefined();
    await lease.release();
    expect(await store.leftBehind()).toBe("run");
  });

  it("is an owed refresh that no process is making", async () => {
    await store.debts.oweRefresh("run");
    expect(await store.leftBehind()).toBe("refresh");
    const lease = await store.leases.take();
    expect(await store.leftBehind()).toBeUndefined();
    await store.debts.refreshPaid(1, lease.holder);
    await lease.release();
    expect(await store.leftBehind()).toBeUndefined();
  });

  it("is the refresh after late writes, as soon as it is due", async () => {
    const lease = await store.leases.take();
    await store.debts.oweRefresh("run");
    await store.debts.refreshPaid(1, lease.holder);
    await store.debts.expectLateWrite();
    await lease.release();
    expect(await store.leftBehind()).toBeUndefined();
    now += 900_000;
    expect(await store.leftBehind()).toBe("refresh");
  });

  it("is the run of a dead process on this machine at once", async () => {
    await store.runs.begin("command", "running");
    leaseOf(`${hostname()}:${spawnSync("true").pid}:x`);
    expect(await store.leftBehind()).toBe("run");
  });

  it("is the run of another machine when the lease has expired", async () => {
    await store.runs.begin("command", "running");
    leaseOf("another-machine:1:x");
    expect(await store.leftBehind()).toBeUndefined();
    now += 30_000;
    expect(await store.leftBehind()).toBe("run");
  });

  it("of another target is not ours", async () => {
    const other = openStore(join(folder, "musterd.db"), "other", { nowMs: () => now });
    await other.runs.begin("command", "running");
    await other.debts.oweRefresh("run");
    await other.close();
    expect(await store.leftBehind()).toBeUndefined();
  });
});
