/** A daemon whose Redis goes away while it runs: a run that is asked for fails aloud instead of waiting in silence, and the next one works. */
import { afterEach, expect, it } from "vitest";
import { startDaemonWithRedis } from "../support/processes/daemon-with-redis.ts";

let started: Awaited<ReturnType<typeof startDaemonWithRedis>> | undefined;

afterEach(() => started?.close());

it("a run that is asked for while Redis is away fails, is repeated, and is done once when Redis is back", async () => {
  started = await startDaemonWithRedis();
  const { daemon, redis, ask } = started;
  await redis.stop();
  expect((await ask()).status).toBe(202);
  expect(await daemon.logged("a run has failed")).toMatchObject({ code: "redis-unavailable", level: 50 });
  expect(await daemon.logged("the run is repeated")).toMatchObject({ codes: ["redis-unavailable"], times: 1 });
  await redis.restart();
  expect((await ask()).status).toBe(202);
  expect(await daemon.logged("run ended")).toMatchObject({ status: "succeeded" });
  await expect.poll(() => daemon.stderr()).toContain("runs succeed again");
  expect(daemon.stderr().match(/"run ended"/g)).toHaveLength(1);
});
