/** Tests the lock of a target in a shared Redis: one installation has it at a time, whatever data Redis loses. */
import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from "vitest";
import { newHolder } from "../../src/lib/holder.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { lookAtTargetLock, type TargetLock, takeTargetLock } from "../../src/queue/target-lock.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import { silent } from "./redis-kinds.ts";

let steady: MockInstance<() => number>;

// Renewals come when the test says so, and a process is suspended by its clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  steady = vi.spyOn(performance, "now").mockReturnValue(0);
});

afterEach(() => {
  steady.mockRestore();
  vi.useRealTimers();
});

/** A shared Redis for one test, with a connection. `connections`: how many clients Redis has. */
const open = async () => {
  const shared = await startSharedRedis();
  onTestFinished(shared.kill);
  const redis = await openRedis({ url: shared.url, searchPath: "" }, silent);
  await shared.admin.select(3);
  const connections = async () =>
    String(await shared.admin.client("LIST"))
      .trim()
      .split("\n").length;
  return { shared, redis, connections };
};

const target = "https://service.example (company DEMO)";

const take = (redis: RedisHandle, of = target) => takeTargetLock(redis, of, { holder: newHolder(Date.now()) });

/** Begins a renewal, which notices when another holder has the lock. */
const renew = () => vi.advanceTimersByTimeAsync(5_000);

/** Begins a renewal after the lock was not renewed for its whole time, and waits until it has ended. */
const renewAfterSuspension = async (lock: TargetLock): Promise<void> => {
  steady.mockReturnValue(30_000);
  expect(() => lock.check()).toThrow(suspended);
  await renew();
  await vi.waitFor(() => lock.check(), patience);
};

const patience = { timeout: 30_000 };
const suspended = expect.objectContaining({
  code: "lease-lost",
  message: "this process was suspended for longer than it keeps the lock of this target in Redis",
  hint: expect.stringContaining("look for a suspended or overloaded machine"),
});

