/**
 * A lock in Redis per target, which separates musterd installations that share a Redis but not a state folder. It complements
 * the store's lease. A run continues when Redis loses the lock, unless another installation takes it meanwhile.
 */
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { MusterdError } from "../lib/errors.ts";
import { holderText, newHolder, readHolder } from "../lib/holder.ts";
import { keyPrefix } from "./connection.ts";
import { redisFailure } from "./redis-failure.ts";
import type { RedisHandle } from "./redis-handle.ts";

const lockMs = 30_000;
const renewEveryMs = 5_000;
const answerTimeoutMs = 3_000;

export type TargetLock = {
  /**
   * Throws `lease-lost` when another installation has the lock, or when this process was suspended for longer than its lock
   * lasts. Costs one clock reading.
   */
  readonly check: () => void;
  readonly release: () => Promise<void>;
};

/** Takes the lock if it is free or already ours; returns the holder. */
const takeScript = `local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]`;

const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** `target` is a target identity. Rejects with `run-in-progress` or `redis-unavailable`. */
export const takeTargetLock = async (redis: RedisHandle, target: string): Promise<TargetLock> => {
  const key = keyOf(target);
  const own = newHolder(Date.now());
  const client = openClient(redis);
  const take = async () => String(await client.eval(takeScript, 1, key, own, lockMs));

  const holder = await take().catch((cause: Error) => {
    client.disconnect();
    throw failure(redis, cause);
  });
  if (holder !== own) {
    client.disconnect();
    throw held(key, holder);
  }

  let taker: string | undefined;
  let askedAt = performance.now();
  const renew = async () => {
    // If Redis does not answer, the lock may be gone; then only the store's lease decides.
    const now = await take().catch(() => own);
    if (now !== own) taker = now;
    askedAt = performance.now();
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  timer.unref();

  return {
    check: () => {
      if (taker === undefined && performance.now() - askedAt < lockMs) return;
      const who =
        taker === undefined
          ? "this process was suspended for longer than its lock lasts"
          : `another one (${holderText(taker)}) has taken the lock`;
      throw new MusterdError("lease-lost", `${who} of this target in Redis`, {
        hint: "let only one installation write to a service; the next run continues from the state it finds",
      });
    },
    release: async () => {
      clearInterval(timer);
      await client.eval(releaseScript, 1, key, own).catch(() => undefined);
      client.disconnect();
    },
  };
};

const held = (key: string, holder: string): MusterdError => {
  const isOurs = readHolder(holder) !== undefined;
  const message = isOurs
    ? `another installation holds the lock for this target (${holderText(holder)})`
    : "the lock for this target in Redis was written by another program";
  const hint = isOurs
    ? `wait until its run has ended, then try again; a process that was killed keeps the lock for ${lockMs / 1000} s`
    : `find out what else writes to this database of Redis, then delete the key ${key}`;
  return new MusterdError("run-in-progress", message, { hint, retryable: true });
};

const keyOf = (target: string): string =>
  `${keyPrefix}:lock:${createHash("sha256").update(target).digest("hex").slice(0, 16)}`;

const openClient = (redis: RedisHandle): Redis => {
  const { replyMapping: _, ...options } = redis.options;
  const client = new Redis({ ...options, maxRetriesPerRequest: null, commandTimeout: answerTimeoutMs });
  // The failing command reports the error.
  client.on("error", () => undefined);
  return client;
};

const failure = (redis: RedisHandle, cause: Error): MusterdError =>
  redisFailure({ name: redis.description, tls: redis.options.tls !== undefined }, cause);

/** Who has the lock, and for how long if it is not renewed; undefined if it is free. Rejects with `redis-unavailable`. */
export const lookAtTargetLock = async (
  redis: RedisHandle,
  target: string,
): Promise<{ readonly holder: string; readonly leftMs: number } | undefined> => {
  const client = openClient(redis);
  const key = keyOf(target);
  try {
    const holder = await client.get(key);
    return holder === null ? undefined : { holder, leftMs: await client.pttl(key) };
  } catch (cause) {
    throw failure(redis, cause as Error);
  } finally {
    client.disconnect();
  }
};
