/** Tests in Chromium BullMQ's own board: operators see the queues of both kinds of Redis, nobody else does, and nobody changes anything. */
import { createBullBoard } from "@bull-board/api";
import { FastifyAdapter } from "@bull-board/fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { type WatchedQueues, watchQueues } from "../../src/queue/watched-queues.ts";
import { WaveQueue, waveQueueName } from "../../src/queue/wave-queue.ts";
import { redisKinds, silent } from "../queue/redis-kinds.ts";
import { launchBrowser } from "../support/processes/browser.ts";
import { type ServedConsole, serveForTest, signIn } from "./served-console.ts";

const run = "20261127T010203-abcdef12";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** All routes of the board's interface, with what stands for their parameters. */
const routes = (): readonly (readonly [method: string, path: string])[] => {
  const found: [string, string][] = [];
  class Listing extends FastifyAdapter {
    override setApiRoutes(given: Parameters<FastifyAdapter["setApiRoutes"]>[0]): FastifyAdapter {
      for (const { method, route } of given)
        for (const path of [route].flat())
          found.push([
            [method].flat().join(),
            path.replace(":queueName", waveQueueName(run)).replace(":jobId", "0-0-1"),
          ]);
      return super.setApiRoutes(given);
    }
  }
  createBullBoard({ queues: [], serverAdapter: new Listing() });
  return found;
};

describe.each(redisKinds)("the board of %s", (_, openRedis) => {
  let redis: RedisHandle;
  let wave: WaveQueue;
  let watched: WatchedQueues;
  let at: ServedConsole;
  let url: string;
  let work = Promise.withResolvers<void>();

  beforeAll(async () => {
    redis = await openRedis();
    work = Promise.withResolvers();
    wave = new WaveQueue(redis, run, () => work.promise, 1, silent);
    void wave.runWave(0, 3).catch(() => undefined);
    watched = watchQueues(redis, { installation: "one", target: "site" });
    at = await serveForTest({ daemon: { console: "loopback", queueBoard: true } }, { queues: () => watched.of(run) });
    url = await at.server.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await at.close();
    await watched.close();
    work.resolve();
    await wave.close();
    await redis.close();
  });

  const open = async (name: string, path: string) => {
    const context = await browser.newContext();
    await signIn(context, at, url, name);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(url)) elsewhere.push(request.url());
    });
    const refused: string[] = [];
    page.on("console", (line) => {
      if (line.text().includes("script-src")) refused.push(line.text());
    });
    const answer = await page.goto(`${url}${path}`);
    return { page, answer, elsewhere, refused };
  };

  it("shows operators the jobs of a run, with nothing from another host", async () => {
    const { page, elsewhere, refused } = await open("otto", "/");
    await page.getByRole("link", { name: "Queues" }).click();
    await page.getByText(waveQueueName(run)).first().waitFor();
    await page.goto(`${url}/queues/queue/${waveQueueName(run)}?status=waiting`);
    await page.getByText("0-1-1").first().waitFor();
    expect(elsewhere).toEqual([]);
    expect(refused).toEqual([]);
  });

  it("refuses everybody else, and who has not signed in", async () => {
    for (const name of ["ann", "aude"])
      for (const path of ["/queues", "/queues/api/queues", "/queues/static/favicon.ico"])
        expect([name, path, (await at.get(path, name)).statusCode]).toEqual([name, path, 403]);
    const stranger = await at.server.inject({ url: "/queues/api/queues", headers: { host: "127.0.0.1" } });
    expect([stranger.statusCode, stranger.headers.location]).toEqual([303, "/sign-in?to=%2Fqueues%2Fapi%2Fqueues"]);
  });

  it("changes nothing, whatever operators send", async () => {
    const counts = async () => Promise.all((await watched.of(run)).map((queue) => queue.getJobCounts()));
    const before = await counts();
    const cookie = `musterd=${await at.app.store.sessions.open("otto")}`;
    const headers = { host: "127.0.0.1", origin: "http://127.0.0.1", cookie };
    const writing = routes().filter(([method]) => method !== "get");
    expect(writing.length).toBeGreaterThan(15);
    for (const [method, path] of writing) {
      const answer = await at.server.inject({ method: method as "POST", url: `/queues${path}`, headers, payload: {} });
      expect([method, path, answer.statusCode]).toEqual([method, path, 404]);
    }
    expect(await counts()).toEqual(before);
  });
});

it("is not there where it is off", async () => {
  const at = await serveForTest();
  expect((await at.get("/queues", "otto")).statusCode).toBe(404);
  await at.close();
});
