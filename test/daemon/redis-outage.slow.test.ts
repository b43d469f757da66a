/** A daemon whose Redis goes away while it runs: a run that is asked for fails aloud instead of waiting in silence, and the next one works. */
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

it("a run that is asked for while Redis is away fails, is repeated, and is done once when Redis is back", async () => {
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
  const ask = () =>
    fetch(`${url}/v1/runs`, { method: "POST", headers: { Authorization: "Bearer right-token-of-tests" } });
  await redis.stop();
  expect((await ask()).status).toBe(202);
  expect(await daemon.logged("no run now")).toMatchObject({ code: "redis-unavailable" });
  expect(await daemon.logged("the run is repeated")).toMatchObject({ codes: ["redis-unavailable"], times: 1 });
  await redis.restart();
  expect((await ask()).status).toBe(202);
  expect(await daemon.logged("run ended")).toMatchObject({ status: "succeeded" });
  await expect.poll(() => daemon.stderr()).toContain("runs succeed again");
  expect(daemon.stderr().match(/"run ended"/g)).toHaveLength(1);
});
