/**
 * Chooses the Redis: the one named by the configuration, else a private redis-server or valkey-server from PATH, else Valkey
 * embedded in this process. A private or embedded one may start empty every time, because the store is authoritative.
 */
import type { RedisOptions } from "ioredis";
import { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { readTlsFiles } from "../lib/tls-files.ts";
import { startEmbeddedValkey } from "./embedded-valkey.ts";
import { findRedisServer, startPrivateRedis } from "./private-redis.ts";
import type { RedisHandle } from "./redis-handle.ts";
import { parseRedisUrl, type RedisSettings, redisProblems } from "./settings.ts";
import { probeTimeoutMs, probeWrites, startTimeoutMs } from "./write-probe.ts";

/** Opens the Redis of the settings, or else the best one available. Rejects with `redis-unavailable`. */
export const openRedis = async (settings: RedisSettings, log: Log): Promise<RedisHandle> => {
  const [problem] = redisProblems(settings);
  if (problem) throw unusable(problem.setting, `the setting ${problem.setting} ${problem.message}`);
  const handle = await choose(settings);
  log.info({ redis: handle.description }, "redis chosen");
  return handle;
};

const choose = async (settings: RedisSettings): Promise<RedisHandle> => {
  if (settings.url !== undefined) return shared(settings.url, settings);
  const server = await findRedisServer(settings.searchPath);
  return server ? startPrivateRedis(server) : startEmbeddedValkey();
};

/**
 * A connection on which a command has waited so long, without a byte, is opened again and the command repeated: a firewall or a proxy
 * forgets connections, and nobody tells. Longer than a worker waits for a job (five seconds), and so short that a lock of 30 s outlives it.
 */
const forgottenMs = 10_000;

const shared = async (url: string, settings: RedisSettings): Promise<RedisHandle> => {
  const address = parseRedisUrl(url);
  if ("problem" in address) throw unusable("redis.url", address.problem);
  const { tls, ...where } = address;
  const files = tls ? await readTlsFiles(settings, { code: "redis-unavailable", settings: "redis" }) : {};
  const { serverName } = settings;
  const options: RedisOptions = {
    ...where,
    socketTimeout: forgottenMs,
    ...(tls ? { tls: { ...files, ...(serverName === undefined ? {} : { servername: serverName }) } } : {}),
  };
  const description = `${where.host}:${where.port}/${where.db}`;
  const place = { name: `Redis at ${description}`, tls };
  await probeWrites(options, place, startTimeoutMs);
  return {
    options,
    description,
    probe: () => probeWrites(options, place, probeTimeoutMs),
    close: async () => undefined,
  };
};

const unusable = (setting: string, message: string): MusterdError =>
  new MusterdError("redis-unavailable", message, {
    place: { setting },
    hint: "write it as redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], or leave it out to use a private Redis",
  });
