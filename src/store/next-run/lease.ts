/**
 * The lease: one run at a time per target, across all processes that share the store. The holder renews it while it runs and
 * checks it before every call. It is lost only when another process has taken it over: a process that was suspended, or whose
 * clock was set, asks the store whether it still holds the lease.
 */
import type { Clock } from "../../lib/clock.ts";
import { lockForWriting } from "../../lib/database/database.ts";
import { MusterdError } from "../../lib/errors.ts";
import { holderText, newHolder, readHolder, sharesProcessIds } from "../../lib/holder.ts";
import type { StoreDatabase, Tables, TargetStore } from "../schema/schema.ts";

const leaseMs = 30_000;
const renewEveryMs = 5_000;

export type Leases = {
  /** Takes the lease; rejects with `run-in-progress` while another process holds it, and as `checkFile` does. */
  readonly take: () => Promise<Lease>;
  /** The lease as it is stored, even if it has expired. */
  readonly look: () => Promise<HeldLease | undefined>;
};

type HeldLease = { readonly holder: string; readonly untilMs: number };

export type Lease = {
  /** Identifies the process and the occasion on which it took the lease. */
  readonly holder: string;
  /** The dead holder from whom the lease was taken over. */
  readonly replaced?: string;
  /**
   * Throws or rejects with `lease-lost` when another process has taken the lease. Before the lease expires, this costs two
   * clock readings; afterwards it renews the lease in the store.
   */
  readonly check: () => void | Promise<void>;
  readonly release: () => Promise<void>;
};

/** The error of a process whose lease another process has taken over. */
export const leaseLost = (): MusterdError =>
  new MusterdError("lease-lost", "another process took over the target while this one was suspended", {
    hint: "the next run continues from the state it finds; look for a suspended or overloaded machine",
  });

/** `checkFile` rejects where the store is no longer the one that was opened, or that of this version of musterd: then no run may begin. */
export const createLeases = ({ database, target, clock }: TargetStore, checkFile: () => Promise<void>): Leases => ({
  take: async () => {
    await checkFile();
    const holder = newHolder(clock.nowMs());
    let steadyMs = performance.now();
    /** `dead`: the lease of a holder who is known to be dead. */
    const claim = (dead?: Tables["lease"]) =>
      database.transaction().execute(async (transaction) => {
        await lockForWriting(transaction);
        const held = await transaction.selectFrom("lease").selectAll().where("target", "=", target).executeTakeFirst();
        if (held && !isFree(held, clock.nowMs()) && !(dead && isSame(held, dead))) return { taken: held };
        const next = { target, holder, expires_at: clock.nowMs() + leaseMs };
        await transaction.replaceInto("lease").values(next).execute();
        return { taken: next, replaced: held?.holder };
      });
    let claimed = await claim();
    // Whoever has taken it has, or had, a clock that is ahead of ours: only a living holder renews it.
    if (claimed.taken.expires_at - clock.nowMs() > 2 * leaseMs) {
      await new Promise((resolve) => setTimeout(resolve, leaseMs));
      steadyMs = performance.now();
      claimed = await claim(claimed.taken);
    }
    const { taken, replaced } = claimed;
    if (taken.holder !== holder) {
      const what = `another run holds the lease for this target (${holderText(taken.holder)})`;
      throw new MusterdError("run-in-progress", what, {
        hint: "wait until it has ended (`musterd runs`), then try again",
        retryable: true,
      });
    }
    const lease = hold(database, taken, { wallMs: taken.expires_at, steadyMs: steadyMs + leaseMs }, clock);
    return { ...lease, ...(replaced !== undefined && { replaced }) };
  },
  look: async () => {
    const held = await database.selectFrom("lease").selectAll().where("target", "=", target).executeTakeFirst();
    return held && { holder: held.holder, untilMs: held.expires_at };
  },
});

/** When the lease expires, on two clocks: the wall clock may be set, and the monotonic one may stop while the machine sleeps. */
type Until = { readonly wallMs: number; readonly steadyMs: number };

const hold = (database: StoreDatabase, row: Tables["lease"], firstUntil: Until, clock: Clock): Lease => {
  const { target, holder } = row;
  heldHere.add(holder);
  let until: Until | undefined = firstUntil;
  const renew = async (): Promise<void> => {
    // Read the clocks first, because the statement may have to wait.
    const next = { wallMs: clock.nowMs() + leaseMs, steadyMs: performance.now() + leaseMs };
    const renewed = await database
      .updateTable("lease")
      .set({ expires_at: next.wallMs })
      .where("target", "=", target)
      .where("holder", "=", holder)
      .executeTakeFirst();
    until = until && renewed.numUpdatedRows > 0n ? next : undefined;
    if (!until) throw leaseLost();
  };
  // A failed renewal is not an error yet: the lease expires, and the next check renews it or throws.
  const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
  timer.unref();

  return {
    holder,
    check: () => {
      if (!until) throw leaseLost();
      if (clock.nowMs() < until.wallMs && performance.now() < until.steadyMs) return;
      return renew();
    },
    release: async () => {
      clearInterval(timer);
      heldHere.delete(holder);
      until = undefined;
      await database.deleteFrom("lease").where("target", "=", target).where("holder", "=", holder).execute();
    },
  };
};

/** A lease may be taken over when it has expired or its holder is dead. */
export const isFree = ({ holder, expires_at }: Omit<Tables["lease"], "target">, nowMs: number): boolean =>
  expires_at <= nowMs || isGone(holder);

const isSame = (one: Tables["lease"], other: Tables["lease"]): boolean =>
  one.holder === other.holder && one.expires_at === other.expires_at;

/**
 * True when the holder was a process on this machine, and in this container, that is dead. A holder with our pid that is not in `heldHere` was an
 * earlier process with the same pid.
 */
export const isGone = (holder: string): boolean => {
  const read = readHolder(holder);
  if (!read || !sharesProcessIds(read)) return false;
  const { pid } = read;
  if (pid === process.pid) return !heldHere.has(holder);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

/** Leases held by this process. */
const heldHere = new Set<string>();
