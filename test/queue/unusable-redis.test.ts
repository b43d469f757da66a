/** Tests that a Redis which answers but cannot be used is refused when it is opened, with the reason and a hint. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { openRedis } from "../../src/queue/redis.ts";
import { openRunQueue } from "../../src/queue/run-queue.ts";
import { parseRedisUrl, redisProblems } from "../../src/queue/settings.ts";
import { WaveQueue } from "../../src/queue/wave-queue.ts";
import { makeCertificates } from "../support/servers/certificates.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import { unusableRedis } from "../support/servers/unusable-redis.ts";
import { connect, silent } from "./redis-kinds.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const shared = async (options: Parameters<typeof startSharedRedis>[0] = {}) => {
  const redis = await startSharedRedis(options);
  closing.push(redis.kill);
  return redis;
};

const certificates = async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-certificates-"));
  closing.push(() => rm(folder, { recursive: true }));
  return makeCertificates(folder);
};

describe("opening a Redis", () => {
  // At the same time, because some of them are found out only when the time for an answer is over.
  it.concurrent.for(unusableRedis)(
    "refuses $name, with a hint",
    async ({ start, said, hint, setting = "redis.url" }, { expect, onTestFinished }) => {
      const { settings, close } = await start();
      onTestFinished(close);
      await expect(openRedis({ ...settings, searchPath: "" }, silent)).rejects.toMatchObject({
        code: "redis-unavailable",
        message: expect.stringMatching(said),
        hint: expect.stringMatching(hint),
        place: { setting },
      });
    },
  );

  it("never shows the password", async () => {
    const { port } = await shared();
    const opening = openRedis({ url: `redis://:not-the-one@127.0.0.1:${port}`, searchPath: "" }, silent);
    const error = await opening.catch((thrown: Error) => thrown);
    expect(`${(error as Error).message} ${JSON.stringify(error)}`).not.toContain("not-the-one");
  });

  it("works with TLS, a private authority, a client certificate and another name", async () => {
    const { ca, client } = await certificates();
    const files = await certificates();
    const redis = await shared({ certificates: files });
    const settings = { url: redis.url, ca: files.ca, clientCertificate: files.client, searchPath: "" };
    const handle = await openRedis({ ...settings, serverName: "localhost" }, silent);
    await handle.probe();
    const worked: number[] = [];
    const waves = new WaveQueue(handle, "tls", async ({ page }) => void worked.push(page), 2, silent);
    await waves.runWave(1, 3);
    await waves.close();
    expect(new Set(worked)).toEqual(new Set([0, 1, 2]));
    const other = openRedis({ ...settings, ca, clientCertificate: client }, silent);
    await expect(other).rejects.toMatchObject({ place: { setting: "redis.ca" } });
  });

  it("names a file that is not a certificate", async () => {
    const { ca } = await certificates();
    const url = "rediss://127.0.0.1:1";
    await writeFile(ca, "no certificate");
    await expect(openRedis({ url, ca, searchPath: "" }, silent)).rejects.toMatchObject({
      code: "redis-unavailable",
      place: { file: ca, setting: "redis.ca" },
    });
    await expect(openRedis({ url, ca: `${ca}.none`, searchPath: "" }, silent)).rejects.toThrow("ENOENT");
  });

  it("refuses TLS settings that would be ignored", async () => {
    for (const url of [{ url: "redis://127.0.0.1" }, {}]) {
      const opening = openRedis({ ...url, ca: "/ca.pem", searchPath: "" }, silent);
      await expect(opening).rejects.toMatchObject({ place: { setting: "redis.ca" } });
    }
  });

  it("accepts a user with only the rights in the hint", async () => {
    const { urlOf } = await shared({
      settings: ["--user", "musterd", "on", ">secret", "~{musterd}:*", "+@all", "-@admin", "-@dangerous", "+info"],
    });
    const handle = await openRedis({ url: urlOf(0, "musterd:secret"), searchPath: "" }, silent);
    const worked: number[] = [];
    const waves = new WaveQueue(handle, "limited", async ({ page }) => void worked.push(page), 2, silent);
    await waves.runWave(1, 3);
    await waves.close();
    const ran = Promise.withResolvers<void>();
    const runs = openRunQueue(handle, { installation: "one", target: "limited" }, async () => ran.resolve(), silent);
    await runs.ask();
    await ran.promise;
    await runs.close();
    expect(worked).toHaveLength(3);
  });

  it("leaves nothing behind", async () => {
    const { url } = await shared();
    const handle = await openRedis({ url, searchPath: "" }, silent);
    const client = connect(handle);
    expect(await client.keys("*")).toEqual([]);
    client.disconnect();
  });
});

describe("the address of a Redis", () => {
  it.each([
    ["redis://localhost", { tls: false, host: "localhost", port: 6379, db: 0 }],
    ["rediss://:p%40ss@h:1/12", { tls: true, host: "h", port: 1, db: 12, password: "p@ss" }],
    ["redis://me:secret@[::1]:7/", { tls: false, host: "::1", port: 7, db: 0, username: "me", password: "secret" }],
  ])("%s is read", (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  it.each([
    ["http://h", /not a redis/],
    ["redis://", /not a redis/],
    ["redis:///3", /not a redis/],
    ["redis://h/three", /a database number/],
    ["redis://h/-1", /a database number/],
    ["redis://h/1.5", /a database number/],
    ["redis://h/1/2", /a database number/],
    ["redis://h?db=3", /query/],
    ["redis://:%zz@h", /encoded/],
  ])("%s is refused", (url, problem) => {
    expect(parseRedisUrl(url)).toEqual({ problem: expect.stringMatching(problem) });
    expect(redisProblems({ url })).toEqual([{ setting: "redis.url", message: expect.stringMatching(problem) }]);
  });

  it.each([
    [{ url: "redis://h", ca: "ca.pem", serverName: "h" }, ["redis.ca", "redis.serverName"]],
    [{ ca: "ca.pem" }, ["redis.ca"]],
    [{ url: "rediss://h", ca: "ca.pem", serverName: "h" }, []],
    [{ url: "redis://h" }, []],
    [{}, []],
  ])("settings for TLS need an address with TLS: %j", (settings, wrong) => {
    expect(redisProblems(settings)).toEqual(
      wrong.map((setting) => ({ setting, message: "needs an address with rediss://" })),
    );
  });
});

describe("a wave", () => {
  const opened = async (timeoutMs: number) => {
    const redis = await shared();
    const handle = await openRedis({ url: redis.url, searchPath: "" }, silent);
    const worked: number[] = [];
    const waves = new WaveQueue(handle, "wave", async ({ page }) => void worked.push(page), 2, silent, timeoutMs);
    closing.push(() => waves.close());
    return { redis, waves, worked };
  };

  it.each([
    ["has become a replica", ["REPLICAOF", "127.0.0.1", "1"], /READONLY/, /name the primary/],
    ["has no memory left", ["CONFIG", "SET", "maxmemory", "1"], /OOM/, /maxmemory/],
  ] as const)("ends with the reason when Redis %s", async (_, [command, ...parameters], said, hint) => {
    const { redis, waves, worked } = await opened(1_500);
    await redis.admin.call(command, ...parameters);
    const begun = performance.now();
    await expect(waves.runWave(1, 3)).rejects.toMatchObject({
      code: "redis-unavailable",
      message: expect.stringMatching(said),
      hint: expect.stringMatching(hint),
    });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(worked).toEqual([]);
  });

  it("ends with the reason when Redis is gone for good", async () => {
    const { redis, waves } = await opened(1_500);
    await redis.kill();
    await expect(waves.runWave(1, 3)).rejects.toMatchObject({
      code: "redis-unavailable",
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  it("survives a Redis that is restarted within the time limit", async () => {
    const { redis, waves, worked } = await opened(20_000);
    const wave = waves.runWave(1, 30);
    await redis.restart();
    await wave;
    expect(worked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, page) => page));
  });

  it("does not end while a page is in work, however long that takes", async () => {
    const redis = await shared();
    const handle = await openRedis({ url: redis.url, searchPath: "" }, silent);
    const waves = new WaveQueue(handle, "long", () => delay(2_500), 2, silent, 1_000);
    closing.push(() => waves.close());
    await expect(waves.runWave(1, 1)).resolves.toBeUndefined();
  });
});

describe("a worker whose connection was reset before it was ready", () => {
  it("lets the process continue and the queue be closed", () => {
    const program = fileURLToPath(new URL("close-at-reset.ts", import.meta.url));
    const { stdout, status } = spawnSync(process.execPath, [program], { timeout: 30_000, encoding: "utf8" });
    expect({ stdout, status }).toEqual({ stdout: "closed\n", status: 0 });
  });
});
