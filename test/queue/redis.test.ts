/** Tests the choice of a Redis, its connections, and that a private Redis ends with the process that started it. */
import { fork } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect as connectSocket, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { startPrivateRedis } from "../../src/queue/private-redis.ts";
import { openRedis } from "../../src/queue/redis.ts";
import { openRunQueue } from "../../src/queue/run-queue.ts";
import { WaveQueue } from "../../src/queue/wave-queue.ts";
import { type SharedRedis, startSharedRedis } from "../support/servers/shared-redis.ts";
import { connect, silent } from "./redis-kinds.ts";

const searchPath = process.env["PATH"] ?? "";
/** Node tells there that a server has begun to listen, as another user of the machine sees in the list of its ports. */
const listening = "tracing:net.server.listen:asyncEnd";
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const started = async (): Promise<SharedRedis> => {
  const shared = await startSharedRedis();
  closing.push(shared.kill);
  return shared;
};

describe("the Redis of an address", () => {
  it("is reached with its password and database, and described without the password", async () => {
    const shared = await started();
    const redis = await openRedis({ url: shared.url, searchPath }, silent);
    const client = connect(redis);
    expect(await client.client("INFO")).toContain(" db=3 ");
    expect(redis.description).toBe(`127.0.0.1:${shared.port}/3`);
    client.disconnect();
    await redis.close();
  });

  it("that refuses the password is an error", async () => {
    const shared = await started();
    const opening = openRedis({ url: `redis://127.0.0.1:${shared.port}`, searchPath }, silent);
    await expect(opening).rejects.toMatchObject({
      code: "redis-unavailable",
      message: expect.stringContaining("NOAUTH"),
      place: { setting: "redis.url" },
    });
  });

  it.each(["http://127.0.0.1:6379", "127.0.0.1:6379", "redis"])("that does not exist (%s) is an error", async (url) => {
    await expect(openRedis({ url, searchPath }, silent)).rejects.toMatchObject({ code: "redis-unavailable" });
  });
});

describe("a private Redis", () => {
  it("is in a private folder, listens on no port, and is removed with its folder when it is closed", async () => {
    const redis = await openRedis({ searchPath }, silent);
    const folder = dirname(redis.options.path ?? "");
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
    const client = connect(redis);
    expect(await client.config("GET", "port")).toEqual(["port", "0"]);
    client.disconnect();
    await redis.close();
    expect(existsSync(folder)).toBe(false);
  });

  it("dies with its process, whatever killed that process", async () => {
    const child = fork(fileURLToPath(new URL("redis-holder.ts", import.meta.url)));
    const [socket] = (await once(child, "message")) as [string];
    child.kill("SIGKILL");
    await once(child, "exit");
    while (existsSync(dirname(socket))) await delay(10);
    const attempt = connectSocket(socket);
    expect(await once(attempt, "error")).toMatchObject([{ code: "ENOENT" }]);
  });

  it("that does not start is an error, and leaves nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-no-redis-"));
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = folder;
    try {
      await writeFile(join(folder, "redis-server"), `#!/bin/sh\necho "$0: no such library" >&2; exit 127\n`, {
        mode: 0o755,
      });
      await expect(openRedis({ searchPath: folder }, silent)).rejects.toMatchObject({
        code: "redis-unavailable",
        message: expect.stringMatching(/^the private \S+redis-server cannot be used: \S+: no such library$/),
        hint: expect.stringContaining("PATH"),
      });
      expect(existsSync(join(folder, "redis-server"))).toBe(true);
      expect(await readdir(folder)).toEqual(["redis-server"]);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      await rm(folder, { recursive: true });
    }
  });

  it("that the system does not start, for want of processes, is an error with its reason", async () => {
    await expect(startPrivateRedis("redis-server", "/nowhere/sh")).rejects.toMatchObject({
      code: "redis-unavailable",
      message: "the private redis-server cannot be used: spawn /nowhere/sh ENOENT",
    });
  });
});

describe("the embedded Valkey", () => {
  it("serves nobody who connects before it demands its password", async () => {
    const early: Socket[] = [];
    let answers = "";
    const listens = (told: unknown): void => {
      const { port } = (told as { readonly server: Server }).server.address() as AddressInfo;
      const socket = connectSocket(port, "127.0.0.1");
      socket.on("error", () => undefined).on("data", (part) => (answers += String(part)));
      early.push(socket);
    };
    subscribe(listening, listens);
    try {
      const redis = await openRedis({ searchPath: "" }, silent);
      closing.push(redis.close);
      for (const socket of early) socket.write("PING\r\n");
      const client = connect(redis);
      await client.ping();
      await delay(200);
      client.disconnect();
      expect(early.length).toBeGreaterThan(0);
      expect(answers).not.toContain("PONG");
    } finally {
      unsubscribe(listening, listens);
      for (const socket of early) socket.destroy();
    }
  });
});

describe("a Redis that disappears for good", () => {
  it("delays neither the end of a wave queue nor that of the run queue", async () => {
    const shared = await started();
    const redis = await openRedis({ url: shared.url, searchPath }, silent);
    const gone = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const finished: number[] = [];
    const waves = new WaveQueue(
      redis,
      "gone",
      async ({ page }) => {
        begun.resolve();
        await gone.promise;
        finished.push(page);
      },
      2,
      silent,
    );
    const runs = openRunQueue(redis, { installation: "one", target: "gone" }, () => gone.promise, silent);
    await runs.ask();
    const wave = waves.runWave(1, 50);
    await begun.promise;
    await shared.kill();
    gone.resolve();
    await waves.close();
    await wave;
    await runs.close();
    expect(finished.length).toBeLessThanOrEqual(2);
  });
});
