/**
 * Which Redis: the one named by the configuration, else a private redis-server or valkey-server from PATH, else Valkey
 * embedded in this process. The store is the truth, so a private or embedded one may start empty every time.
 */
import { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { startEmbeddedValkey } from "./embedded-valkey.ts";
import { findRedisServer, startPrivateRedis } from "./private-redis.ts";
import type { RedisHandle } from "./redis-handle.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

export type RedisSettings = {
  /** `redis://` or `rediss://`; absent: a private or embedded one. */
  readonly url?: string;
  /** Folders in which a redis-server is looked for, as in PATH. */
  readonly searchPath: string;
};

/** Opens the Redis of the settings, or the best one that is there. MusterdError `redis-unavailable`. */
export const openRedis = async (settings: RedisSettings, log: Log): Promise<RedisHandle> => {
  const handle = await choose(settings);
  log.info({ redis: handle.description }, "redis chosen");
  return handle;
};

const choose = async ({ url, searchPath }: RedisSettings): Promise<RedisHandle> => {
  if (url !== undefined) return shared(url);
  const server = await findRedisServer(searchPath);
  return server ? startPrivateRedis(server) : startEmbeddedValkey();
};

const shared = async (url: string): Promise<RedisHandle> => {
  const parsed = URL.parse(url);
  if (!parsed || !/^rediss?:$/.test(parsed.protocol)) {
    throw new MusterdError("redis-unavailable", "the Redis address is not a redis:// or rediss:// URL", {
      place: { setting: "redis.url" },
      wayOut: "write it as redis://[:PASSWORD@]HOST:PORT/DB, or leave it out to use a private Redis",
    });
  }
  const database = Number(parsed.pathname.slice(1) || 0);
  const options = {
    host: parsed.hostname,
    port: Number(parsed.port || 6379),
    db: database,
    ...(parsed.username ? { username: decodeURIComponent(parsed.username) } : {}),
    ...(parsed.password ? { password: decodeURIComponent(parsed.password) } : {}),
    ...(parsed.protocol === "rediss:" ? { tls: {} } : {}),
  };
  const description = `${parsed.hostname}:${parsed.port || 6379}/${database}`;
  await waitUntilReady(options, `Redis at ${description}`);
  return { options, description, close: async () => undefined };
};
