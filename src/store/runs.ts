/**
 * The history of runs. The counts of changes by result are computed from the stored changes and outcomes, not stored. Those of
 * entries need the whole plan, so they are stored when the run ends.
 */
import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type Clock, isoInstant } from "../lib/clock.ts";
import { checkpoint, type Database } from "../lib/database.ts";
import type { ErrorPlace } from "../lib/errors.ts";
import { type Actor, actorText, program } from "../model/actor.ts";
import type { AuditFacts } from "../model/audit.ts";
import type { KeptHistory } from "../model/kept-history.ts";
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
import type { Audit } from "./audit.ts";
import { countStoredEntries } from "./entry-numbers.ts";
import { deleteOldRuns } from "./old-runs.ts";
import type { Tables } from "./schema.ts";

export type Runs = {
  /** Records a run and returns its id, `YYYYMMDDTHHMMSS-xxxxxxxx` in UTC. */
  readonly begin: (trigger: Trigger, status: "planned" | "running", more?: RunStart) => Promise<string>;
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
  /** The newest run that has ended, without the plans that somebody only looked at; `statuses`: the only ones that count. */
  readonly lastEnded: (statuses?: readonly RunStatus[]) => Promise<RunSummary | undefined>;
  /** Ids of runs marked as running. */
  readonly unfinished: () => Promise<string[]>;
};

/** `undoes`: the id of the run that it undoes; `startedMs`: now, if it is absent; `by`: who asked for it. */
export type RunStart = {
  readonly undoes?: string | undefined;
  readonly startedMs?: number;
  readonly by?: Actor | undefined;
};

type Thrown = Omit<RunError, "place"> & { readonly place?: ErrorPlace };

type RunEnd = {
  readonly status: RunStatus;
  readonly refresh: RefreshState;
  readonly error?: Thrown;
  readonly phasesMs?: PhaseTimes;
};

/**
 * `expire` deletes what is kept of older runs for a shorter time than the runs; `configurationDigest` is recorded by the first run
 * that has another one than the run before.
 */
type RunsOptions = {
  readonly expire: () => Promise<void>;
  readonly kept: KeptHistory;
  readonly configurationDigest?: string | undefined;
};

export const createRuns = (
  database: Database<Tables>,
  target: string,
  clock: Clock,
  audit: Audit,
  options: RunsOptions,
): Runs => ({
  ...createWrites(database, target, clock, audit, options),
  releasedRun: (fingerprint) =>
    newestRun(database, target, sql<boolean>`fingerprint = ${fingerprint} AND release IS NOT NULL`),

  lastPlanned: (fingerprint) =>
    newestRun(database, target, sql<boolean>`substr(fingerprint, 1, ${fingerprint.length}) = ${fingerprint}`),

  list: async (limit) => {
    const rows = await summaries(database, target).orderBy("started_at", "desc").limit(limit).execute();
    return Promise.all(rows.map((row) => summaryOf(row, database)));
  },

  find: (id) => find(database, target, id),

  lastEnded: (statuses) => lastEnded(database, target, statuses),

  unfinished: async () => {
    const runs = database.selectFrom("run").select("id").where("target", "=", target);
    return (await runs.where("status", "=", "running").execute()).map(({ id }) => id);
  },
});

/** What runs write, each with its entry in the audit trail. */
const createWrites = (
  database: Database<Tables>,
  target: string,
  clock: Clock,
  audit: Audit,
  options: RunsOptions,
): Pick<Runs, "begin" | "end" | "release"> => ({
  begin: async (trigger, status, { undoes, by, startedMs: now = clock.nowMs() } = {}) => {
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
      asked_by: by?.name === undefined ? null : actorText(by),
    };
    const actor = by ?? (trigger === "command" ? undefined : { kind: trigger });
    await audit.transaction(async (transaction, append) => {
      await transaction.insertInto("run").values(row).execute();
      const { configurationDigest } = options;
      if (configurationDigest !== undefined) {
        const before = await lastConfiguration(transaction, target);
        const facts = { before, after: configurationDigest };
        if (before !== configurationDigest) await append({ event: "configuration-changed", facts });
      }
      await append({ event: "run-begun", by: actor, facts: { run: id, trigger, undoes } });
    });
    return id;
  },

  end: createEnd(database, target, clock, audit, options),

  release: async (id, release) => {
    const row = { release: JSON.stringify(release), fingerprint: release.fingerprint };
    const { fingerprint, accepted, by: name, reason } = release;
    await audit.transaction(async (transaction, append) => {
      await transaction.updateTable("run").set(row).where("id", "=", id).execute();
      const by = { kind: "command", name } as const;
      await append({ event: "released", by, reason, facts: { run: id, fingerprint, accepted } });
    });
  },
});

