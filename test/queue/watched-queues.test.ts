/** The queues that people look at are opened when they are asked for, and closed when their run is over. */
import type { Queue } from "bullmq";
import { expect, it, onTestFinished } from "vitest";
import { openRedis } from "../../src/queue/redis.ts";
import { watchQueues } from "../../src/queue/watched-queues.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import { silent } from "./redis-kinds.ts";

it("the queue of a run is closed when the run is over, and all are closed at the end", async () => {
  const shared = await startSharedRedis();
  onTestFinished(shared.kill);
  const redis = await openRedis({ url: shared.url, searchPath: "" }, silent);
  const watched = watchQueues(redis, { installation: "one", target: "site" });
  const seen = new Map<string, Queue>();
  const namesOf = async (run: string | undefined) => {
    const queues = await watched.of(run);
    for (const queue of queues) {
      await queue.getJobCounts();
      seen.set(queue.name, queue);
    }
    return queues.map(({ name }) => name);
  };
  const open = () => [...seen].flatMap(([name, { closing }]) => (closing === undefined ? [name] : []));
  const [runs = "", first] = await namesOf("r1");
  expect([runs.slice(0, 4), first]).toEqual(["runs", "wave-r1"]);
  expect(await namesOf("r2")).toEqual([runs, "wave-r2"]);
  expect(open()).toEqual([runs, "wave-r2"]);
  expect(await namesOf(undefined)).toEqual([runs]);
  expect(open()).toEqual([runs]);
  await watched.close();
  expect(open()).toEqual([]);
  await redis.close();
});
