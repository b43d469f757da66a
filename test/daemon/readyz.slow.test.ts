/** The daemon's /readyz with a real Redis and a real state folder; its answers are cached for five seconds. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace } from "../support/processes/workplace.ts";
import { openServiceFixture } from "../support/servers/service-fixture.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it("/readyz says when Redis or the state folder takes no writes, and when they do again", async () => {
  const redis = await startSharedRedis();
  closing.push(redis.kill);
  const fixture = await openServiceFixture();
  const place = await openWorkplace(officeFiles(officePeople(6)), {
    ...officeSettings(fixture),
    redis: { timeoutMs: 2_000, url: "env:REDIS_ADDRESS" },
    daemon: { schedule: "0 0 29 2 *", port: 0, runAtStart: false, token: "env:TOKEN" },
  });
  closing.push(fixture.close, place.remove);
  const env = { API_KEY: fixture.apiKey, REDIS_ADDRESS: redis.url, TOKEN: "right-token-of-tests" };
  const daemon = startCli(["daemon", "--config", place.config], { env });
  closing.push(async () => {
    daemon.signal("SIGKILL");
    await daemon.ended;
  });
  const url = String((await daemon.logged("daemon ready"))["url"]);
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
