/** The daemon's /readyz with a real Redis and a real state folder; its answers are cached for five seconds. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startDaemonWithRedis } from "../support/processes/daemon-with-redis.ts";

let started: Awaited<ReturnType<typeof startDaemonWithRedis>> | undefined;

afterEach(() => started?.close());

it("/readyz says when Redis or the state folder takes no writes, and when they do again", async () => {
  started = await startDaemonWithRedis();
  const { redis, place, url } = started;
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  expect(await ready()).toEqual({ status: 200, body: { status: "ready" } });
  await redis.admin.config("SET", "maxmemory", "1");
  await expect.poll(ready).toEqual({ status: 503, body: { status: "not-ready", code: "redis-unavailable" } });
  await redis.admin.config("SET", "maxmemory", "0");
  await expect.poll(ready).toEqual({ status: 200, body: { status: "ready" } });
  const asked = async () => {
    const statistics = await redis.admin.info("commandstats");
    return Number(/cmdstat_bzpopmin:calls=(\d+)/.exec(statistics)?.[1]);
  };
  const before = await asked();
  for (let count = 0; count < 50; count += 1) await ready();
  expect((await asked()) - before).toBeLessThan(5);
  await rm(join(place.folder, "state"), { recursive: true });
  await expect.poll(ready).toEqual({ status: 503, body: { status: "not-ready", code: "store-unavailable" } });
});
