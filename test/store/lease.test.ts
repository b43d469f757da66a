/** Tests the lease: it has one holder at a time, across processes, and nobody works without it. */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let file: string;
let now: number;
const opened: Store[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-lease-"));
  file = join(folder, "musterd.db");
  now = Date.now();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = (): Store => {
  const store = openStore(file, "target", { nowMs: () => now });
  opened.push(store);
  return store;
};

/** Writes another holder of the lease into the file, as another process would. */
const heldBy = (holder: string, expiresAt: number): void => {
  open();
  const database = new DatabaseSync(file);
  database.exec("DELETE FROM lease");
  database.prepare("INSERT INTO lease VALUES ('target', ?, ?)").run(holder, expiresAt);
  database.close();
};

const busy = { code: "run-in-progress", retryable: true };
const lost = expect.objectContaining({ code: "lease-lost" });

describe("the lease", () => {
  it("has one holder; another can take it after the release", async () => {
    const [one, other] = [open(), open()];
    const lease = await one.leases.take();
    await lease.check();
    await expect(other.leases.take()).rejects.toMatchObject(busy);
    await expect(other.leases.take()).rejects.toThrow(`process ${process.pid}`);
    await expect(one.leases.take()).rejects.toMatchObject(busy);
    await lease.release();
    expect(() => lease.check()).toThrow(lost);
    const next = await other.leases.take();
    await next.check();
    await next.release();
  });

  it("of another machine is respected until it expires, whatever runs here", async () => {
    heldBy(`another-machine:${spawnSync("true").pid}:x`, now + 1_000);
    await expect(open().leases.take()).rejects.toMatchObject(busy);
    now += 1_000;
    await (await open().leases.take()).release();
  });

  it("of a dead machine whose clock was a year ahead is taken over once nobody has renewed it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const year = 366 * 86_400_000;
    heldBy("another-machine:1:x", now + year);
    const taking = open().leases.take();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(29_000);
    now += 30_000;
    expect(await opened[0]?.leases.look()).toMatchObject({ holder: "another-machine:1:x" });
    await vi.advanceTimersByTimeAsync(1_000);
    const lease = await taking;
    expect(lease.replaced).toBe("another-machine:1:x");
    expect(await opened[0]?.leases.look()).toEqual({ holder: lease.holder, untilMs: now + 30_000 });
    await lease.release();
  });

  it("of a living machine whose clock is ahead is respected, because it is renewed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    heldBy("another-machine:1:x", now + 3_600_000);
    const refused = open()
      .leases.take()
      .catch((error: unknown) => error);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    heldBy("another-machine:1:x", now + 3_605_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await refused).toMatchObject(busy);
  });

  it("of a living process on this machine is respected, but not that of a dead one", async () => {
    heldBy(`${hostname()}:${process.ppid}:x`, now + 30_000);
    await expect(open().leases.take()).rejects.toMatchObject(busy);
    const dead = `${hostname()}:${spawnSync("true").pid}:x`;
    heldBy(dead, now + 30_000);
    const lease = await open().leases.take();
    expect(lease.replaced).toBe(dead);
    await lease.release();
    expect(await open().leases.take()).not.toHaveProperty("replaced");
  });

  it("of a process in another container with this machine's name is respected, whichever ids it has", async () => {
    const own = await open().leases.take();
    await own.release();
    const dead = own.holder.replace(`:${process.pid}:`, `:${spawnSync("true").pid}:`);
    for (const elsewhere of [own.holder, dead].map((holder) => holder.replace(/:\d*-/, ":1234-"))) {
      heldBy(elsewhere, now + 30_000);
      await expect(open().leases.take()).rejects.toMatchObject(busy);
    }
    heldBy(dead, now + 30_000);
    expect(await open().leases.take()).toMatchObject({ replaced: dead });
  });

  it("of a process that this user may not signal is respected", async () => {
    heldBy(`${hostname()}:${process.ppid}:x`, now + 30_000);
    vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    });
    await expect(open().leases.take()).rejects.toMatchObject(busy);
  });

  it("of an earlier process with our process id is not ours", async () => {
    heldBy(`${hostname()}:${process.pid}:x`, now + 30_000);
    const lease = await open().leases.take();
    expect(lease.check()).toBeUndefined();
    await lease.release();
  });

  it("that was released, but could not be deleted, is free at once", async () => {
    const lease = await open().leases.take();
    await lease.release();
    heldBy(lease.holder, now + 30_000);
    const next = await open().leases.take();
    expect(next.replaced).toBe(lease.holder);
    await next.release();
  });

  it("is renewed while it is held", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const lease = await open().leases.take();
    for (let renewal = 0; renewal < 10; renewal += 1) {
      now += 5_000;
      await vi.advanceTimersByTimeAsync(5_000);
      await opened[0]?.debts.refreshOwed();
    }
    await lease.check();
    await expect(open().leases.take()).rejects.toMatchObject(busy);
    await lease.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not held again by a renewal that ends after the release", async () => {
    const lease = await open().leases.take();
    now += 30_000;
    const renewed = lease.check();
    const released = lease.release();
    await expect(renewed).rejects.toEqual(lost);
    await released;
    expect(() => lease.check()).toThrow(lost);
  });

  it.each([
    ["its holder was suspended", 40_000, 40_000],
    ["the clock was set forward, or the machine slept", 3_600_000, 0],
    ["the clock was set back while its holder was suspended", -3_600_000, 40_000],
  ])("is kept when %s and no other process has taken it", async (_, wallMs, steadyMs) => {
    const steady = vi.spyOn(performance, "now").mockReturnValue(0);
    const lease = await open().leases.take();
    expect(lease.check()).toBeUndefined();
    now += wallMs;
    steady.mockReturnValue(steadyMs);
    const check = lease.check();
    expect(check).toBeInstanceOf(Promise);
    await check;
    expect(lease.check()).toBeUndefined();
    await expect(open().leases.take()).rejects.toMatchObject(busy);
    await lease.release();
  });

  it("is checked in the store only when it has expired", async () => {
    vi.spyOn(performance, "now").mockReturnValue(0);
    const lease = await open().leases.take();
    now += 29_999;
    expect(lease.check()).toBeUndefined();
    now += 1;
    const check = lease.check();
    expect(check).toBeInstanceOf(Promise);
    await check;
    await lease.release();
  });

  it("lasts from the moment when it was asked for, not when it was stored", async () => {
    const store = open();
    vi.spyOn(performance, "now").mockReturnValue(30_000).mockReturnValueOnce(0);
    const lease = await store.leases.take();
    const check = lease.check();
    expect(check).toBeInstanceOf(Promise);
    await check;
    await lease.release();
  });

  it("that another process took after it expired is lost at the next check, also when that process is done", async () => {
    const lease = await open().leases.take();
    now += 30_000;
    const other = await open().leases.take();
    await expect(lease.check()).rejects.toEqual(lost);
    expect(() => lease.check()).toThrow(lost);
    await lease.release();
    await other.check();
    now += 30_000;
    const third = await open().leases.take();
    await third.release();
    await expect(other.check()).rejects.toEqual(lost);
    await other.release();
  });

  it("that another process took over is lost at the next renewal, and not taken back", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const store = open();
    const lease = await store.leases.take();
    heldBy("another-machine:1:x", now + 30_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await store.debts.refreshOwed();
    expect(() => lease.check()).toThrow(lost);
    await lease.release();
    await expect(open().leases.take()).rejects.toMatchObject(busy);
  });

  it("has one holder when three processes try to take it at the same moment, every time", async () => {
    const answer = async (child: ChildProcess): Promise<string> => String((await once(child, "message"))[0]);
    open();
    for (let count = 0; count < 3; count += 1) {
      children.push(fork(fileURLToPath(new URL("lease-taker.ts", import.meta.url)), [file]));
    }
    await Promise.all(children.map(answer));
    for (let round = 0; round < 40; round += 1) {
      const answers = Promise.all(children.map(answer));
      for (const child of children) child.send("take");
      const results = await answers;
      expect(results.toSorted()).toEqual(["done", "run-in-progress", "run-in-progress"]);
      const holder = children[results.indexOf("done")] as ChildProcess;
      const released = answer(holder);
      holder.send("release");
      expect(await released).toBe("done");
    }
  });
});
