/** Deletes runs that the history need not keep any longer. */

import { sql } from "kysely";
import { dayMs } from "../../lib/clock.ts";
import type { Kept } from "../../model/runs/kept-history.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** Deletes the ended runs of one kind that are too old or too many, and returns their number. */
export const deleteOldRuns = async (
  database: StoreDatabase,
  target: string,
  haveWritten: boolean,
  { days, runs }: Kept,
  nowMs: number,
): Promise<number> => {
  const written = sql<boolean>`EXISTS (SELECT 1 FROM outcome WHERE run_id = run.id AND result NOT IN ('not-tried', 'already-so'))`;
  const ended = database
    .selectFrom("run")
    .select("id")
    .where("target", "=", target)
    .where("status", "!=", "running")
    .where(haveWritten ? written : sql<boolean>`NOT ${written}`);
  const tooMany = ended.orderBy("started_at", "desc").limit(1_000_000).offset(runs);
  const tooOld = ended.where("started_at", "<", nowMs - days * dayMs);
  const many = await database.deleteFrom("run").where("id", "in", tooMany).executeTakeFirst();
  const old = await database.deleteFrom("run").where("id", "in", tooOld).executeTakeFirst();
  return Number(many.numDeletedRows + old.numDeletedRows);
};

/**
 * Deletes the verdicts and forms about plans that no run has any more, and notes about reports of deleted runs; a rejected plan that
 * is still made stays rejected.
 */
export const deleteOldVerdicts = async (database: StoreDatabase, target: string): Promise<void> => {
  const run = sql`SELECT 1 FROM run WHERE run.target = verdict.target AND run.fingerprint = verdict.fingerprint`;
  await database.deleteFrom("verdict").where("target", "=", target).where(sql<boolean>`NOT EXISTS (${run})`).execute();
  await sql`DELETE FROM submission WHERE target = ${target} AND NOT EXISTS (SELECT 1 FROM run
    WHERE run.target = submission.target AND submission.about IN (run.id, run.fingerprint))`.execute(database);
};
