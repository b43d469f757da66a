/**
 * The lease: one run at a time for each target, across processes that share the store. It is renewed while it is held,
 * and asked before every call: a process that was stopped for longer than the lease finds it gone and writes no more.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Tables } from "./schema.ts";

const leaseMs = 30_000;
const renewEveryMs = 5_000;

export type Leases = {
  /** Takes the lease; MusterdError `run-in-progress` while another process holds it. */
  readonly take: () => Promise<Lease>;
};

export type Lease = {
  /** Throws `lease-lost` when the lease is no longer ours. Costs a clock reading. */
  readonly check: () => void;
  readonly release: () => Promise<void>;
};

export const createLeases = (database: Database<Tables>, target: string, clock: Clock): Leases => ({
  take: async () => {
    const holder = `${hostname()}:${process.pid}:${randomBytes(6).toString("hex")}`;
    const row = () => ({ target, holder, expires_at: clock.nowMs() + leaseMs });
    const taken = await database.transaction().execute(async (transaction) => {
      // A transaction that reads first cannot wait for another writer afterwards (SQLITE_BUSY_SNAPSHOT).
      await transaction.updateTable("lease").set({ target }).where("target", "=", target).execute();
      const held = await transaction.selectFrom("lease").selectAll().where("target", "=", target).executeTakeFirst();
      if (held && held.expires_at > clock.nowMs() && !isGone(held.holder)) return held.holder;
      const next = row();
      await transaction
        .insertInto("lease")
        .values(next)
        .onConflict((conflict) => conflict.column("target").doUpdateSet(next))
        .execute();
      return holder;
    });
    if (taken !== holder) {
      throw new MusterdError("run-in-progress", `another run holds the lease for this target (${taken})`, {
        wayOut: "wait until it has ended (`musterd runs`), then try again",
        retryable: true,
      });
    }

    heldHere.add(holder);
    let expiresAt = clock.nowMs() + leaseMs;
    const renew = async () => {
      const next = row();
      const renewed = await database
        .updateTable("lease")
        .set({ expires_at: next.expires_at })
        .where("target", "=", target)
        .where("holder", "=", holder)
        .executeTakeFirst();
      if (renewed.numUpdatedRows > 0n) expiresAt = next.expires_at;
      else expiresAt = 0;
    };
    // A renewal that fails is not an error yet: the lease simply runs out, and the next check says so.
    const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
    timer.unref();

    return {
      check: () => {
        if (clock.nowMs() < expiresAt) return;
        throw new MusterdError("lease-lost", "this process was stopped for longer than its lease on the target", {
          wayOut: "the next run continues from what is there; look for a suspended or overloaded machine",
        });
      },
      release: async () => {
        clearInterval(timer);
        heldHere.delete(holder);
        expiresAt = 0;
        await database.deleteFrom("lease").where("target", "=", target).where("holder", "=", holder).execute();
      },
    };
  },
});

/** Is the holder a process of this machine that no longer lives? A holder with our own pid is an earlier life of ours. */
const isGone = (holder: string): boolean => {
  const [host, pid] = holder.split(":");
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return !heldHere.has(holder);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

/** Leases of this very process. */
const heldHere = new Set<string>();
