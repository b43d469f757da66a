/** A run as lists and reports show it, from its row and the numbers of its changes. */
import { sql } from "kysely";
import { isoInstant } from "../../lib/clock.ts";
import type { Kind } from "../../model/directory/kind.ts";
import type { Release } from "../../model/plan/release.ts";
import { countsByResult } from "../../model/runs/entry-counts.ts";
import type {
  EntryCounts,
  Outcome,
  PhaseTimes,
  RefreshState,
  RunError,
  RunStatus,
  RunSummary,
  Trigger,
} from "../../model/runs/run.ts";
import { countStoredEntries } from "../plans/entry-numbers.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** The rows of which summaries are made: without the plan, which may be large. */
export const summaries = (database: StoreDatabase, target: string) =>
  database
    .selectFrom("run")
    .select([
      "id",
      "status",
      "trigger",
      "started_at",
      "ended_at",
      "undoes",
      "asked_by",
      "fingerprint",
      "held",
      "refresh",
    ])
    .select(["phases", "entries", "counts", "release", "error_code", "error_message", "error_details"])
    .where("target", "=", target);

type ChangeCounts = Pick<
  RunSummary,
  "planned" | "applied" | "alreadySo" | "unconfirmed" | "failed" | "notTried" | "heldKinds"
>;

export const countChanges = async (database: StoreDatabase, runId: string): Promise<ChangeCounts> => {
  const { rows: results } = await sql<{ result: Outcome["result"]; n: number }>`
    SELECT result, count(*) AS n FROM outcome WHERE run_id = ${runId} GROUP BY result`.execute(database);
  const { rows: changes } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM change WHERE run_id = ${runId}`.execute(database);
  const { rows: heldKinds } = await sql<{ kind: Kind }>`
    SELECT DISTINCT finding.value ->> '$.kind' AS kind FROM run, json_each(run.plan, '$.findings') AS finding
    WHERE run.id = ${runId} AND finding.value ->> '$.severity' = 'hold' ORDER BY 1`.execute(database);
  const of = (wanted: Outcome["result"]) => results.find(({ result }) => result === wanted)?.n ?? 0;
  return {
    planned: changes[0]?.n ?? 0,
    ...countsByResult(of),
    ...(heldKinds.length > 0 && { heldKinds: heldKinds.map(({ kind }) => kind) }),
  };
};

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>["execute"]>>[number];

/** A run that goes on, and one of a version that stored no numbers, are counted when they are asked for. */
export const summaryOf = async (row: SummaryRow, database: StoreDatabase): Promise<RunSummary> => {
  const { entries, counts } = row;
  return toSummary(
    row,
    entries === null ? await countStoredEntries(database, row.id) : (JSON.parse(entries) as EntryCounts),
    counts === null ? await countChanges(database, row.id) : (JSON.parse(counts) as ChangeCounts),
  );
};

export const toSummary = (row: SummaryRow, entries: EntryCounts, counts: ChangeCounts): RunSummary => ({
  id: row.id,
  status: row.status as RunStatus,
  trigger: row.trigger as Trigger,
  startedAt: isoInstant(row.started_at),
  ...(row.ended_at === null ? {} : { endedAt: isoInstant(row.ended_at) }),
  ...(row.undoes === null ? {} : { undoes: row.undoes }),
  ...(row.asked_by === null ? {} : { askedBy: row.asked_by }),
  ...(row.fingerprint === null ? {} : { fingerprint: row.fingerprint }),
  ...(row.phases === null ? {} : { phasesMs: JSON.parse(row.phases) as PhaseTimes }),
  entries,
  ...counts,
  held: row.held,
  refresh: row.refresh as RefreshState,
  ...(row.release === null ? {} : { release: JSON.parse(row.release) as Release }),
  ...(row.error_code === null ? {} : { error: errorOf(row, row.error_code) }),
});

const errorOf = ({ error_message, error_details }: SummaryRow, code: string): RunError => ({
  code,
  message: error_message ?? "",
  ...(JSON.parse(error_details ?? "{}") as Pick<RunError, "place" | "hint">),
});
