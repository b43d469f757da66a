/**
 * A lock in Redis per target, which separates musterd installations that share a Redis but not a state folder. It complements
 * the store's lease. A run continues when Redis loses the lock, unless another installation takes it meanwhile.
 */
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { MusterdError } from "../lib/errors.ts";
import { holderText, readHolder } from "../lib/holder.ts";
import { redisFailure } from "./redis-failure.ts";
import { keyPrefix, type RedisHandle } from "./redis-handle.ts";

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

/**
 * Takes the lock if it is free, already ours, or that of the dead holder `ARGV[3]`; returns the holder, and for how many
 * milliseconds. What is no text has the holder ''.
 */
const takeScript = `local kind = redis.call('TYPE', KEYS[1]).ok
local holder = ''
if kind == 'string' then holder = redis.call('GET', KEYS[1]) end
if kind ~= 'none' and holder ~= ARGV[1] and holder ~= ARGV[3] then return { holder, redis.call('PTTL', KEYS[1]) } end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { ARGV[1], tonumber(ARGV[2]) }`;

/** The same without taking it; an empty list if it is free. */
const lookScript = `local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {} end
local holder = ''
if kind == 'string' then holder = redis.call('GET', KEYS[1]) end
return { holder, redis.call('PTTL', KEYS[1]) }`;

/** `leftMs` is negative for a lock that never expires, which no musterd writes. */
type Taken = { readonly holder: string; readonly leftMs: number };

const takenFrom = (answer: unknown): Taken => {
  const [holder, leftMs] = answer as readonly [unknown, unknown];
  return { holder: String(holder), leftMs: Number(leftMs) };
};

/** Of what is no text, GET fails, and it stays. */
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** The holder of the store's lease, which holds the lock under the same name, and the dead one from whom it took the lease. */
export type LockTaker = { readonly holder: string; readonly replaced?: string };

/** `target` is a target identity. Rejects with `run-in-progress` or `redis-unavailable`. */
export const takeTargetLock = async (
  redis: RedisHandle,
  target: string,
  { holder: own, replaced = own }: LockTaker,
): Promise<TargetLock> => {
  const key = keyOf(target);
  const client = openClient(redis);
  const take = async () => takenFrom(await client.eval(takeScript, 1, key, own, lockMs, replaced));

  const found = await take().catch((cause: Error) => {
    client.disconnect();
    throw failure(redis, cause);
  });
  if (found.holder !== own) {
    client.disconnect();
    throw held(key, found);
  }

  let taker: string | undefined;
  let askedAt = performance.now();
  const renew = async () => {
    // If Redis does not answer, the lock may be gone; then only the store's lease decides.
    const { holder } = await take().catch(() => ({ holder: own }));
    if (holder !== own) taker = holder;
    askedAt = performance.now();
  };
  const timer = setInterval(() => void renew(), renewEveryMs);

  return {
    check: () => {
      if (taker === undefined && performance.now() - askedAt < lockMs) return;
      const [what, cause] =
        taker === undefined
          ? [
              "this process was suspended for longer than it keeps the lock",
              "look for a suspended or overloaded machine",
            ]
          : [`another one (${holderText(taker)}) has taken the lock`, "let only one installation write to a service"];
      throw new MusterdError("lease-lost", `${what} of this target in Redis`, {
        hint: `${cause}; the next run continues from the state it finds`,
      });
    },
    release: async () => {
      clearInterval(timer);
      await client.eval(releaseScript, 1, key, own).catch(() => undefined);
      client.disconnect();
    },
  };
};

const held = (key: string, { holder, leftMs }: Taken): MusterdError => {
  const [message, hint] = refusalOf(key, holder, leftMs);
  return new MusterdError("run-in-progress", message, { hint, retryable: true });
};

const refusalOf = (key: string, holder: string, leftMs: number): readonly [message: string, hint: string] => {
  if (readHolder(holder) === undefined) {
    return [
      "the lock for this target in Redis was written by another program",
      `find out what else writes to this database of Redis, then delete the key ${key}`,
    ];
  }
  if (leftMs < 0) {
    return [
      `the lock for this target in Redis (${holderText(holder)}) never expires`,
      `no musterd writes such a lock: something has changed or copied it. When that process does not run, delete the key ${key}`,
    ];
  }
  return [
    `another installation holds the lock for this target (${holderText(holder)})`,
    `wait until its run has ended, then try again; a process that was killed keeps the lock for ${lockMs / 1000} s`,
  ];
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
export const lookAtTargetLock = async (redis: RedisHandle, target: string): Promise<Taken | undefined> => {
  const client = openClient(redis);
  try {
    const answer = (await client.eval(lookScript, 1, keyOf(target))) as readonly unknown[];
    return answer.length === 0 ? undefined : takenFrom(answer);
  } catch (cause) {
    throw failure(redis, cause as Error);
  } finally {
    client.disconnect();
  }
};
