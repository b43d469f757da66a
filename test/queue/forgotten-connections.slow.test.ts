/**
 * Connections on which nothing comes back, while new ones work: a firewall, a load balancer or a proxy before Redis has forgotten them.
 * Runs, waves and the lock go on with new ones, also where a Redis that only paused answers twice.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newHolder } from "../../src/lib/holder.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { openRunQueue } from "../../src/queue/run-queue.ts";
import { takeTargetLock } from "../../src/queue/target-lock.ts";
import { WaveQueue } from "../../src/queue/wave-queue.ts";
import { openRelay, type Relay } from "../support/servers/relay.ts";
import { type SharedRedis, startSharedRedis } from "../support/servers/shared-redis.ts";
import { silent } from "./redis-kinds.ts";

let server: SharedRedis;
let relay: Relay;
let redis: RedisHandle;
beforeEach(async () => {
  server = await startSharedRedis();
  relay = await openRelay({ host: "127.0.0.1", port: server.port });
  const url = server.url.replace(String(server.port), String(relay.port));
  redis = await openRedis({ url, searchPath: "" }, silent);
});
afterEach(async () => {
  await relay.close();
  await server.kill();
});

describe("after the connections to Redis were forgotten", () => {
  it("a run that is asked for begins within half a minute", async () => {
    const begun: number[] = [];
    let next = Promise.withResolvers<void>();
    const run = async () => {
      begun.push(performance.now());
      next.resolve();
    };
    const queue = openRunQueue(redis, { installation: "one", target: "target" }, run, silent);
    await queue.ask();
    await next.promise;
    next = Promise.withResolvers();
    relay.forget();
    const forgottenMs = performance.now();
    void queue.ask();
    await Promise.race([next.promise, delay(40_000)]);
    expect((begun[1] ?? Number.POSITIVE_INFINITY) - forgottenMs).toBeLessThan(30_000);
    await queue.close();
  });

  it("a wave goes on, and works on each page once", async () => {
    const pages: number[] = [];
    const work = async ({ page }: { readonly page: number }) => {
      pages.push(page);
      if (page === 3) relay.forget();
      await delay(20);
    };
    const waves = new WaveQueue(redis, "forgotten", work, 2, silent);
    await waves.runWave(1, 40);
    expect(pages.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, page) => page));
    await waves.close();
  });

  it("nobody else gets the lock of a run that goes on", async () => {
    const [own, other] = [newHolder(1), newHolder(2)];
    const lock = await takeTargetLock(redis, "target", { holder: own });
    relay.forget();
    for (let second = 0; second < 45; second += 5) {
      await delay(5_000);
      await expect(takeTargetLock(redis, "target", { holder: other })).rejects.toMatchObject({
        code: "run-in-progress",
      });
    }
    lock.check();
    await lock.release();
  });
});

describe("a Redis that answers nobody for half a minute, and then all that was asked meanwhile", () => {
  it("has each page worked on once", async () => {
    const pages: number[] = [];
    const work = async ({ page }: { readonly page: number }) => {
      pages.push(page);
      if (page === 3 && pages.length < 40) await server.admin.client("PAUSE", 25_000, "ALL");
      await delay(20);
    };
    const waves = new WaveQueue(redis, "paused", work, 2, silent);
    await waves.runWave(1, 40);
    await waves.runWave(2, 40);
    const each = Array.from({ length: 80 }, (_, at) => at >> 1);
    expect(pages.toSorted((one, other) => one - other)).toEqual(each);
    await waves.close();
    expect(await server.admin.dbsize()).toBe(0);
  });
});
