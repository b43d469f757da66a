/**
 * The permission refresh (P1) that must follow the last write. That it is owed is stored before the first write is sent. Writes are
 * numbered, so that a P1 settles only the writes before it. A service may carry out a write after musterd has given it up and made the
 * refresh, so after a write without an answer, or one that is accepted and not shown, another refresh becomes due some time later.
 */
import { sql } from "kysely";
import { durably } from "../../lib/database/database.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";
import { leaseLost } from "./lease.ts";

export type Debts = {
  /** Durably notes that a write may happen or may have happened. From then on the target counts as known. */
  readonly oweRefresh: (runId: string) => Promise<void>;
  /** Durably notes that a write has got no answer or does not show, and that the service may still carry it out for a quarter of an hour. */
  readonly expectLateWrite: () => Promise<void>;
  /** Until when the service may carry out such a write; undefined when none is expected. */
  readonly lateWritesUntilMs: () => Promise<number | undefined>;
  /** True when something may have been written to the target before. */
  readonly isTargetKnown: () => Promise<boolean>;
  /**
   * The number of the last write without a P1 after it, or of the last one of all when the time for late writes is over; undefined
   * when no P1 is due. Read it before P1 begins.
   */
  readonly unpaidWrite: () => Promise<number | undefined>;
  readonly refreshOwed: () => Promise<boolean>;
  /** When the oldest write was made that has no P1 after it. */
  readonly owedSinceMs: () => Promise<number | undefined>;
  /** The refresh state of a run that calls no P1 itself. */
  readonly refreshState: () => Promise<"owed" | "not-needed">;
  /**
   * Records the success of a P1 that began after `write`, at `beganMs`; without `beganMs`, it counts as too early for late writes. If
   * `holder` no longer holds the lease, records nothing and rejects with `lease-lost`, because another process may have written since.
   */
  readonly refreshPaid: (write: number, holder: string, beganMs?: number) => Promise<void>;
};

/** For how long a service may still carry out a write that has got no answer. */
const lateMs = 15 * 60_000;

type Writing = (connection: StoreDatabase) => Promise<unknown>;

const oweRefresh =
  (target: string, runId: string, nowMs: number): Writing =>
  (connection) =>
    sql`INSERT INTO refresh (target, written, paid, owed_since, run_id) VALUES (${target}, 1, 0, ${nowMs}, ${runId})
      ON CONFLICT DO UPDATE SET written = written + 1,
        owed_since = iif(written > paid, owed_since, excluded.owed_since),
        run_id = iif(written > paid, run_id, excluded.run_id)`.execute(connection);

const expectLateWrite = (target: string, nowMs: number): Writing => {
  // A refresh that is due is owed from now on: its time must not begin again.
  const isDue = sql`(late_until <= ${nowMs} OR late_until > ${nowMs + lateMs})`;
  return (connection) =>
    sql`UPDATE refresh SET written = written + iif(${isDue}, 1, 0),
      owed_since = iif(${isDue} AND written = paid, late_until, owed_since),
      late_until = ${nowMs + lateMs} WHERE target = ${target}`.execute(connection);
};

/** Is the time for late writes over? It is, too, where the clock was set back. */
export const lateWritesAreOver = (untilMs: number, nowMs: number): boolean =>
  nowMs >= untilMs || untilMs > nowMs + lateMs;

export const createDebts = ({ database, target, clock }: TargetStore): Debts => {
  const rowOf = () => database.selectFrom("refresh").selectAll().where("target", "=", target).executeTakeFirst();
  const unnoted = new Set<() => Promise<void>>();
  /** What the store cannot note, it notes as soon as it can: no debt is lost while this process lives. */
  const note = async (debt: () => Promise<void>): Promise<void> => {
    unnoted.delete(debt);
    try {
      await debt();
    } catch (error) {
      unnoted.add(debt);
      throw error;
    }
  };
  const noteAgain = async (): Promise<void> => {
    for (const debt of unnoted) await note(debt);
  };
  const unpaidWrite = async (): Promise<number | undefined> => {
    // What still cannot be noted keeps the refresh from being settled.
    await noteAgain().catch(() => undefined);
    const row = await rowOf();
    if (!row) return undefined;
    const isDue = row.late_until !== null && lateWritesAreOver(row.late_until, clock.nowMs());
    return row.written > row.paid || isDue ? row.written : undefined;
  };
  const refreshOwed = async (): Promise<boolean> => (await unpaidWrite()) !== undefined;
  return {
    oweRefresh: (runId) => note(() => durably(database, oweRefresh(target, runId, clock.nowMs()))),
    expectLateWrite: () => note(() => durably(database, expectLateWrite(target, clock.nowMs()))),
    lateWritesUntilMs: async () => (await rowOf())?.late_until ?? undefined,
    isTargetKnown: async () => (await rowOf()) !== undefined,
    unpaidWrite,
    refreshOwed,
    owedSinceMs: async () => {
      const row = await rowOf();
      return row && row.written > row.paid ? row.owed_since : undefined;
    },
    refreshState: async () => ((await refreshOwed()) ? "owed" : "not-needed"),
    refreshPaid: async (write, holder, beganMs) => {
      await noteAgain();
      const untilMs = (await rowOf())?.late_until ?? null;
      const isOver = beganMs !== undefined && untilMs !== null && lateWritesAreOver(untilMs, beganMs);
      // In one statement, so that the lease cannot change hands between the check and the update.
      const paid = await sql`UPDATE refresh SET paid = max(paid, ${write}),
        late_until = iif(${isOver ? untilMs : null} = late_until, NULL, late_until) WHERE target = ${target}
        AND EXISTS (SELECT 1 FROM lease WHERE target = ${target} AND holder = ${holder})`.execute(database);
      if (!paid.numAffectedRows) throw leaseLost();
    },
  };
};
