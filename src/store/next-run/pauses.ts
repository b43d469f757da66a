/** A maintenance window: the daemon begins no run before its end. What is asked for meanwhile waits. */
import { isoInstant } from "../../lib/clock.ts";
import type { Actor } from "../../model/runs/actor.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { actorColumns, actorOf } from "../schema/actor-columns.ts";

/** `until`: ISO 8601 instant. */
type Pause = { readonly until: string; readonly by: Actor; readonly reason: string };

export type Pauses = {
  /** Undefined if runs may begin. */
  readonly now: () => Promise<Pause | undefined>;
  /** Replaces an earlier one. */
  readonly begin: (pause: Pause) => Promise<void>;
  /** False if there was none. */
  readonly end: (by: Actor) => Promise<boolean>;
};

export const createPauses = ({ database, target, clock, audit }: AuditedStore): Pauses => ({
  now: async () => {
    const row = await database.selectFrom("pause").selectAll().where("target", "=", target).executeTakeFirst();
    if (!row || row.until <= clock.nowMs()) return undefined;
    return { until: isoInstant(row.until), by: actorOf(row), reason: row.reason };
  },
  begin: ({ until, by, reason }) =>
    audit.transaction(async (transaction, append) => {
      const row = { target, until: Date.parse(until), ...actorColumns(by), reason };
      await transaction.replaceInto("pause").values(row).execute();
      await append({ event: "paused", by, reason, facts: { until } });
    }),
  end: (by) =>
    audit.transaction(async (transaction, append) => {
      const rows = transaction.deleteFrom("pause").where("target", "=", target).where("until", ">", clock.nowMs());
      const { numDeletedRows } = await rows.executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await append({ event: "resumed", by });
      return true;
    }),
});
