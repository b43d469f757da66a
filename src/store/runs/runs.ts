/** The history of runs. Numbers of changes and of entries need all changes of a run, so they are stored when it ends. */
import { type RawBuilder, sql } from "kysely";
import { type Clock, dayMs } from "../../lib/clock.ts";
import { checkpoint } from "../../lib/database/database.ts";
import type { ErrorPlace } from "../../lib/errors.ts";
import { type Actor, actorText, program } from "../../model/runs/actor.ts";
import type { AuditFacts } from "../../model/runs/audit.ts";
import type { KeptHistory } from "../../model/runs/kept-history.ts";
import type { PhaseTimes, RefreshState, RunError, RunStatus, RunSummary, Trigger } from "../../model/runs/run.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { deleteOldNames } from "../memory/names.ts";
import { newRunId } from "../next-run/run-id.ts";
import { takeRequest } from "../next-run/run-requests.ts";
import { countStoredEntries } from "../plans/entry-numbers.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";
import { createNamedPlans, type NamedPlans } from "./named-plans.ts";
import { deleteOldRuns, deleteOldVerdicts } from "./old-runs.ts";
import { countChanges, summaries, summaryOf, toSummary } from "./run-summary.ts";

export type Runs = NamedPlans & {
  /** Records a run and returns its id, `YYYYMMDDTHHMMSS-xxxxxxxx` in UTC. */
  readonly begin: (trigger: Trigger, status: "planned" | "running", more?: RunStart) => Promise<string>;
  /** Marks the run as ended and returns it. */
  readonly end: (id: string, end: RunEnd) => Promise<RunSummary>;
  /** The id of the run that writes this plan by virtue of a release, or has; not of one that has ended and has written nothing. */
  readonly releasedRun: (fingerprint: string) => Promise<string | undefined>;
  /** The fingerprint of the newest plan of the whole source. */
  readonly newestFingerprint: () => Promise<string | undefined>;
  /** When the newest run of the whole source began that has applied all of its plan (ISO 8601); undefined if there was none. */
  readonly wholeSince: () => Promise<string | undefined>;
  /** Who asked for the runs that made this plan, as lists show them; of those who only looked at it, the first. */
  readonly askersOf: (fingerprint: string) => Promise<readonly string[]>;
  /** Newest first. */
  readonly list: (limit: number, which?: RunFilter) => Promise<RunSummary[]>;
  readonly find: (id: string) => Promise<RunSummary | undefined>;
  /**
   * The newest run that has ended, without the plans that somebody only looked at, the runs that were stopped before they had
   * one, and those about a name that is wrong; `statuses`: the only ones that count.
   */
  readonly lastEnded: (statuses?: readonly RunStatus[]) => Promise<RunSummary | undefined>;
  /** Ids of runs marked as running. */
  readonly unfinished: () => Promise<string[]>;
};

/** `undoes`: the id of the run that it undoes; `startedMs`: now, if it is absent; `by`: who asked for it. */
export type RunStart = {
  readonly undoes?: string | undefined;
  readonly startedMs?: number;
  readonly by?: Actor | undefined;
  /** Somebody asked for a plan only. */
  readonly dry?: boolean | undefined;
  /** The request that the run answers (`run-requests.ts`): the id of its run, or the ordinary one, if one waits. */
  readonly takes?: string | undefined;
};

