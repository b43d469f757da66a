/** The queues that people look at are opened when they are asked for, and closed when their run is over. */
import { expect, it, onTestFinished } from "vitest";
import { openRedis } from "../../src/queue/redis.ts";
import { watchQueues } from "../../src/queue/watched-queues.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import { silent } from "./redis-kinds.ts";

it("the queue of a run is closed when the run is over, and all are closed at the end", async () => {
  const shared = await startSharedRedis();
  onTestFinished(shared.kill);
  const redis = await openRedis({ url: shared.url, searchPath: "" }, silent);
  const connections = async () =>
    String(await shared.admin.client("LIST"))
      .trim()
      .split("\n").length;
  const before = await connections();
  const watched = watchQueues(redis, { installation: "one", target: "site" });
  const countsOf = async (run: string | undefined) => {
    const queues = await watched.of(run);
    for (const queue of queues) await queue.getJobCounts();
    return queues.map(({ name }) => name);
  };
  expect(await countsOf("r1")).toEqual([expect.stringMatching(/^runs/), "wave-r1"]);
  expect(await connections()).toBe(before + 2);
  expect(await countsOf("r2")).toEqual([expect.stringMatching(/^runs/), "wave-r2"]);
  await expect.poll(connections).toBe(before + 2);
  expect(await countsOf(undefined)).toHaveLength(1);
  await expect.poll(connections).toBe(before + 1);
  await watched.close();
  await expect.poll(connections).toBe(before);
  await redis.close();
});