describe("the lock of a target", () => {
  it("has one holder at a time, and names it", async () => {
    const { shared, redis } = await open();
    const connections = async () =>
      String(await shared.admin.client("LIST"))
        .trim()
        .split("\n").length;
    const before = await connections();
    const lock = await take(redis);
    await expect(take(redis)).rejects.toMatchObject({
      code: "run-in-progress",
      retryable: true,
      message: expect.stringMatching(/^another installation .*:\d+:/),
    });
    const other = await take(redis, "https://elsewhere.example (company DEMO)");
    await lock.release();
    await (await take(redis)).release();
    await other.release();
    expect(await shared.admin.keys("*")).toEqual([]);
    await lookAtTargetLock(redis, target);
    await expect.poll(connections).toBe(before);
  });

  it("expires when its process has died, and is renewed while it lives", async () => {
    const { shared, redis } = await open();
    const lock = await take(redis);
    const [key = ""] = await shared.admin.keys("*");
    expect(await shared.admin.pttl(key)).toBeGreaterThan(29_000);
    await shared.admin.pexpire(key, 10_000);
    await renew();
    await expect.poll(() => shared.admin.pttl(key)).toBeGreaterThan(10_000);
    expect(await shared.admin.pttl(key)).toBeLessThanOrEqual(30_000);
    lock.check();
    await lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is taken over at once from the holder whose lease was taken over, and from no other", async () => {
    const { shared, redis } = await open();
    const [dead, other] = [newHolder(1), newHolder(2)];
    await takeTargetLock(redis, target, { holder: dead });
    const asOther = takeTargetLock(redis, target, { holder: newHolder(3), replaced: other });
    await expect(asOther).rejects.toMatchObject({ code: "run-in-progress" });
    const holder = newHolder(4);
    const lock = await takeTargetLock(redis, target, { holder, replaced: dead });
    const [key = ""] = await shared.admin.keys("*");
    expect(await shared.admin.get(key)).toBe(holder);
    await lock.release();
  });

  it("is taken again from a Redis that has lost it", async () => {
    const { shared, redis } = await open();
    const lock = await take(redis);
    await shared.restart();
    await renew();
    await expect.poll(() => shared.admin.keys("*")).toHaveLength(1);
    lock.check();
    await expect(take(redis)).rejects.toMatchObject({ code: "run-in-progress" });
    await lock.release();
  });

  it("ends nothing while Redis is unavailable", async () => {
    const { shared, redis } = await open();
    const lock = await take(redis);
    await shared.kill();
    await renewAfterSuspension(lock);
    expect(() => lock.check()).not.toThrow();
    await lock.release();
  });

  it("ends nothing while Redis refuses writes", async () => {
    const { shared, redis } = await open();
    const lock = await take(redis);
    await shared.admin.config("SET", "maxmemory", "1");
    await renewAfterSuspension(lock);
    expect(() => lock.check()).not.toThrow();
    await lock.release();
  });

  it("is lost when its process was suspended for longer than it lasts, until it is renewed", async () => {
    const { redis } = await open();
    const lock = await take(redis);
    steady.mockReturnValue(29_999);
    lock.check();
    await renewAfterSuspension(lock);
    steady.mockReturnValue(59_999);
    lock.check();
    steady.mockReturnValue(60_000);
    expect(() => lock.check()).toThrow(suspended);
    await lock.release();
  });

  it("is lost when another installation has taken it meanwhile, and that lock stays", async () => {
    const { shared, redis } = await open();
    const lock = await take(redis);
    const [key = ""] = await shared.admin.keys("*");
    await shared.admin.set(key, "elsewhere:1:0");
    await renew();
    const taken = { code: "lease-lost", message: expect.stringMatching(/^another one \(process 1 on elsewhere\)/) };
    await vi.waitFor(() => expect(() => lock.check()).toThrow(expect.objectContaining(taken)), patience);
    await lock.release();
    expect(await shared.admin.get(key)).toBe("elsewhere:1:0");
  });

  it("is refused with the reason by a Redis that refuses writes", async () => {
    const { shared, redis, connections } = await open();
    const before = await connections();
    await shared.admin.config("SET", "maxmemory", "1");
    await expect(take(redis)).rejects.toMatchObject({
      code: "redis-unavailable",
      message: expect.stringMatching(/OOM/),
    });
    await expect.poll(connections).toBe(before);
  });

  const strange: Readonly<Record<string, readonly [write: readonly string[], message: RegExp]>> = {
    "a text of another program": [["SET", "KEY", "王\0{}", "PX", "60000"], /written by another program/],
    "an empty text": [["SET", "KEY", ""], /written by another program/],
    "a list": [["RPUSH", "KEY", "elsewhere:1:0"], /written by another program/],
    "a hash": [["HSET", "KEY", "holder", "elsewhere:1:0"], /written by another program/],
    "a stream": [["XADD", "KEY", "*", "a", "b"], /written by another program/],
    "a holder that never expires": [["SET", "KEY", "elsewhere:1:0"], /\(process 1 on elsewhere\) never expires/],
  };

  it.for(Object.entries(strange))("that is %s is named with its key, at the start and in between", async (entry) => {
    const [, [[command = "", , ...values], message]] = entry;
    const { shared, redis } = await open();
    const lock = await take(redis);
    const [key = ""] = await shared.admin.keys("*");
    await shared.admin.del(key);
    await shared.admin.call(command, key, ...values);
    const before = await shared.admin.dumpBuffer(key);
    await expect(take(redis)).rejects.toMatchObject({
      code: "run-in-progress",
      message: expect.stringMatching(message),
      hint: expect.stringContaining(key),
    });
    const isEndless = command !== "SET" || values.length === 1;
    expect(await lookAtTargetLock(redis, target)).toMatchObject(isEndless ? { leftMs: -1 } : {});
    await renew();
    const lost = expect.objectContaining({ code: "lease-lost" });
    await vi.waitFor(() => expect(() => lock.check()).toThrow(lost), patience);
    await lock.release();
    expect(await shared.admin.dumpBuffer(key)).toEqual(before);
  });
});
