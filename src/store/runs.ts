/** The history of runs. The counts of changes by result are computed from the stored changes and outcomes, not stored. */
import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type Clock, isoInstant } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import type { Release } from "../model/release.ts";
import type { Outcome, RefreshState, RunStatus, RunSummary, Trigger } from "../model/run.ts";
import type { Tables } from "./schema.ts";

/** Number of ended runs that are kept. */
const keptRuns = 200;

export type Runs = {
  /** Records a run and returns its id, `YYYYMMDDTHHMMSS-xxxxxxxx` in UTC. `undoes` is the id of the run that it undoes. */
  readonly begin: (
    trigger: Trigger,
    status: "planned" | "running",
    undoes?: string,
    startedMs?: number,
  ) => Promise<string>;
  /** Marks the run as ended and returns it. */
  readonly end: (id: string, end: RunEnd) => Promise<RunSummary>;
  /**
   * Stores the release with which a person permits the run's plan although it exceeds limits. Call it before anything is
   * applied.
   */
  readonly release: (id: string, release: Release) => Promise<void>;
  /** The id of the run for which a release of this plan was used. */
  readonly releasedRun: (fingerprint: string) => Promise<string | undefined>;
  /** The id of the newest run with a plan whose fingerprint begins with these digits. */
  readonly lastPlanned: (fingerprint: string) => Promise<string | undefined>;
  /** Newest first. */
  readonly list: (limit: number) => Promise<RunSummary[]>;
  readonly find: (id: string) => Promise<RunSummary | undefined>;
  /** Ids of runs marked as running. */
  readonly unfinished: () => Promise<string[]>;
};

type RunEnd = {
  readonly status: RunStatus;
  readonly refresh: RefreshState;
  readonly error?: { readonly code: string; readonly message: string };
};

/** `expire` deletes what is kept of older runs for a limited time. */
export const createRuns = (
  database: Database<Tables>,
  target: string,
  clock: Clock,
  expire: () => Promise<void>,
): Runs => ({
  begin: async (trigger, status, undoes, now = clock.nowMs()) => {
    const id = `${isoInstant(now).slice(0, 19).replace(/[-:]/g, "")}-${randomBytes(4).toString("hex")}`;
    const row = {
      id,
      target,
      status,
      trigger,
      started_at: now,
      held: 0,
      refresh: "not-needed",
      undoes: undoes ?? null,
    };
    await database.insertInto("run").values(row).execute();
    return id;
  },

  end: async (id, { status, refresh, error }) => {
    await database
      .updateTable("run")
      .set({
        status,
        refresh,
        ended_at: clock.nowMs(),
        error_code: error?.code ?? null,
        error_message: error?.message ?? null,
      })
      .where("id", "=", id)
      .execute();
    const ended = toSummary(await summaries(database, target).where("run.id", "=", id).executeTakeFirstOrThrow());
    const old = database
      .selectFrom("run")
      .select("id")
      .where("target", "=", target)
      .orderBy("started_at", "desc")
      .limit(1_000_000)
      .offset(keptRuns);
    await database.deleteFrom("run").where("id", "in", old).where("status", "!=", "running").execute();
    await expire();
    return ended;
  },

  release: async (id, release) => {
    const row = { release: JSON.stringify(release), fingerprint: release.fingerprint };
    await database.updateTable("run").set(row).where("id", "=", id).execute();
  },

  releasedRun: (fingerprint) =>
    newestRun(database, target, sql<boolean>`fingerprint = ${fingerprint} AND release IS NOT NULL`),

  lastPlanned: (fingerprint) =>
    newestRun(database, target, sql<boolean>`substr(fingerprint, 1, ${fingerprint.length}) = ${fingerprint}`),

  list: async (limit) => {
    const rows = await summaries(database, target).orderBy("started_at", "desc").limit(limit).execute();
    return rows.map(toSummary);
  },

  find: async (id) => {
    const row = await summaries(database, target).where("run.id", "=", id).executeTakeFirst();
    return row && toSummary(row);
  },

  unfinished: async () => {
    const runs = database.selectFrom("run").select("id").where("target", "=", target);
    return (await runs.where("status", "=", "running").execute()).map(({ id }) => id);
  },
});

const newestRun = async (database: Database<Tables>, target: string, where: RawBuilder<boolean>) => {
  const runs = database.selectFrom("run").select("id").where("target", "=", target).where(where);
  return (await runs.orderBy("started_at", "desc").executeTakeFirst())?.id;
};

const summaries = (database: Database<Tables>, target: string) => {
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

const toSummary = (row: SummaryRow): RunSummary => ({
  id: row.id,
  status: row.status as RunStatus,
  trigger: row.trigger as Trigger,
  startedAt: isoInstant(row.started_at),
  ...(row.ended_at === null ? {} : { endedAt: isoInstant(row.ended_at) }),
  ...(row.undoes === null ? {} : { undoes: row.undoes }),
  ...(row.fingerprint === null ? {} : { fingerprint: row.fingerprint }),
  planned: row.planned,
  held: row.held,
  applied: row.applied,
  alreadySo: row.already_so,
  unconfirmed: row.unconfirmed,
  failed: row.failed,
  notTried: row.not_tried,
  refresh: row.refresh as RefreshState,
  ...(row.release === null ? {} : { release: JSON.parse(row.release) as Release }),
  ...(row.error_code === null ? {} : { error: { code: row.error_code, message: row.error_message ?? "" } }),
});
