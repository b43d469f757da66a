/** Waits for a Redis that may still be starting. Workers would wait for ever and say nothing, so this comes first. */
import { Redis, type RedisOptions } from "ioredis";
import { MusterdError } from "../lib/errors.ts";

const patienceMs = 5_000;

/**
 * Resolves when it answers a PING. MusterdError `redis-unavailable` when it refuses, or after five seconds. `name` is for
 * people.
 */
export const waitUntilReady = async (options: RedisOptions, name: string): Promise<void> => {
  const { replyMapping: _, ...ordinary } = options;
  const probe = new Redis({ ...ordinary, lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  let lastTrouble = "no connection";
  probe.on("error", (error: NodeJS.ErrnoException) => {
    lastTrouble = error.code ?? error.message;
  });
  // A client that is told to disconnect while it waits to reconnect never settles its commands: hence a race.
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error(lastTrouble)), patienceMs);
  try {
    probe.connect().catch(() => undefined);
    await Promise.race([probe.ping(), tooLate.promise]);
  } catch (cause) {
    throw new MusterdError("redis-unavailable", `${name} does not answer: ${(cause as Error).message}`, {
      place: { setting: "redis.url" },
      wayOut: "start it or correct its address; without REDIS_URL and redis.url musterd starts a private one",
      cause,
    });
  } finally {
    clearTimeout(timer);
    probe.disconnect();
  }
};
