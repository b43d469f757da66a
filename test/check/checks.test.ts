/** Tests what `musterd check` looks at besides the connections: databases, lease and lock, space, clock, certificates. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCertificates } from "../../src/check/certificates.ts";
import { checkClock } from "../../src/check/clock.ts";
import { checkDatabases } from "../../src/check/databases.ts";
import { checkFreeSpace } from "../../src/check/free-space.ts";
import { checkRedisAndLock } from "../../src/check/redis-and-lock.ts";
import { wordsOf } from "../../src/cli/words/words.ts";
import type { Config } from "../../src/config/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { newHolder } from "../../src/lib/holder.ts";
import { createLog } from "../../src/lib/log.ts";
import { openRedis } from "../../src/queue/redis.ts";
import { takeTargetLock } from "../../src/queue/target-lock.ts";
import { describeTarget, targetSettings } from "../../src/site/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { makeCertificates } from "../support/servers/certificates.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";

const words = wordsOf("en").check;
const log = createLog("silent");
const target = targetSettings.parse({ url: "http://site", corpCode: "DEMO", apiKey: "key" });
const closing: (() => unknown)[] = [];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-check-"));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true });
});

const openState = () => {
  const store = openStore(join(folder, "musterd.db"), "target", systemClock);
  closing.push(store.close);
  return store;
};

describe("a database", () => {
  it("is told from a damaged one, whichever of its pages is damaged", () => {
    const whole = join(folder, "whole");
    const sqlite = new DatabaseSync(whole);
    sqlite.exec("CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX b ON a (text)");
    const insert = sqlite.prepare("INSERT INTO a (text) VALUES (?)");
    for (let row = 0; row < 400; row += 1) insert.run(`${row} ${"x".repeat(60)}`);
    sqlite.close();
    const pages = readFileSync(whole).length / 4096;
    expect(pages).toBeGreaterThan(10);
    const file = join(folder, "musterd.db");
    for (let page = 0; page < pages; page += 1) {
      copyFileSync(whole, file);
      expect(checkDatabases(folder, words)).toEqual([{ part: "database", found: expect.stringContaining(file) }]);
      const bytes = readFileSync(whole);
      bytes.fill(0xaa, page * 4096, (page + 1) * 4096);
      writeFileSync(file, bytes);
      const code = expect.stringMatching(/^store-(damaged|unavailable)$/);
      expect(checkDatabases(folder, words)).toEqual([{ part: "database", error: expect.objectContaining({ code }) }]);
    }
  });

  it("that another process has for itself is named", () => {
    const file = join(folder, "service.db");
    const sqlite = new DatabaseSync(file);
    closing.push(() => sqlite.close());
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE a (id INTEGER); BEGIN EXCLUSIVE");
    expect(checkDatabases(folder, words)).toEqual([
      { part: "database", found: expect.stringContaining("in use by another process") },
    ]);
  });
});

describe("the lease", () => {
  const config = { redis: { searchPath: "" }, target } as Config;
  const looked = async (store: ReturnType<typeof openState>) =>
    (await checkRedisAndLock({ config, store, log }, words)).slice(1);

  it("is free, then held by this process since now", async () => {
    const store = openState();
    expect(await looked(store)).toEqual([{ part: "lock", found: words.noRun }]);
    const lease = await store.leases.take();
    const today = new Date().toISOString().slice(0, 10);
    const pattern = new RegExp(
      `^process ${process.pid} on ${hostname()} holds the lease, since ${today}.*, until ${today}`,
    );
    expect(await looked(store)).toEqual([{ part: "lock", found: expect.stringMatching(pattern) }]);
    await lease.release();
    expect(await looked(store)).toEqual([{ part: "lock", found: words.noRun }]);
  });

  it.each([
    ["a dead process of this machine", `${hostname()}:4194305:0123456789ab:1`, 60_000, "warning"],
    ["a process of another machine whose time is over", "other:1:0123456789ab:1", -1, "warning"],
    ["a process of another machine", "other:1:0123456789ab:1", 60_000, "found"],
    ["a process of an older version", "other:1:0123456789ab", 60_000, "found"],
  ])("of %s is described", async (_, holder, leftMs, kind) => {
    const store = openState();
    const sqlite = new DatabaseSync(join(folder, "musterd.db"));
    const row = sqlite.prepare("INSERT INTO lease (target, holder, expires_at) VALUES ('target', ?, ?)");
    row.run(holder, Date.now() + leftMs);
    sqlite.close();
    const [line] = await looked(store);
    expect(line).toMatchObject({ part: "lock", [kind]: expect.stringContaining("holds the lease") });
  });
});

describe("a shared Redis", () => {
  it("that removes keys when its memory is full is warned of", async () => {
    const redis = await startSharedRedis({ settings: ["--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru"] });
    closing.push(redis.kill);
    const config = { redis: { url: redis.url, searchPath: "" }, target } as Config;
    const store = openState();
    const looked = async () => (await checkRedisAndLock({ config, store, log }, words))[0];
    expect(await looked()).toEqual({
      part: "redis",
      warning: expect.stringContaining("maxmemory-policy volatile-lru"),
    });
    await redis.admin.config("SET", "maxmemory", "0");
    expect(await looked()).toEqual({ part: "redis", found: expect.any(String) });
    await redis.admin.config("SET", "maxmemory", "100mb");
    await redis.admin.config("SET", "maxmemory-policy", "noeviction");
    expect(await looked()).toEqual({ part: "redis", found: expect.any(String) });
  });
});

describe("the lock in a shared Redis", () => {
  it("is described, and a strange one named as what it is", async () => {
    const redis = await startSharedRedis();
    closing.push(redis.kill);
    const config = { redis: { url: redis.url, searchPath: "" }, target } as Config;
    const store = openState();
    const looked = async () => (await checkRedisAndLock({ config, store, log }, words)).slice(1);
    expect(await looked()).toEqual([{ part: "lock", found: words.noRun }]);
    const lock = await takeTargetLock(await openRedis(config.redis, log), describeTarget(target), {
      holder: newHolder(Date.now()),
    });
    expect(await looked()).toEqual([{ part: "lock", found: expect.stringMatching(/holds the lock in Redis, since/) }]);
    await redis.admin.select(3);
    const [key] = await redis.admin.keys("*:lock:*");
    await lock.release();
    await redis.admin.set(key ?? "", "mine", "PX", 20_000);
    expect(await looked()).toEqual([{ part: "lock", warning: words.strangeLock(20) }]);
    const refused = takeTargetLock(await openRedis(config.redis, log), describeTarget(target), {
      holder: newHolder(Date.now()),
    });
    await expect(refused).rejects.toMatchObject({
      code: "run-in-progress",
      message: expect.stringContaining("another program"),
      hint: expect.stringContaining(String(key)),
    });
  });
});

describe("the lock of a process that has ended", () => {
  it("is taken over by the next run of its own installation, and waited for by that of another one", async () => {
    const redis = await startSharedRedis();
    closing.push(redis.kill);
    const config = { redis: { url: redis.url, searchPath: "" }, target } as Config;
    const store = openState();
    const looked = async () => (await checkRedisAndLock({ config, store, log }, words)).slice(1);
    const dead = `${hostname()}:4194305:0123456789ab:1`;
    await takeTargetLock(await openRedis(config.redis, log), describeTarget(target), { holder: dead });
    expect(await looked()).toEqual([{ part: "lock", warning: expect.stringContaining("no run can begin before") }]);
    const sqlite = new DatabaseSync(join(folder, "musterd.db"));
    const row = sqlite.prepare("INSERT INTO lease (target, holder, expires_at) VALUES ('target', ?, ?)");
    row.run(dead, Date.now() + 30_000);
    sqlite.close();
    const taken = {
      part: "lock",
      warning: expect.stringMatching(/; it does not renew it .*, and the next run takes over$/),
    };
    expect(await looked()).toEqual([taken, taken]);
  });
});

describe("the free space", () => {
  it("is enough, or too little to copy the database", async () => {
    const { bavail, bsize } = await statfs(folder);
    writeFileSync(join(folder, "musterd.db"), "");
    expect(await checkFreeSpace(folder, words)).toEqual([{ part: "space", found: expect.stringMatching(/MiB free/) }]);
    truncateSync(join(folder, "musterd.db"), Math.ceil((bavail * bsize) / 2) + 2 ** 30);
    expect(await checkFreeSpace(folder, words)).toEqual([{ part: "space", warning: expect.stringMatching(/^only/) }]);
  });
});

describe("the clock", () => {
  it.each([
    [0, "found", /differs from the service's by [01] s/],
    [-3_600, "warning", /^3,6\d\d s ahead of the service/],
    [3_600, "warning", /^3,(600|599) s behind the service/],
  ])("of a service that is %d s ahead is compared", async (seconds, kind, text) => {
    const server = createServer((_, response) => {
      response.setHeader("Date", new Date(Date.now() + seconds * 1000).toUTCString()).end();
    }).listen(0, "127.0.0.1");
    closing.push(() => server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await checkClock(`http://127.0.0.1:${port}`, words)).toEqual([
      { part: "clock", [kind]: expect.stringMatching(text) },
    ]);
  });
});

describe("certificates", () => {
  it("of files and servers are shown with their ends, and warned of before", async () => {
    const [soon, ended] = [join(folder, "soon"), join(folder, "ended")];
    await Promise.all([mkdir(soon), mkdir(ended)]);
    const valid = await makeCertificates(soon);
    const { ca, server } = await makeCertificates(ended, { validity: ["20200101000000Z", "20200601000000Z"] });
    const tls = createTlsServer({ cert: readFileSync(server.cert), key: readFileSync(server.key) }).listen(
      0,
      "127.0.0.1",
    );
    closing.push(() => tls.close());
    await new Promise((resolve) => tls.once("listening", resolve));
    const { port } = tls.address() as AddressInfo;
    const both = join(folder, "both.pem");
    writeFileSync(both, `${readFileSync(valid.ca, "utf8")}${readFileSync(server.cert, "utf8")}`);
    const redis = { url: "redis://127.0.0.1", ca: both, clientCertificate: valid.client };
    const feeds = { ad: { settings: { url: `ldaps://127.0.0.1:${port}`, ca } }, hr: { settings: { folder: "hr" } } };
    const config = { redis, source: { feeds }, notify: { channels: {} } } as unknown as Config;
    const [line, ...others] = await checkCertificates(config, undefined, words);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      part: "certificates",
      warning: expect.stringContaining("redis.ca expired on 2020-06-01"),
    });
    expect(line).toMatchObject({ warning: expect.stringContaining("redis.clientCertificate expires on") });
    expect(line).toMatchObject({ warning: expect.stringContaining("source.feeds.ad expired on 2020-06-01") });
    const broken = join(folder, "broken.pem");
    writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
    const alone = { redis: { ca: broken }, source: { feeds: {} }, notify: { channels: {} } } as unknown as Config;
    expect(await checkCertificates(alone, undefined, words)).toEqual([
      { part: "certificates", found: words.noCertificates },
    ]);
    const none = { redis: {}, source: { feeds: {} }, notify: { channels: {} } } as unknown as Config;
    expect(await checkCertificates(none, "http://localhost", words)).toEqual([
      { part: "certificates", found: words.noCertificates },
    ]);
  });
});
