/**
 * Finds out whether a Redis does what BullMQ needs: takes writes, runs scripts, keeps lists, streams and sorted sets under
 * our prefix. A Redis that only answers PING would let a run wait for ever, so this comes before every use.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Redis, type RedisOptions, ReplyError } from "ioredis";
import { keyPrefix } from "./connection.ts";
import { type RedisPlace, redisFailure } from "./redis-failure.ts";

/** How long a server that may still be starting is waited for, and one that should be there. */
export const startTimeoutMs = 5_000;
export const probeTimeoutMs = 2_000;

/** As long as a probe that was cut off leaves its keys behind. */
const keptMs = 10_000;

const script = `redis.call('HSET', KEYS[1], 'field', '1')
redis.call('RPUSH', KEYS[2], '1')
redis.call('ZADD', KEYS[3], 0, '1')
redis.call('XADD', KEYS[4], '*', 'field', '1')
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end`;

/**
 * Resolves when every kind of write has worked. A server that still starts is waited for; MusterdError
 * `redis-unavailable` when it refuses, or after `timeoutMs`.
 */
export const probeWrites = async (options: RedisOptions, place: RedisPlace, timeoutMs: number): Promise<void> => {
  const { replyMapping: _, ...ordinary } = options;
  const client = new Redis({
    ...ordinary,
    lazyConnect: true,
    // The check would hide that the server is still loading.
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  let trouble = new Error(`no answer within ${timeoutMs / 1000} s`);
  // A client that is told to disconnect while it waits to reconnect never settles its commands: hence a race.
  const failed = Promise.withResolvers<never>();
  client.on("error", (error: Error) => {
    trouble = error;
    if (isFinal(error)) failed.reject(error);
  });
  const timer = setTimeout(() => failed.reject(trouble), timeoutMs);
  try {
    client.connect().catch(() => undefined);
    await Promise.race([writeWhenLoaded(client), failed.promise]);
  } catch (cause) {
    throw redisFailure(place, cause as Error);
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
};

/** An answer that stays the same however often it is asked for; a wrong database number is one that ioredis goes on after. */
const isFinal = (error: NodeJS.ErrnoException): boolean =>
  (error instanceof ReplyError && !isLoading(error)) ||
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_OSSL/.test(error.code ?? "");

const isLoading = (error: Error): boolean => error.message.startsWith("LOADING");

const writeWhenLoaded = async (client: Redis): Promise<void> => {
  for (;;) {
    try {
      return await write(client);
    } catch (error) {
      if (!isLoading(error as Error)) throw error;
      await delay(100);
    }
  }
};

const write = async (client: Redis): Promise<void> => {
  const probe = `${keyPrefix}:probe:${randomUUID()}`;
  const [hash, list, sorted, stream] = ["hash", "list", "sorted", "stream"].map((kind) => `${probe}:${kind}`) as [
    string,
    string,
    string,
    string,
  ];
  await client.info("server");
  await client.set(probe, "1", "PX", keptMs);
  await client.eval(script, 4, hash, list, sorted, stream, keptMs);
  await client.bzpopmin(sorted, 1);
  await client.del(probe, hash, list, stream);
};
