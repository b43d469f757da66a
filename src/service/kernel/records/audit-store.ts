/** The storage of the audit trail, in the same database as the company. */
import { type Kysely, sql } from "kysely";
import type { AuditFilter, AuditLine } from "../../../contract/audit.ts";
import { slicesOf } from "../../../lib/slices.ts";

/** SQLite allows 32,766 values per statement. */
const linesPerStatement = 1_000;

export const createAuditStore = (database: Kysely<{ audit: AuditLine }>) => ({
  /** Adds lines, or replaces those with the same number. */
  put: async (lines: readonly AuditLine[]): Promise<void> => {
    for (const some of slicesOf(lines, linesPerStatement)) {
      await database
        .insertInto("audit")
        .values(some)
        .onConflict((conflict) =>
          conflict
            .column("seq")
            .doUpdateSet((row) => ({ until: row.ref("excluded.until"), times: row.ref("excluded.times") })),
        )
        .execute();
    }
  },
  /** The newest lines that match, oldest first. */
  find: async ({ since, until, kind, result, who, limit }: AuditFilter): Promise<readonly AuditLine[]> => {
    let wanted = database.selectFrom("audit").selectAll();
    if (since !== undefined) wanted = wanted.where("until", ">=", since);
    if (until !== undefined) wanted = wanted.where("at", "<=", until);
    if (kind !== undefined) wanted = wanted.where("kind", "in", kind);
    if (result !== undefined) wanted = wanted.where("result", "=", result);
    if (who !== undefined) wanted = wanted.where("who", "=", who);
    return (await wanted.orderBy("seq", "desc").limit(limit).execute()).reverse();
  },
  /** The highest number in the trail; 0 if it is empty. */
  last: async (): Promise<number> => {
    const { seq } = await database
      .selectFrom("audit")
      .select((of) => of.fn.max("seq").as("seq"))
      .executeTakeFirstOrThrow();
    return seq ?? 0;
  },
  /** Removes the lines that ended before an instant, and all but the newest `rows` of each kind and result. */
  prune: async (before: string, rows: number): Promise<void> => {
    await sql`
      DELETE FROM audit WHERE until < ${before} OR seq IN (
        SELECT seq FROM (
          SELECT seq, row_number() OVER (PARTITION BY kind, result ORDER BY seq DESC) AS place FROM audit
        ) AS placed WHERE place > ${rows})`.execute(database);
  },
});

export type AuditStore = ReturnType<typeof createAuditStore>;
