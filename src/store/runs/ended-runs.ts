/** Runs that have ended, as they are told: with the numbers of their changes. */
import { sql } from "kysely";
import { isoInstant } from "../../lib/clock.ts";
import type { Breach } from "../../model/plan/plan.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import type { ChangeCount, Details, EndedRun } from "../../model/runs/told.ts";
import { codesOf } from "../next-run/retries.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { namesNobody, untoldRuns } from "./runs.ts";

export type RunCounts = NonNullable<Details["runs"]>;

/** The runs whose ends have not been told. */
export const endedRuns = async (database: StoreDatabase, target: string): Promise<readonly EndedRun[]> =>
  Promise.all((await untoldRuns(database, target)).map((run) => endedRun(database, run)));

export const endedRun = async (database: StoreDatabase, run: RunSummary): Promise<EndedRun> => {
  const { rows } = await sql<{ part: number; breaches: string | null; release_ended: number | null }>`
    SELECT (dry = 1 OR undoes IS NOT NULL OR ${namesNobody} OR json_extract(plan, '$.only') IS NOT NULL) AS part,
      json_extract(plan, '$.breaches') AS breaches,
      (SELECT expires_at FROM verdict WHERE verdict.target = run.target AND verdict.fingerprint = run.fingerprint
        AND verdict = 'released' AND used_by IS NULL AND expires_at <= run.ended_at) AS release_ended
    FROM run WHERE id = ${run.id}`.execute(database);
  const releaseEnded = rows[0]?.release_ended ?? undefined;
  return {
    run,
    isWhole: rows[0]?.part === 0,
    codes: await codesOf(database, run.id),
    breaches: JSON.parse(rows[0]?.breaches ?? "[]") as Breach[],
    changes: await changesOf(database, run.id),
    ...(releaseEnded !== undefined && { releaseEnded: isoInstant(releaseEnded) }),
  };
};

const changesOf = async (database: StoreDatabase, runId: string): Promise<readonly ChangeCount[]> => {
  const { rows } = await sql<ChangeCount>`
    SELECT json_extract(change.body, '$.kind') AS kind, json_extract(change.body, '$.action') AS action,
      coalesce(outcome.result, 'planned') AS outcome, count(*) AS count
    FROM change LEFT JOIN outcome ON outcome.run_id = change.run_id AND outcome.change_id = change.id
    WHERE change.run_id = ${runId} GROUP BY 1, 2, 3`.execute(database);
  return rows;
};

/** The number of runs by their ends since then, without plans that somebody only looked at. */
export const runsOf = async (database: StoreDatabase, target: string, sinceMs: number): Promise<RunCounts> => {
  const rows = await database
    .selectFrom("run")
    .select(["status", sql<number>`count(*)`.as("count")])
    .where("target", "=", target)
    .where("ended_at", ">", sinceMs)
    .where(sql<boolean>`dry = 0 AND NOT (status = 'planned' AND trigger = 'command')`)
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