const createEnd =
  (
    database: Database<Tables>,
    target: string,
    clock: Clock,
    audit: Audit,
    { expire, kept }: RunsOptions,
  ): Runs["end"] =>
  async (id, { status, refresh, error, phasesMs }) => {
    const entries = await countStoredEntries(database, id);
    const ended = await audit.transaction(async (transaction, append) => {
      await transaction
        .updateTable("run")
        .set({
          status,
          refresh,
          ended_at: clock.nowMs(),
          error_code: error?.code ?? null,
          error_message: error?.message ?? null,
          error_details: error ? detailsOf(error) : null,
          phases: phasesMs === undefined ? null : JSON.stringify(phasesMs),
          entries: JSON.stringify(entries),
          // In the same statement, so that no end is lost to whoever waits for it.
          told: 0,
        })
        .where("id", "=", id)
        .execute();
      const run = toSummary(
        await summaries(transaction, target).where("run.id", "=", id).executeTakeFirstOrThrow(),
        entries,
      );
      await append({ event: "run-ended", by: program, facts: endFacts(run) });
      const writing = await deleteOldRuns(transaction, target, true, kept.writing, clock.nowMs());
      const other = await deleteOldRuns(transaction, target, false, kept.other, clock.nowMs());
      if (writing + other > 0) await append({ event: "runs-deleted", by: program, facts: { writing, other } });
      return run;
    });
    await expire();
    await checkpoint(database);
    return ended;
  };

const find = async (database: Database<Tables>, target: string, id: string): Promise<RunSummary | undefined> => {
  const row = await summaries(database, target).where("run.id", "=", id).executeTakeFirst();
  return row && summaryOf(row, database);
};

const lastEnded = async (database: Database<Tables>, target: string, statuses?: readonly RunStatus[]) => {
  const isIn = statuses ? sql<boolean>`status IN (${sql.join(statuses)})` : sql<boolean>`status != 'running'`;
  const isLook = sql<boolean>`status = 'planned' AND trigger = 'command'`;
  const id = await newestRun(database, target, sql<boolean>`${isIn} AND NOT (${isLook})`);
  return id === undefined ? undefined : find(database, target, id);
};

const newestRun = async (database: Database<Tables>, target: string, where: RawBuilder<boolean>) => {
  const runs = database.selectFrom("run").select("id").where("target", "=", target).where(where);
  return (await runs.orderBy("started_at", "desc").executeTakeFirst())?.id;
};

/** The runs whose ends have not been told, the oldest first. */
export const untoldRuns = async (database: Database<Tables>, target: string): Promise<readonly RunSummary[]> => {
  const rows = await summaries(database, target)
    .where("told", "=", 0)
    .where("status", "!=", "running")
    .orderBy("ended_at")
    .orderBy(sql`run.rowid`)
    .execute();
  return Promise.all(rows.map((row) => summaryOf(row, database)));
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

/** A run that goes on, and one of a version that counted changes only, are counted when they are asked for. */
const summaryOf = async (row: SummaryRow, database: Database<Tables>): Promise<RunSummary> =>
  toSummary(
    row,
    row.entries === null ? await countStoredEntries(database, row.id) : (JSON.parse(row.entries) as EntryCounts),
  );

const toSummary = (row: SummaryRow, entries: EntryCounts): RunSummary => ({
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

const detailsOf = ({ place = {}, hint }: Thrown): string =>
  JSON.stringify({ ...(Object.keys(place).length > 0 && { place }), hint });

const errorOf = ({ error_message, error_details }: SummaryRow, code: string): RunError => ({
  code,
  message: error_message ?? "",
  ...(JSON.parse(error_details ?? "{}") as Pick<RunError, "place" | "hint">),
});

const endFacts = ({ id, status, refresh, error, entries }: RunSummary): AuditFacts => {
  const { applied, failed, notTried } = entries;
  return { run: id, status, refresh, code: error?.code, applied, failed, notTried };
};

/** The digest of the configuration of the last run of this target. */
const lastConfiguration = async (database: Database<Tables>, target: string): Promise<string | undefined> => {
  const { rows } = await sql<{ after: string }>`SELECT body ->> '$.facts.after' AS after FROM audit
    WHERE body ->> '$.event' = 'configuration-changed' AND body ->> '$.target' = ${target}
    ORDER BY number DESC LIMIT 1`.execute(database);
  return rows[0]?.after;
};