/** `who`: a part of the name of whoever asked for a run or released its plan; `before`: the id of a run that began later. */
type RunFilter = {
  readonly status?: RunStatus | undefined;
  readonly who?: string | undefined;
  readonly before?: string | undefined;
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

export const createRuns = (store: AuditedStore, options: RunsOptions): Runs => ({
  begin: createBegin(store, options),
  end: createEnd(store, options),
  ...createNamedPlans(store),
  ...createReads(store),
});

const createReads = ({ database, target }: TargetStore): Omit<Runs, "begin" | "end" | keyof NamedPlans> => ({
  releasedRun: (fingerprint) =>
    newestRun(
      database,
      target,
      sql<boolean>`fingerprint = ${fingerprint} AND release IS NOT NULL AND (status = 'running' OR EXISTS
        (SELECT 1 FROM outcome WHERE run_id = run.id AND result NOT IN ('not-tried', 'failed')))`,
    ),

  newestFingerprint: async () => {
    const id = await newestRun(database, target, ofWholeSource);
    return id === undefined ? undefined : (await find(database, target, id))?.fingerprint;
  },

  wholeSince: async () => {
    const id = await newestRun(database, target, sql<boolean>`${ofWholeSource} AND status = 'succeeded'`);
    return id === undefined ? undefined : (await find(database, target, id))?.startedAt;
  },

  askersOf: async (fingerprint) => {
    const rows = await database
      .selectFrom("run")
      .select(["asked_by", "trigger"])
      .where("target", "=", target)
      .where("fingerprint", "=", fingerprint)
      .orderBy("started_at")
      .execute();
    return rows.flatMap(({ asked_by, trigger }, at) =>
      asked_by !== null && (at === 0 || trigger !== "command") ? [asked_by] : [],
    );
  },

  list: async (limit, { status, who, before } = {}) => {
    let found = summaries(database, target);
    if (status !== undefined) found = found.where("status", "=", status);
    if (before !== undefined)
      found = found.where("started_at", "<", (builder) =>
        builder.selectFrom("run as later").select("later.started_at").where("later.id", "=", before),
      );
    if (who !== undefined) {
      const name = sql<string>`lower(ifnull(asked_by, '') || char(10) || ifnull(release ->> '$.by', ''))`;
      found = found.where(sql<boolean>`instr(${name}, lower(${who})) > 0`);
    }
    const rows = await found.orderBy("started_at", "desc").limit(limit).execute();
    return Promise.all(rows.map((row) => summaryOf(row, database)));
  },

  find: (id) => find(database, target, id),

  lastEnded: (statuses) => lastEnded(database, target, statuses),

  unfinished: async () => {
    const runs = database.selectFrom("run").select("id").where("target", "=", target);
    return (await runs.where("status", "=", "running").execute()).map(({ id }) => id);
  },
});

const createBegin =
  ({ target, clock, audit }: AuditedStore, { configurationDigest }: RunsOptions): Runs["begin"] =>
  async (trigger, status, { undoes, by, dry = false, takes, startedMs: now = clock.nowMs() } = {}) => {
    const row = {
      target,
      status,
      trigger,
      held: 0,
      refresh: "not-needed",
      undoes: undoes ?? null,
      asked_by: by?.name === undefined ? null : actorText(by),
      dry: dry ? 1 : 0,
    };
    const actor = by ?? (trigger === "command" ? undefined : { kind: trigger });
    return audit.transaction(async (transaction, append) => {
      const id = takes === undefined ? newRunId(now) : await takeRequest(transaction, target, takes, now);
      const started_at = await orderlyStart(transaction, target, now, clock);
      await transaction
        .insertInto("run")
        .values({ id, ...row, started_at })
        .execute();
      if (configurationDigest !== undefined) {
        const before = await lastConfiguration(transaction, target);
        const facts = { before, after: configurationDigest };
        if (before !== configurationDigest) await append({ event: "configuration-changed", facts });
      }
      await append({ event: "run-begun", by: actor, facts: { run: id, trigger, undoes } });
      return id;
    });
  };

/**
 * Runs are in the order of their starts. Where one has started in the future, the clock has been set back since, and a start by this
 * clock would put the run before it: nobody would see the run as the last one, release its plan or undo it.
 */
const orderlyStart = async (database: StoreDatabase, target: string, startMs: number, clock: Clock) => {
  const starts = database.selectFrom("run").select("started_at").where("target", "=", target);
  const newest = await starts.orderBy("started_at", "desc").executeTakeFirst();
  return newest && newest.started_at > clock.nowMs() ? newest.started_at + 1 : startMs;
};

const createEnd =
  ({ database, target, clock, audit }: AuditedStore, { expire, kept }: RunsOptions): Runs["end"] =>
  async (id, { status, refresh, error, phasesMs }) => {
    const entries = await countStoredEntries(database, id);
    const ended = await audit.transaction(async (transaction, append) => {
      const counts = await countChanges(transaction, id);
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
          counts: JSON.stringify(counts),
          // In the same statement, so that no end is lost to whoever waits for it.
          told: 0,
        })
        .where("id", "=", id)
        .execute();
      const run = toSummary(
        await summaries(transaction, target).where("run.id", "=", id).executeTakeFirstOrThrow(),
        entries,
        counts,
      );
      await append({ event: "run-ended", by: program, facts: endFacts(run) });
      const writing = await deleteOldRuns(transaction, target, true, kept.writing, clock.nowMs());
      const other = await deleteOldRuns(transaction, target, false, kept.other, clock.nowMs());
      if (writing + other > 0) await deleteOldVerdicts(transaction, target);
      await deleteOldNames(transaction, target, clock.nowMs() - kept.writing.days * dayMs);
      if (writing + other > 0) await append({ event: "runs-deleted", by: program, facts: { writing, other } });
      return run;
    });
    await expire();
    await checkpoint(database);
    return ended;
  };

