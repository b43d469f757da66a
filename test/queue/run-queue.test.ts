/** Tests run requests: one run at a time, one more for all requests during it, and no request lost while Redis runs. */
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { openRunQueue, type RunQueue } from "../../src/queue/run-queue.ts";
import { connect, redisKinds, silent } from "./redis-kinds.ts";

describe.each(redisKinds)("the run queue in %s", (_, open) => {
  let redis: RedisHandle;
  let admin: Redis;
  let queues: RunQueue[] = [];

  beforeAll(async () => {
    redis = await open();
    admin = connect(redis);
  });

  afterEach(async () => {
    for (const queue of queues) await queue.close();
    queues = [];
    await admin.flushall();
  });

  afterAll(async () => {
    admin.disconnect();
    await redis.close();
  });

  /** Opens a queue whose runs end only when the test ends them. */
  const controlled = (target: string, installation = "one") => {
    const begun: (() => void)[] = [];
    let waiting: (() => void) | undefined;
    const queue = openRunQueue(
      redis,
      { installation, target },
      () =>
        new Promise((resolve) => {
          begun.push(resolve);
          waiting?.();
        }),
      silent,
    );
    queues.push(queue);
    const untilBegun = async (count: number): Promise<void> => {
      while (begun.length < count) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
    };
    return { queue, begun, untilBegun };
  };

  it("makes one following run for all requests during a run", async () => {
    const { queue, begun, untilBegun } = controlled("coalesce");
    await queue.ask();
    await untilBegun(1);
    for (let count = 0; count < 10; count += 1) await queue.ask();
    expect(begun).toHaveLength(1);
    begun[0]?.();
    await untilBegun(2);
    begun[1]?.();
    await queue.close();
    expect(begun).toHaveLength(2);
  });

  it("runs again for requests after the end, repeatedly", async () => {
    const { queue, begun, untilBegun } = controlled("again");
    for (let count = 1; count <= 5; count += 1) {
      await queue.ask();
      await untilBegun(count);
      begun[count - 1]?.();
    }
    expect(begun).toHaveLength(5);
  });

  it("keeps targets apart", async () => {
    const [one, other] = [controlled("one"), controlled("other")];
    await one.queue.ask();
    await other.queue.ask();
    await Promise.all([one.untilBegun(1), other.untilBegun(1)]);
    expect([one.begun.length, other.begun.length]).toEqual([1, 1]);
    one.begun[0]?.();
    other.begun[0]?.();
  });

  it("leaves another installation's requests to it", async () => {
    const [own, other] = [controlled("shared"), controlled("shared", "two")];
    for (let count = 1; count <= 6; count += 1) {
      await own.queue.ask();
      await own.untilBegun(count);
      own.begun[count - 1]?.();
    }
    expect(other.begun).toHaveLength(0);
  });

  it("runs for repeated requests after Redis has lost everything in the middle of a run", async () => {
    const { queue, begun, untilBegun } = controlled("flushed");
    await queue.ask();
    await untilBegun(1);
    await queue.ask();
    await admin.flushall();
    begun[0]?.();
    await queue.ask();
    await untilBegun(2);
    begun[1]?.();
    await queue.close();
    expect(begun).toHaveLength(2);
  });

  it("waits for the active run when it is closed", async () => {
    const { queue, begun, untilBegun } = controlled("closing");
    await queue.ask();
    await untilBegun(1);
    let closed = false;
    const closing = queue.close().finally(() => {
      closed = true;
    });
    await delay(50);
    expect(closed).toBe(false);
    begun[0]?.();
    await closing;
    expect(closed).toBe(true);
  });
});
