/** The approval of the plan that is being applied: kept while something of the plan is left, and for 24 hours at most. */
import { type Clock, isoInstant } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import type { Approval, Kind } from "../model/plan.ts";
import type { Tables } from "./schema.ts";

const validMs = 24 * 60 * 60 * 1000;

export type Approvals = {
  /** The approval that is valid now. */
  readonly read: () => Promise<Approval | undefined>;
  /** Takes the place of the one before. */
  readonly keep: (approval: Approval) => Promise<void>;
  /** The plan is done: nothing is left that could be covered. */
  readonly end: () => Promise<void>;
};

export const createApprovals = (database: Database<Tables>, target: string, clock: Clock): Approvals => ({
  read: async () => {
    const row = await database.selectFrom("approval").selectAll().where("target", "=", target).executeTakeFirst();
    // Also after a clock was set back: then it seems to come from the future.
    if (!row || Math.abs(clock.nowMs() - row.given_at) >= validMs) return undefined;
    return {
      givenAt: isoInstant(row.given_at),
      digests: new Set(JSON.parse(row.digests) as string[]),
      emptyKinds: JSON.parse(row.empty_kinds) as Kind[],
    };
  },

  keep: async ({ givenAt, digests, emptyKinds }) => {
    const row = {
      given_at: Date.parse(givenAt),
      digests: JSON.stringify([...digests]),
      empty_kinds: JSON.stringify(emptyKinds),
    };
    await database
      .insertInto("approval")
      .values({ target, ...row })
      .onConflict((conflict) => conflict.column("target").doUpdateSet(row))
      .execute();
  },

  end: async () => {
    await database.deleteFrom("approval").where("target", "=", target).execute();
  },
});
