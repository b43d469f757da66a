/** Joins the lease of the store with the lock of the target in Redis. */
import type { RedisHandle } from "../queue/redis-handle.ts";
import { takeTargetLock } from "../queue/target-lock.ts";
import type { Lease } from "../store/next-run/lease.ts";
import type { Store } from "../store/store.ts";

/**
 * A store whose lease also holds the target's lock in Redis. The lease excludes other processes on the same state folder, the
 * lock excludes those on other state folders. `target` is an address even for an embedded service: every installation has its
 * own embedded service, so installations must not exclude each other.
 */
export const withTargetLock = (store: Store, redis: RedisHandle, target: string): Store => {
  const take = async (): Promise<Lease> => {
    const lease = await store.leases.take();
    try {
      const lock = await takeTargetLock(redis, target, lease);
      const check = () => {
        const asking = lease.check();
        return asking ? asking.then(lock.check) : lock.check();
      };
      const release = async () => {
        await lock.release();
        await lease.release();
      };
      return { ...lease, check, release };
    } catch (error) {
      await lease.release();
      throw error;
    }
  };
  return { ...store, leases: { ...store.leases, take } };
};