const find = async (database: StoreDatabase, target: string, id: string): Promise<RunSummary | undefined> => {
  const row = await summaries(database, target).where("run.id", "=", id).executeTakeFirst();
  return row && summaryOf(row, database);
};

/** Somebody asked for a run about a name that is wrong, and has been told so. */
export const namesNobody = sql<boolean>`ifnull(error_code, '') IN ('subject-unknown', 'subject-ambiguous')`;

const lastEnded = async (database: StoreDatabase, target: string, statuses?: readonly RunStatus[]) => {
  const isIn = statuses ? sql<boolean>`status IN (${sql.join(statuses)})` : sql<boolean>`status != 'running'`;
  const isLook = sql<boolean>`status IN ('planned', 'blocked') AND (dry = 1 OR status = 'planned' AND trigger = 'command')`;
  const isNothing = sql<boolean>`status = 'cancelled' AND fingerprint IS NULL`;
  const counts = sql<boolean>`${isIn} AND NOT (${isLook}) AND NOT (${isNothing}) AND NOT (${namesNobody})`;
  const id = await newestRun(database, target, counts);
  return id === undefined ? undefined : find(database, target, id);
};

const ofWholeSource = sql<boolean>`fingerprint IS NOT NULL AND plan IS NOT NULL AND undoes IS NULL
  AND json_extract(plan, '$.only') IS NULL`;

const newestRun = async (database: StoreDatabase, target: string, where: RawBuilder<boolean>) => {
  const runs = database.selectFrom("run").select("id").where("target", "=", target).where(where);
  return (await runs.orderBy("started_at", "desc").executeTakeFirst())?.id;
};

/** The runs whose ends have not been told, the oldest first. */
export const untoldRuns = async (database: StoreDatabase, target: string): Promise<readonly RunSummary[]> => {
  const rows = await summaries(database, target)
    .where("told", "=", 0)
    .where("status", "!=", "running")
    .orderBy("ended_at")
    .orderBy(sql`run.rowid`)
    .execute();
  return Promise.all(rows.map((row) => summaryOf(row, database)));
};

const detailsOf = ({ place = {}, hint }: Thrown): string =>
  JSON.stringify({ ...(Object.keys(place).length > 0 && { place }), hint });

const endFacts = ({ id, status, refresh, error, entries }: RunSummary): AuditFacts => {
  const { applied, unconfirmed, failed, notTried } = entries;
  return { run: id, status, refresh, code: error?.code, applied, unconfirmed, failed, notTried };
};

/** The digest of the configuration of the last run of this target. */
const lastConfiguration = async (database: StoreDatabase, target: string): Promise<string | undefined> => {
  const { rows } = await sql<{ after: string }>`SELECT body ->> '$.facts.after' AS after FROM audit
    WHERE body ->> '$.event' = 'configuration-changed' AND body ->> '$.target' = ${target}
    ORDER BY number DESC LIMIT 1`.execute(database);
  return rows[0]?.after;
};
