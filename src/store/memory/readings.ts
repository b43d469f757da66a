/** Rows and age of each feed in the last reading of the source: to a run, an export that has stopped looks like no change. */
import type { Kind } from "../../model/directory/kind.ts";
import type { ReadFeed } from "../../model/runs/told.ts";
import type { TargetStore } from "../schema/schema.ts";

export type Readings = {
  readonly keep: (feeds: readonly ReadFeed[]) => Promise<void>;
  readonly read: () => Promise<readonly (ReadFeed & { readonly readMs: number })[]>;
};

export const createReadings = ({ database, target, clock }: TargetStore): Readings => ({
  keep: (feeds) =>
    database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("reading").where("target", "=", target).execute();
      const read_at = clock.nowMs();
      for (const { feed, kind, rows, modifiedMs: modified_at = null } of feeds)
        await transaction.replaceInto("reading").values({ target, feed, kind, rows, modified_at, read_at }).execute();
    }),
  read: async () => {
    const rows = await database.selectFrom("reading").selectAll().where("target", "=", target).execute();
    return rows.map(({ feed, kind, rows: count, modified_at, read_at: readMs }) => {
      return { feed, kind: kind as Kind, rows: count, modifiedMs: modified_at ?? undefined, readMs };
    });
  },
});
