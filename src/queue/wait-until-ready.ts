/** Waits for a Redis that may still be starting. Workers would wait for ever and say nothing, so this comes first. */
import { Redis, type RedisOptions } from "ioredis";
import { MusterdError } from "../lib/errors.ts";

const patienceMs = 10_000;

/** Resolves when it answers a PING; MusterdError `redis-unavailable` after ten seconds. `name` is for people. */
export const waitUntilReady = async (options: RedisOptions, name: string): Promise<void> => {
  const { replyMapping: _, ...ordinary } = options;
  const probe = new Redis({ ...ordinary, lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  let why = "";
  probe.on("error", (error: NodeJS.ErrnoException) => {
    why = error.code ? ` (${error.code})` : "";
  });
  const timer = setTimeout(() => probe.disconnect(), patienceMs);
  try {
    void probe.connect().catch(() => undefined);
    await probe.ping();
  } catch (cause) {
    throw new MusterdError("redis-unavailable", `${name} did not answer within ${patienceMs} ms${why}`, {
      place: { setting: "redis.url" },
      wayOut: "start it or correct its address; without REDIS_URL and redis.url musterd starts a private one",
      cause,
    });
  } finally {
    clearTimeout(timer);
    probe.disconnect();
  }
};
