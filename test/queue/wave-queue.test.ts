/** Tests waves in a real Redis and in the embedded one: they run in order, and each page once, whatever data Redis loses. */
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { newClosingState, openQueue } from "../../src/queue/connection.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { clearWaveQueue, type PageWork, type WavePage, WaveQueue } from "../../src/queue/wave-queue.ts";
import { connect, everythingIn, redisKinds, silent } from "./redis-kinds.ts";

describe.each(redisKinds)("waves in %s", (_, open) => {
  let redis: RedisHandle;
  let admin: Redis;
  let runs = 0;
  const queues: WaveQueue[] = [];

  beforeAll(async () => {
    redis = await open();
    admin = connect(redis);
  });

  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
  });

  afterAll(async () => {
    admin.disconnect();
    await redis.close();
  });

  const queueFor = (work: PageWork, concurrency = 4) => {
    runs += 1;
    const queue = new WaveQueue(redis, `run-${runs}`, work, concurrency, silent);
    queues.push(queue);
    return { queue, run: `run-${runs}` };
  };

  const shown = ({ wave, page }: WavePage): string => `${wave}/${page}`;

  it("end when each page has been worked on once, and never before the previous wave has ended", async () => {
    const worked: string[] = [];
    const { queue } = queueFor(async (page) => {
      await delay(page.page % 3);
      worked.push(shown(page));
    });
    for (const [wave, pages] of [
      [1, 3],
      [2, 1],
      [3, 0],
      [4, 40],
    ] as const) {
      await queue.runWave(wave, pages);
      expect(worked.splice(0).toSorted()).toEqual(
        Array.from({ length: pages }, (_page, at) => `${wave}/${at}`).toSorted(),
      );
    }
  });

  it("work on at most `concurrency` pages in parallel", async () => {
    const counts = { now: 0, most: 0 };
    const { queue } = queueFor(async () => {
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await delay(1);
      counts.now -= 1;
    }, 3);
    await queue.runWave(1, 30);
    expect(counts).toEqual({ now: 0, most: 3 });
  });

  it.each<readonly [string, (queue: string) => Promise<unknown>]>([
    ["a list of the queue is a text", (queue) => admin.set(`${queue}:wait`, "1")],
    ["its lists are gone and its jobs are not", (queue) => admin.hset(`${queue}:1-0-1`, "name", "page")],
    ["its settings are a text", (queue) => admin.set(`${queue}:meta`, "1")],
  ])("leave nothing in Redis when %s", async (_damage, damage) => {
    const { queue, run } = queueFor(async () => undefined);
    await queue.runWave(1, 3);
    const name = `{musterd}:wave-${run}`;
    await admin.del(`${name}:wait`, `${name}:meta`);
    await damage(name);
    await queue.close();
    expect(await admin.keys(`${name}:*`)).toEqual([]);
  });

  it("keep at most 200 jobs waiting in Redis, which contain only ids", async () => {
    let most = 0;
    let contents = "";
    const { queue, run } = queueFor(async ({ page }) => {
      const jobs = await admin.keys(`{musterd}:wave-${run}:1-*`);
      // Keys that end in :lock are not jobs: BullMQ keeps the lock of a job under a key of its own.
      most = Math.max(most, jobs.filter((key) => !key.endsWith(":lock")).length);
      if (page === 0) contents = await everythingIn(admin);
    });
    await queue.runWave(1, 450);
    expect(most).toBeGreaterThan(150);
    // A few more than 200: jobs that are being worked on count too, until Redis has recorded their end.
    expect(most).toBeLessThanOrEqual(204);
    const data = [...contents.matchAll(/"data":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, text]) => JSON.parse(`"${text}"`) as string,
    );
    expect(data.length).toBeGreaterThan(10);
    for (const text of data) expect(Object.keys(JSON.parse(text) as object)).toEqual(["run", "wave", "page"]);
  });

  it("are fed again when Redis loses everything in the middle, and still work on each page once", async () => {
    const worked: string[] = [];
    const { queue } = queueFor(async (page) => {
      if (page.page === 10) await admin.flushall();
      await delay(1);
      worked.push(shown(page));
    });
    await queue.runWave(1, 300);
    await queue.runWave(2, 5);
    expect(worked).toHaveLength(305);
    expect(new Set(worked).size).toBe(305);
  });

  it("feed no page again that waits in Redis, however long", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { queue, run } = queueFor(async () => undefined);
    const jobs = openQueue<WavePage>(`wave-${run}`, redis, newClosingState());
    await jobs.pause();
    const wave = queue.runWave(1, 3);
    await vi.waitFor(async () => expect(await jobs.getJobCounts("waiting")).toEqual({ waiting: 3 }));
    for (let check = 0; check < 3; check += 1) {
      vi.advanceTimersByTime(2_000);
      await delay(20);
    }
    expect(await jobs.getJobCounts("waiting")).toEqual({ waiting: 3 });
    await jobs.resume();
    await wave;
    await jobs.close();
  });

  it("work on a page once that is delivered twice at the same time", async () => {
    const worked: string[] = [];
    const doubled = Promise.withResolvers<void>();
    const { queue, run } = queueFor(async (page) => {
      worked.push(shown(page));
      if (page.page === 0) await doubled.promise;
    }, 3);
    const wave = queue.runWave(1, 2);
    const jobs = openQueue<WavePage>(`wave-${run}`, redis, newClosingState());
    await jobs.add("page", { run, wave: 1, page: 0 }, { jobId: "again" });
    await jobs.add("page", { run, wave: 7, page: 9 }, { jobId: "of another wave" });
    while ((await jobs.getJobCounts("waiting"))["waiting"] !== 0) await delay(1);
    doubled.resolve();
    await wave;
    await jobs.close();
    expect(worked.toSorted()).toEqual(["1/0", "1/1"]);
  });

  it("reject with the error of a page's work", async () => {
    const { queue } = queueFor(async ({ page }) => {
      if (page === 2) throw new Error("the store is full");
    });
    await expect(queue.runWave(1, 5)).rejects.toThrow("the store is full");
  });

  it("end when closed, after waiting for pages in work, and leave nothing behind", async () => {
    const begun = Promise.withResolvers<void>();
    const finished: number[] = [];
    const { queue, run } = queueFor(async ({ page }) => {
      begun.resolve();
      await delay(50);
      finished.push(page);
    }, 2);
    const wave = queue.runWave(1, 100);
    await begun.promise;
    await queue.close();
    await wave;
    const atClose = finished.length;
    expect(atClose).toBeGreaterThan(0);
    expect(atClose).toBeLessThan(10);
    await delay(120);
    expect(finished).toHaveLength(atClose);
    expect(await admin.keys(`*${run}:*`)).toEqual([]);
  });

  it("that a dead process left are removed", async () => {
    const jobs = openQueue<WavePage>("wave-dead", redis, newClosingState());
    await jobs.add("page", { run: "dead", wave: 1, page: 0 });
    await jobs.close();
    await clearWaveQueue(redis, "dead");
    expect(await admin.keys("*wave-dead:*")).toEqual([]);
  });
});
