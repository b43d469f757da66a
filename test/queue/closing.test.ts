/**
 * Tests that the connections of a queue end when the queue is closed, even if nobody tells that Redis has ended them, and that nothing piles
 * up while Redis is away.
 */
import { afterEach, expect, it } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { openRedis } from "../../src/queue/redis.ts";
import { openRunQueue } from "../../src/queue/run-queue.ts";
import { openRelay } from "../support/servers/relay.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it.each(["no-ends", "silent"] as const)("a relay with the fault %s leaves no connection behind", async (fault) => {
  const server = await startSharedRedis();
  const relay = await openRelay({ host: "127.0.0.1", port: server.port });
  closing.push(server.kill, relay.close);
  const url = server.url.replace(String(server.port), String(relay.port));
  const log = createLog("silent");
  const redis = await openRedis({ url, searchPath: "" }, log);
  const ran = Promise.withResolvers<void>();
  const owner = { installation: "one", target: "target" };
  const queue = openRunQueue(redis, owner, async () => ran.resolve(), log);
  await queue.ask();
  await ran.promise;
  relay.set(fault);
  await queue.close();
  await expect.poll(relay.connections, { timeout: 20_000 }).toBe(0);
});

it("requests while Redis is away do not pile up", async () => {
  const server = await startSharedRedis();
  const log = createLog("silent");
  const redis = await openRedis({ url: server.url, searchPath: "" }, log);
  const queue = openRunQueue(redis, { installation: "one", target: "target" }, async () => undefined, log);
  closing.push(queue.close);
  await queue.ask();
  await server.kill();
  const asked = new Set(Array.from({ length: 100 }, () => queue.ask()));
  for (const request of asked) request.catch(() => undefined);
  expect(asked.size).toBe(2);
});
