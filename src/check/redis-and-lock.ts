/**
 * Redis, and who runs: the holder of the lease in the state folder, and of the target's lock in a shared Redis. The lock of a
 * private Redis is not looked at, because it ends with its process.
 */
import type { Config } from "../config/config.ts";
import { isoInstant, systemClock } from "../lib/clock.ts";
import { asMusterdError } from "../lib/errors.ts";
import { readHolder } from "../lib/holder.ts";
import type { Log } from "../lib/log.ts";
import { evictionPolicyOf } from "../queue/eviction.ts";
import { openRedis } from "../queue/redis.ts";
import { lookAtTargetLock } from "../queue/target-lock.ts";
import { describeTarget } from "../site/settings/settings.ts";
import { isGone } from "../store/next-run/lease.ts";
import type { Store } from "../store/store.ts";
import type { Check, Held, PartWords } from "./check.ts";

type Checked = { readonly config: Config; readonly store: Store; readonly log: Log };

export const checkRedisAndLock = async (checked: Checked, words: PartWords): Promise<readonly Check[]> => {
  const lease = await checked.store.leases.look();
  const { redis, lock } = await tryRedis(checked, words, lease?.holder);
  const held = [...(lease ? [described("lease", lease, words, true)] : []), ...lock];
  return [redis, ...(held.length > 0 ? held : [{ part: "lock", found: words.noRun }])];
};

type Tried = { readonly redis: Check; readonly lock: readonly Check[] };

/** `own`: the holder of the lease. Who takes over a lease takes over the lock of the same holder. */
const tryRedis = async ({ config, log }: Checked, words: PartWords, own: string | undefined): Promise<Tried> => {
  try {
    const redis = await openRedis(config.redis, log);
    try {
      const isShared = config.redis.url !== undefined && config.target !== "embedded";
      const lock = isShared ? await lookAtTargetLock(redis, describeTarget(config.target)) : undefined;
      const policy = await evictionPolicyOf(redis);
      const found = redis.description;
      return {
        redis:
          policy === undefined ? { part: "redis", found } : { part: "redis", warning: words.evicts(found, policy) },
        lock: lock ? [described("redis", { ...lock, untilMs: untilOf(lock.leftMs) }, words, lock.holder === own)] : [],
      };
    } finally {
      await redis.close();
    }
  } catch (thrown) {
    return { redis: { part: "redis", error: asMusterdError(thrown) }, lock: [] };
  }
};

/** A lock that never expires has a negative time left. */
const untilOf = (leftMs: number): number => (leftMs < 0 ? Number.POSITIVE_INFINITY : systemClock.nowMs() + leftMs);

type Holding = { readonly holder: string; readonly untilMs: number };

/** A dead holder is a warning: its run has ended early. `isTakenOver`: the next run does not wait for its end. */
const described = (
  where: Held["where"],
  { holder: text, untilMs }: Holding,
  words: PartWords,
  isTakenOver: boolean,
): Check => {
  const holder = readHolder(text);
  const leftSeconds = Math.ceil((untilMs - systemClock.nowMs()) / 1000);
  if (!holder || leftSeconds === Number.POSITIVE_INFINITY) {
    return { part: "lock", warning: words.strangeLock(leftSeconds) };
  }
  const { host, pid, sinceMs } = holder;
  const since = sinceMs === undefined ? undefined : isoInstant(sinceMs);
  const isOver = untilMs <= systemClock.nowMs();
  // This process may hold a lock itself, as in a program that does several things.
  const isDead = isOver || (isGone(text) && (where === "lease" || pid !== process.pid));
  const next = isTakenOver ? "takes-over" : "waits";
  const said = words.held({ where, host, pid, since, until: isoInstant(untilMs) }, isDead ? next : undefined);
  return isDead ? { part: "lock", warning: said } : { part: "lock", found: said };
};
