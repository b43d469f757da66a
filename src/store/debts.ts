/**
 * What is owed: the permission refresh (P1) that must follow the last write, and the runs somebody has asked for. Both
 * are written down before they are promised, and struck out only when they are done.
 */
import type { Clock } from "../lib/clock.ts";
import { type Database, durably } from "../lib/database.ts";
import type { Trigger } from "../model/run.ts";
import type { Tables } from "./schema.ts";

export type Debts = {
  /** Notes durably that a write may have happened. An older debt stays. */
  readonly oweRefresh: (runId: string) => Promise<void>;
  readonly refreshOwed: () => Promise<boolean>;
  /** The same for a run that pays nothing itself. */
  readonly refreshState: () => Promise<"owed" | "not-needed">;
  readonly refreshPaid: () => Promise<void>;
  /** Somebody asks for a run. */
  readonly wish: (trigger: Trigger) => Promise<void>;
  readonly oldestWish: () => Promise<Trigger | undefined>;
  /** All wishes up to now are fulfilled by the run that starts. */
  readonly fulfilWishes: () => Promise<void>;
};

export const createDebts = (database: Database<Tables>, target: string, clock: Clock): Debts => {
  const refreshOwed = async (): Promise<boolean> =>
    (await database.selectFrom("refresh").select("target").where("target", "=", target).executeTakeFirst()) !==
    undefined;
  return {
    oweRefresh: async (runId) => {
      await durably(database, async () => {
        await database
          .insertInto("refresh")
          .values({ target, owed_since: clock.nowMs(), run_id: runId })
          .onConflict((conflict) => conflict.column("target").doNothing())
          .execute();
      });
    },
    refreshOwed,
    refreshState: async () => ((await refreshOwed()) ? "owed" : "not-needed"),
    refreshPaid: async () => {
      await database.deleteFrom("refresh").where("target", "=", target).execute();
    },
    wish: async (trigger) => {
      await durably(database, async () => {
        await database.insertInto("wish").values({ target, trigger, asked_at: clock.nowMs() }).execute();
      });
    },
    oldestWish: async () => {
      const row = await database
        .selectFrom("wish")
        .select("trigger")
        .where("target", "=", target)
        .orderBy("id")
        .executeTakeFirst();
      return row?.trigger as Trigger | undefined;
    },
    fulfilWishes: async () => {
      await database.deleteFrom("wish").where("target", "=", target).execute();
    },
  };
};
