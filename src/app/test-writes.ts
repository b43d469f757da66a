/** Opens the connections of a write test, which writes to the service like a run: under the same lease and lock. */
import type { Config } from "../config/config.ts";
import { dateInZone, systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { openRedis } from "../queue/redis.ts";
import { type WriteTest, writeTest } from "../run/write-test.ts";
import { openWriter } from "../site/open-target.ts";
import { describeTarget, type TargetSettings } from "../site/settings/settings.ts";
import type { Store } from "../store/store.ts";
import { withTargetLock } from "./target-lock.ts";

type Deps = { readonly config: Config; readonly log: Log; readonly store: Store };

/** Rejects as a run does if the target is taken, and with `subject-unknown` if the service does not have the account. */
export const testWrites = async (
  { config, log, store }: Deps,
  settings: TargetSettings,
  account: string,
  signal: AbortSignal,
): Promise<WriteTest> => {
  const redis = await openRedis(config.redis, log);
  const target = openWriter(settings, log);
  const today = dateInZone(config.plan.people.timeZone, systemClock.nowMs());
  try {
    const locked = withTargetLock(store, redis, describeTarget(settings));
    return await writeTest({ store: locked, target, log, today }, account, signal);
  } finally {
    await target.close();
    await redis.close();
  }
};
