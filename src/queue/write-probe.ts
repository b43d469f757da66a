/**
 * Checks that a Redis does what BullMQ needs: it accepts writes, runs scripts, and keeps lists, streams and sorted sets under
 * musterd's prefix (`keyPrefix`). A Redis that only answers PING would make a run wait for ever, so this probe precedes every
 * use.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Redis, type RedisOptions, ReplyError } from "ioredis";
import { type RedisPlace, redisFailure } from "./redis-failure.ts";
import { keyPrefix } from "./redis-handle.ts";

/**
 * `startTimeoutMs` is the longest wait for a server that may still be starting, and `probeTimeoutMs` the longest wait for one
 * that should be running.
 */
export const startTimeoutMs = 5_000;
export const probeTimeoutMs = 2_000;

/** How long the keys of an interrupted probe remain. */
const keptMs = 10_000;

const script = `redis.call('HSET', KEYS[1], 'field', '1')
redis.call('RPUSH', KEYS[2], '1')
redis.call('ZADD', KEYS[3], 0, '1')
redis.call('XADD', KEYS[4], '*', 'field', '1')
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end`;

/**
 * Resolves when every kind of write has worked, waiting for a server that is still starting. Rejects with `redis-unavailable`
 * when the server refuses, or after `timeoutMs`.
 */
export const probeWrites = async (options: RedisOptions, place: RedisPlace, timeoutMs: number): Promise<void> => {
  const { replyMapping: _, ...ordinary } = options;
  const client = new Redis({
    ...ordinary,
    lazyConnect: true,
    // The ready check would hide that the server is still loading.
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  let trouble = new Error(`no answer within ${timeoutMs / 1000} s`);
  // A client that is disconnected while it waits to reconnect never settles its commands, so they race against this
  // promise.
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

/**
 * True for an error that will not change on retry. Without this check, ioredis would go on after the error for a wrong database
 * number.
 */
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
