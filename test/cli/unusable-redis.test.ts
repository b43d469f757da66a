/** Tests how `check` and `apply` treat an unusable Redis, and two installations with the same service. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture, writesOf } from "../support/servers/service-fixture.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import { unusableRedis } from "../support/servers/unusable-redis.ts";
import { openWriteProxy } from "../support/servers/write-proxy.ts";

let fixture: ServiceFixture;
let place: Workplace;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(officePeople(6)), officeSettings(fixture));
  closing.push(fixture.close, place.remove);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Returns settings with this Redis, whose address is in the environment variable REDIS_ADDRESS. */
const settingsWith = (redis: { readonly url: string }, more: object = {}) => ({
  ...officeSettings(fixture),
  redis: { timeoutMs: 2_000, ...redis, url: "env:REDIS_ADDRESS" },
  ...more,
});

const musterd = (command: string, url: string, ...more: readonly string[]) =>
  runCli([command, "--config", place.config, ...more], { env: { API_KEY: fixture.apiKey, REDIS_ADDRESS: url } });

/** One example of each kind of unusable Redis; test/queue/unusable-redis.test.ts covers all. */
const families = unusableRedis.filter(({ name }) =>
  /^(a read-only|one with a full|a cluster without|database 99|one without|a user who may not run|.*unknown authority)/.test(
    name,
  ),
);

describe("a Redis that is", () => {
  it.each(families)("$name is shown by check, and apply ends before it writes", async (kind) => {
    const { settings, close } = await kind.start();
    closing.push(close);
    await place.configure(settingsWith(settings));
    const checks = JSON.parse((await musterd("check", settings.url, "--json")).stdout) as readonly object[];
    const hint = expect.stringMatching(kind.hint);
    expect(checks).toContainEqual(
      expect.objectContaining({ part: "redis", error: expect.objectContaining({ code: "redis-unavailable", hint }) }),
    );
    const begun = performance.now();
    const applied = await musterd("apply", settings.url, "--yes");
    expect(applied).toMatchObject({ code: 1, stderr: expect.stringMatching(/^redis-unavailable: /) });
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });
});

describe("an address in the configuration", () => {
  it.each([
    ["redis://localhost/three", {}, /redis\.url: has a path that is not a database number/],
    ["http://localhost", {}, /redis\.url: is not a redis/],
    ["redis://localhost", { ca: "ca.pem" }, /redis\.ca: needs an address with rediss/],
  ])("%s %o is refused with the configuration", async (url, more, problem) => {
    await place.configure(settingsWith({ url, ...more }));
    const result = await musterd("plan", url);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(problem) });
    expect(result.stderr).toMatch(/^config-invalid/);
  });
});

it("has families of which each has a server", () => {
  expect(families).toHaveLength(7);
});

describe("a Redis that takes no more jobs", () => {
  it("in the middle of a run ends the run with its code, and what was written is refreshed", async () => {
    const redis = await startSharedRedis();
    // More people than one job has changes.
    place = await openWorkplace(officeFiles(officePeople(80)), settingsWith({ url: redis.url }));
    closing.push(redis.kill, place.remove);
    // The first level is in the list of calls while the second one keeps the run in its first job.
    await fixture.fault({ operation: "V2", kind: "hang", ms: 2000, when: "before", after: 1 });
    const applying = musterd("apply", redis.url, "--yes", "--json");
    while (writesOf(await fixture.calls()).length === 0) await delay(5);
    await redis.admin.replicaof("127.0.0.1", 1);
    const { code, stdout, stderr } = await applying;
    expect(code).toBe(1);
    expect(stderr).toMatch(/redis-unavailable/);
    expect(stderr).toMatch(/name the primary/);
    expect(JSON.parse(stdout)).toMatchObject({ run: { status: "failed", refresh: "done" } });
  });
});

describe("two state folders on one service that share a Redis", () => {
  it("are kept apart: the second gets run-in-progress and writes nothing", async () => {
    const redis = await startSharedRedis();
    closing.push(redis.kill);
    const proxy = await openWriteProxy(fixture.url);
    closing.push(proxy.close);
    const settings = { ...officeSettings({ ...fixture, url: proxy.url }), redis: { url: "env:REDIS_ADDRESS" } };
    await place.configure(settings);
    const [writing, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    proxy.watch(({ moment }) => {
      if (moment !== "asked") return undefined;
      writing.resolve();
      return held.promise;
    });
    const first = musterd("apply", redis.url, "--yes");
    await writing.promise;
    await place.configure({ ...settings, state: { folder: "other-state" } });
    const second = await musterd("apply", redis.url, "--yes");
    held.resolve();
    expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/^run-in-progress: another installation/) });
    expect(await first).toMatchObject({ code: 0 });
    expect((await musterd("apply", redis.url, "--yes")).code).toBe(0);
  });
});

describe("two state folders on one service that share no Redis", () => {
  it("do not write to and fro for ever: one holds the change and says that somebody else writes", async () => {
    const people = officePeople(6);
    const renamed = people.map((person) => (person.account === "e01" ? { ...person, name: "改名" } : person));
    const apply = async (folder: string, rows: typeof people) => {
      await place.write(officeFiles(rows));
      await place.configure({ ...officeSettings(fixture), state: { folder } });
      return runCli(["apply", "--config", place.config, "--yes"], { env: { API_KEY: fixture.apiKey } });
    };
    await apply("state", people);
    for (let round = 0; round < 2; round += 1) {
      expect((await apply("other-state", renamed)).stdout).toContain("改名");
      expect((await apply("state", people)).stdout).toContain("改名");
    }
    await fixture.forgetCalls();
    const held = await apply("other-state", renamed);
    expect(held.stdout.replaceAll(/\s+/g, " ")).toMatch(/another program or installation writes it back/);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });
});
