/** Tests the lock of a target in a shared Redis: one installation has it at a time, whatever data Redis loses. */
import { setTimeout as delay } from "node:timers/promises";
import { describe, it, type TestContext } from "vitest";
import { newHolder } from "../../src/lib/holder.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { lookAtTargetLock, takeTargetLock } from "../../src/queue/target-lock.ts";
import { startSharedRedis } from "../support/shared-redis.ts";
import { silent } from "./redis-kinds.ts";

/** A shared Redis for one test, with a connection. */
const open = async (onTestFinished: TestContext["onTestFinished"]) => {
  const shared = await startSharedRedis();
  onTestFinished(shared.kill);
  const redis = await openRedis({ url: shared.url, searchPath: "" }, silent);
  await shared.admin.select(3);
  return { shared, redis };
};

const target = "https://service.example (company DEMO)";

const take = (redis: RedisHandle, of = target) => takeTargetLock(redis, of, { holder: newHolder(Date.now()) });

/** Waits until the lock has been renewed; a renewal notices when another holder has the lock. */
const renewal = () => delay(5_200);

// At the same time, because most of them wait for a renewal.
describe.concurrent("the lock of a target", () => {
  it("has one holder at a time, and names it", async ({ expect, onTestFinished }) => {
    const { shared, redis } = await open(onTestFinished);
    const lock = await take(redis);
    await expect(take(redis)).rejects.toMatchObject({
      code: "run-in-progress",
      message: expect.stringMatching(/^another installation .*:\d+:/),
    });
    const other = await take(redis, "https://elsewhere.example (company DEMO)");
    await lock.release();
    await (await take(redis)).release();
    await other.release();
    expect(await shared.admin.keys("*")).toEqual([]);
  });

  it("expires when its process has died, and is renewed while it lives", async ({ expect, onTestFinished }) => {
    const { shared, redis } = await open(onTestFinished);
    const lock = await take(redis);
    const [key = ""] = await shared.admin.keys("*");
    expect(await shared.admin.pttl(key)).toBeGreaterThan(29_000);
    await shared.admin.pexpire(key, 10_000);
    await renewal();
    expect(await shared.admin.pttl(key)).toBeGreaterThan(29_000);
    lock.check();
    await lock.release();
  });

  it("is taken over at once from the holder whose lease was taken over, and from no other", async ({
    expect,
    onTestFinished,
  }) => {
    const { shared, redis } = await open(onTestFinished);
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

  it("is taken again from a Redis that has lost it", async ({ expect, onTestFinished }) => {
    const { shared, redis } = await open(onTestFinished);
    const lock = await take(redis);
    await shared.restart();
    await renewal();
    lock.check();
    await expect(take(redis)).rejects.toMatchObject({ code: "run-in-progress" });
    await lock.release();
  });

  it("ends nothing while Redis is unavailable", async ({ expect, onTestFinished }) => {
    const { shared, redis } = await open(onTestFinished);
    const lock = await take(redis);
    await shared.kill();
    await renewal();
    expect(() => lock.check()).not.toThrow();
    await lock.release();
  });

  it("is lost when another installation has taken it meanwhile, and that lock stays", async ({
    expect,
    onTestFinished,
  }) => {
    const { shared, redis } = await open(onTestFinished);
    const lock = await take(redis);
    const [key = ""] = await shared.admin.keys("*");
    await shared.admin.set(key, "elsewhere:1:0");
    await renewal();
    expect(() => lock.check()).toThrow(
      expect.objectContaining({
        code: "lease-lost",
        message: expect.stringMatching(/^another one \(process 1 on elsewhere\)/),
      }),
    );
    await lock.release();
    expect(await shared.admin.get(key)).toBe("elsewhere:1:0");
  });

  it("is refused with the reason by a Redis that refuses writes", async ({ expect, onTestFinished }) => {
    const { shared, redis } = await open(onTestFinished);
    await shared.admin.config("SET", "maxmemory", "1");
    await expect(take(redis)).rejects.toMatchObject({
      code: "redis-unavailable",
      message: expect.stringMatching(/OOM/),
    });
  });

  const strange: Readonly<Record<string, readonly [write: readonly string[], message: RegExp]>> = {
    "a text of another program": [["SET", "KEY", "王\0{}", "PX", "60000"], /written by another program/],
    "an empty text": [["SET", "KEY", ""], /written by another program/],
    "a list": [["RPUSH", "KEY", "elsewhere:1:0"], /written by another program/],
    "a hash": [["HSET", "KEY", "holder", "elsewhere:1:0"], /written by another program/],
    "a stream": [["XADD", "KEY", "*", "a", "b"], /written by another program/],
    "a holder that never expires": [["SET", "KEY", "elsewhere:1:0"], /\(process 1 on elsewhere\) never expires/],
  };

  it.for(Object.entries(strange))(
    "that is %s is named with its key, at the start and in between",
    async (entry, test) => {
      const { expect, onTestFinished } = test;
      const [, [[command = "", , ...values], message]] = entry;
      const { shared, redis } = await open(onTestFinished);
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
      await renewal();
      expect(() => lock.check()).toThrow(expect.objectContaining({ code: "lease-lost" }));
      await lock.release();
      expect(await shared.admin.dumpBuffer(key)).toEqual(before);
    },
  );
});
