/**
 * Forgetting on purpose: what the store remembers of a target is dropped, for a service that was put back from a backup or
 * a memory that is wrong. The history of runs stays, and so does a refresh that is owed.
 */
import { sql } from "kysely";
import type { Database } from "../lib/database.ts";
import type { Leases } from "./lease.ts";
import type { Tables } from "./schema.ts";

/** target: everything · profile: only what the quality gate compares the next source with. */
type Forgettable = "target" | "profile";

/** Rows dropped, by table. MusterdError `run-in-progress` while a run has the lease. */
export type Forget = (what: Forgettable) => Promise<Readonly<Record<string, number>>>;

/** Tables with a target that are no memory of it. Of `refresh` only what is paid goes. */
const kept: ReadonlySet<string> = new Set(["run", "run_request", "lease", "refresh"]);

export const createForget =
  (database: Database<Tables>, target: string, leases: Leases): Forget =>
  async (what) => {
    const lease = await leases.take();
    try {
      const dropped = await database.transaction().execute(async (transaction) => {
        const tables = what === "profile" ? ["source_profile"] : await memoryTables(transaction);
        const rows: Record<string, number> = {};
        for (const table of tables) {
          const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE target = ${target}`.execute(
            transaction,
          );
          rows[table] = Number(numAffectedRows);
        }
        if (what === "target") {
          await transaction
            .deleteFrom("refresh")
            .where("target", "=", target)
            .whereRef("written", "<=", "paid")
            .execute();
        }
        return rows;
      });
      // The write-ahead log still holds what was dropped; this empties it.
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
      return dropped;
    } finally {
      await lease.release();
    }
  };

/** Every table with a target, so that none that is added later is left behind. */
const memoryTables = async (database: Database<Tables>): Promise<readonly string[]> => {
  const found = await sql<{
    name: string;
  }>`SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name)
    AS columns WHERE tables.type = 'table' AND columns.name = 'target' ORDER BY tables.name`.execute(database);
  return found.rows.map(({ name }) => name).filter((name) => !kept.has(name));
};
