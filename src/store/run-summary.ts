/** A run as lists and reports show it, from its row and the numbers of its changes. */
import { sql } from "kysely";
import { isoInstant } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import type { Release } from "../model/release.ts";
import type {
  EntryCounts,
  Outcome,
  PhaseTimes,
  RefreshState,
  RunError,
  RunStatus,
  RunSummary,
  Trigger,
} from "../model/run.ts";
import { countStoredEntries } from "./entry-numbers.ts";
import type { Tables } from "./schema.ts";

/** The rows of which summaries are made. */
export const summaries = (database: Database<Tables>, target: string) => {
  const count = (result: Outcome["result"]) =>
    sql<number>`(SELECT count(*) FROM outcome WHERE outcome.run_id = run.id AND outcome.result = ${result})`;
  return database
    .selectFrom("run")
    .selectAll("run")
    .select([
      sql<number>`(SELECT count(*) FROM change WHERE change.run_id = run.id)`.as("planned"),
      sql<number>`(SELECT count(*) FROM outcome WHERE outcome.run_id = run.id AND outcome.result IN ('applied', 'rehired'))`.as(
        "applied",
      ),
      count("already-so").as("already_so"),
      count("unconfirmed").as("unconfirmed"),
      count("failed").as("failed"),
      count("not-tried").as("not_tried"),
    ])
    .where("target", "=", target);
};

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>["execute"]>>[number];

/** A run that goes on, and one of a version that counted changes only, are counted when they are asked for. */
export const summaryOf = async (row: SummaryRow, database: Database<Tables>): Promise<RunSummary> =>
  toSummary(
    row,
    row.entries === null ? await countStoredEntries(database, row.id) : (JSON.parse(row.entries) as EntryCounts),
  );

export const toSummary = (row: SummaryRow, entries: EntryCounts): RunSummary => ({
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
  planned: row.planned,
  held: row.held,
  applied: row.applied,
  alreadySo: row.already_so,
  unconfirmed: row.unconfirmed,
  failed: row.failed,
  notTried: row.not_tried,
  refresh: row.refresh as RefreshState,
  ...(row.release === null ? {} : { release: JSON.parse(row.release) as Release }),
  ...(row.error_code === null ? {} : { error: errorOf(row, row.error_code) }),
});

const errorOf = ({ error_message, error_details }: SummaryRow, code: string): RunError => ({
  code,
  message: error_message ?? "",
  ...(JSON.parse(error_details ?? "{}") as Pick<RunError, "place" | "hint">),
});
