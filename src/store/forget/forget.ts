/**
 * Deletes what the store remembers of a target, on request: when the service was restored from a backup, or the memory is
 * wrong. The history of runs and an owed refresh are kept.
 */
import { sql } from "kysely";
import type { AuditedStore } from "../audit/audit.ts";
import type { Leases } from "../next-run/lease.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/**
 * `target`: everything that the store remembers of it. `profile`: only the profile with which the quality gate compares the
 * next source.
 */
type Forgettable = "target" | "profile";

/** Returns the number of deleted rows for each table. Rejects with `run-in-progress` while a run holds the lease. */
export type Forget = (what: Forgettable) => Promise<Readonly<Record<string, number>>>;

/** The tables with a target column whose rows are kept. The row in `refresh` is kept only if a refresh is owed, or will be. */
const kept: ReadonlySet<string> = new Set([
  "run",
  "name",
  "kept_settings",
  "run_request",
  "request_key",
  "verdict",
  "pause",
  "lease",
  "refresh",
  "message",
  "trouble",
  "watch",
  "submission",
]);

export const createForget =
  ({ database, target, audit }: AuditedStore, leases: Leases): Forget =>
  async (what) => {
    const lease = await leases.take();
    try {
      const dropped = await audit.transaction(async (transaction, append) => {
        const tables = what === "profile" ? ["source_profile"] : await memoryTables(transaction);
        const rows: Record<string, number> = {};
        for (const table of tables) {
          const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE target = ${target}`.execute(
            transaction,
          );
          rows[table] = Number(numAffectedRows);
        }
        if (what === "target") {
          const runs = transaction.selectFrom("run").select("id").where("target", "=", target);
          const { numDeletedRows } = await transaction
            .deleteFrom("undo")
            .where("run_id", "in", runs)
            .executeTakeFirst();
          rows["undo"] = Number(numDeletedRows);
          await transaction
            .deleteFrom("refresh")
            .where("target", "=", target)
            .whereRef("written", "<=", "paid")
            .where("late_until", "is", null)
            .execute();
        }
        await append({
          event: "forgot-target",
          facts: { what, rows: Object.values(rows).reduce((sum, n) => sum + n, 0) },
        });
        return rows;
      });
      // Empties the write-ahead log, which still contains the deleted rows.
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
      return dropped;
    } finally {
      await lease.release();
    }
  };

/** All tables with a target column, including those that later versions add. */
const memoryTables = async (database: StoreDatabase): Promise<readonly string[]> => {
  const found = await sql<{
    name: string;
  }>`SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name)
    AS columns WHERE tables.type = 'table' AND columns.name = 'target' ORDER BY tables.name`.execute(database);
  return found.rows.map(({ name }) => name).filter((name) => !kept.has(name));
};
