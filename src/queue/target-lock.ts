/**
 * A lock in Redis per target, which separates musterd installations that share a Redis but not a state folder. It complements
 * the store's lease. A run continues when Redis loses the lock, unless another installation takes it meanwhile.
 */
import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { Redis } from "ioredis";
import { MusterdError } from "../lib/errors.ts";
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
  const key = `${keyPrefix}:lock:${createHash("sha256").update(target).digest("hex").slice(0, 16)}`;
  const own = `${hostname()}:${process.pid}:${randomBytes(6).toString("hex")}`;
  const { replyMapping: _, ...options } = redis.options;
  const client = new Redis({ ...options, maxRetriesPerRequest: null, commandTimeout: answerTimeoutMs });
  // The failing command reports the error.
  client.on("error", () => undefined);
  const take = async () => String(await client.eval(takeScript, 1, key, own, lockMs));

  const holder = await take().catch((cause: Error) => {
    client.disconnect();
    throw redisFailure({ name: redis.description, tls: options.tls !== undefined }, cause);
  });
  if (holder !== own) {
    client.disconnect();
    throw new MusterdError("run-in-progress", `another installation holds the lock for this target (${holder})`, {
      hint: `wait until its run has ended, then try again; a process that was killed keeps the lock for ${lockMs / 1000} s`,
      retryable: true,
    });
  }

  let newHolder: string | undefined;
  let askedAt = performance.now();
  const renew = async () => {
    // If Redis does not answer, the lock may be gone; then only the store's lease decides.
    const now = await take().catch(() => own);
    if (now !== own) newHolder = now;
    askedAt = performance.now();
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  timer.unref();

  return {
    check: () => {
      if (newHolder === undefined && performance.now() - askedAt < lockMs) return;
      const who =
        newHolder === undefined
          ? "this process was suspended for longer than its lock lasts"
          : `${newHolder} has taken the lock`;
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
