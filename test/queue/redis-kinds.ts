/** The kinds of Redis that musterd may use, and helpers to inspect them. */
import { Redis } from "ioredis";
import { createLog } from "../../src/lib/log.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";

export const silent = createLog("silent");

/** The redis-server found on PATH, started only for this process, and the embedded Valkey, which is used when PATH has none. */
export const redisKinds: readonly (readonly [name: string, open: () => Promise<RedisHandle>])[] = [
  ["redis-server", () => openRedis({ searchPath: process.env["PATH"] ?? "" }, silent)],
  ["embedded Valkey", () => openRedis({ searchPath: "" }, silent)],
];

/** Opens a separate connection, with which a test can inspect and damage the data. */
export const connect = (redis: RedisHandle): Redis => {
  const { replyMapping: _, ...options } = redis.options;
  return new Redis(options);
};

const readers = {
  string: (redis: Redis, key: string) => redis.get(key),
  hash: (redis: Redis, key: string) => redis.hgetall(key),
  list: (redis: Redis, key: string) => redis.lrange(key, 0, -1),
  set: (redis: Redis, key: string) => redis.smembers(key),
  zset: (redis: Redis, key: string) => redis.zrange(key, "0", "-1"),
  stream: (redis: Redis, key: string) => redis.xrange(key, "-", "+"),
};

/** Returns all keys and values in Redis as one text. */
export const everythingIn = async (redis: Redis): Promise<string> => {
  const parts: string[] = [];
  for (const key of await redis.keys("*")) {
    const type = await redis.type(key);
    const value = await readers[type as keyof typeof readers]?.(redis, key);
    parts.push(`${key} = ${JSON.stringify(value)}`);
  }
  return parts.join("\n");
};
