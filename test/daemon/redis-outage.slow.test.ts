/** A daemon whose Redis goes away while it runs: a run that is asked for fails aloud instead of waiting in silence, and the next one works. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { startDaemonWithRedis } from "../support/processes/daemon-with-redis.ts";
import { officeFiles, officePeople } from "../support/processes/small-office.ts";

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

it("a daemon that waits to repeat a run applies at once what somebody releases by a command", async () => {
  started = await startDaemonWithRedis({ guard: { caps: { employee: { update: { count: 0, percent: 0 } } } } });
  const { daemon, redis, place, ask, command } = started;
  await ask();
  await daemon.logged("run ended", { status: "succeeded" });
  const people = String(officeFiles(officePeople(6))["employees.csv"]);
  await place.write({ "employees.csv": people.replace("員工01", "王小明") });
  await ask();
  const { runId } = await daemon.logged("run ended", { status: "blocked" });
  // Else Redis would deliver the job of this run once more.
  await delay(1_000);
  await redis.admin.replicaof("127.0.0.1", 1);
  await ask();
  await daemon.logged("a run has failed", { code: "redis-unavailable" });
  await daemon.logged("the run is repeated");
  await redis.admin.replicaof("NO", "ONE");
  const { fingerprint } = JSON.parse((await command("show", String(runId), "--json")).stdout);
  expect((await command("release", fingerprint, "--reason", "a new plant")).code).toBe(0);
  // Its own repetition comes after a minute.
  const released = performance.now();
  await expect.poll(() => daemon.stderr().match(/"status":"succeeded"/g)).toHaveLength(2);
  expect(performance.now() - released).toBeLessThan(40_000);
});
