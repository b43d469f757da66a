/**
 * Plans and outcomes. Only masked changes are stored, without their operations, which contain personal data; a run takes those
 * from the memory of its process.
 */
import { type Selectable, sql } from "kysely";
import { lockForWriting } from "../../lib/database/database.ts";
import { slicesOf } from "../../lib/slices.ts";
import type { Change, LedgerEntry, Plan } from "../../model/plan/plan.ts";
import { breachName } from "../../model/plan/release.ts";
import { maskChange, maskPlan } from "../../model/plan/sensitive.ts";
import { program } from "../../model/runs/actor.ts";
import type { AuditFacts } from "../../model/runs/audit.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { remember } from "../memory/ledger.ts";
import { keepNames } from "../memory/names.ts";
import type { StoreDatabase, Tables } from "../schema/schema.ts";
import { createOutcomeRecorder, insertOutcomes, type OutcomeRecorder } from "./outcome-recorder.ts";
import { newestHeld } from "./plan-headers.ts";
import type { UndoValues } from "./undo-values.ts";

export type Plans = OutcomeRecorder & {
  /** Keeps a plan that will not be applied. */
  readonly keep: (runId: string, plan: Plan, readings?: ReadingDigests) => Promise<void>;
  /** Keeps the plan of an earlier run, which was empty, as the plan of this one too; `plan.unchanged` says since when. */
  readonly keepUnchanged: (runId: string, earlier: string, since: string) => Promise<void>;
  /** Keeps a plan that is about to be applied, with what `musterd undo` needs. */
  readonly keepToApply: (runId: string, plan: Plan, readings?: ReadingDigests) => Promise<void>;
  /** Adds changes to the plan of a run in progress, behind those of the same waves. */
  readonly add: (runId: string, changes: readonly Change[]) => Promise<void>;
  /** Sets the outcomes that reading back has decided, and writes the ledger entries that come with them, all or nothing. */
  readonly conclude: (runId: string, outcomes: readonly Outcome[], entries: readonly LedgerEntry[]) => Promise<void>;
  /** Sets this outcome for every change that has none. */
  readonly closeRest: (runId: string, outcome: Omit<Outcome, "changeId">) => Promise<void>;
  /**
   * The last applied changes, masked, newest run first; at most `limit`. What was applied before a run that has written again what a
   * restored service had lost says nothing any more.
   */
  readonly applied: (limit: number) => Promise<{ readonly runId: string; readonly change: Change }[]>;
  /** The records that the newest plan of the whole source holds because they may be in the service under another key. */
  readonly questions: () => Promise<readonly Question[]>;
  /** The masked plan, with its outcomes by change id. */
  readonly read: (
    runId: string,
  ) => Promise<{ readonly plan: Plan; readonly outcomes: ReadonlyMap<string, Outcome> } | undefined>;
};

type Question = {
  readonly kind: string;
  readonly key: string;
  readonly candidates: readonly { readonly key: string }[];
};

/** Digests of what was read from both sides, for the audit trail. */
export type ReadingDigests = Readonly<Record<"source" | "site", string>>;

/** `undoValues` keeps what `musterd undo` needs of a plan besides its masked changes. */
export const createPlans = (
  { database, target, audit }: AuditedStore,
  undoValues: Pick<UndoValues, "keep">,
): Plans => ({
  keep: (runId, plan, readings) =>
    audit.transaction(async (transaction, append) => {
      await write(transaction, target, runId, plan);
      await append({ event: "planned", by: program, facts: plannedFacts(runId, plan, readings) });
    }),
  keepUnchanged: keepUnchanged.bind(undefined, audit),
  keepToApply: (runId, plan, readings) =>
    audit.transaction(async (transaction, append) => {
      await write(transaction, target, runId, plan);
      await append({ event: "planned", by: program, facts: plannedFacts(runId, plan, readings) });
      await remember(transaction, target, doubtsOf(plan.changes));
      await undoValues.keep(transaction, runId, plan.changes);
    }),
  add: (runId, changes) =>
    database.transaction().execute(async (transaction) => {
      await lockForWriting(transaction);
      await insertChanges(transaction, runId, changes);
      await remember(transaction, target, doubtsOf(changes));
    }),

  ...createOutcomeRecorder(database, target),

  conclude: (runId, outcomes, entries) =>
    database.transaction().execute(async (transaction) => {
      for (const some of slicesOf(outcomes, rowsAtATime)) {
        const rows = some.map((outcome) => ({ runId, outcome }));
        await insertOutcomes(transaction, rows, sql`result = excluded.result`);
      }
      await remember(transaction, target, entries);
    }),

  closeRest: async (runId, { result, code = null, message = null }) => {
    await sql`INSERT INTO outcome (run_id, change_id, result, code, message)
      SELECT run_id, id, ${result}, ${code}, ${message} FROM change
      WHERE run_id = ${runId} AND id NOT IN (SELECT change_id FROM outcome WHERE run_id = ${runId})`.execute(database);
  },

  applied: async (limit) => {
    const rows = await database
      .selectFrom("run")
      .innerJoin("change", "change.run_id", "run.id")
      .innerJoin("outcome", (join) =>
        join.onRef("outcome.run_id", "=", "change.run_id").onRef("outcome.change_id", "=", "change.id"),
      )
      .select(["run.id", "run.status", "change.body"])
      .where("run.target", "=", target)
      .where("outcome.result", "in", ["applied", "rehired", "unconfirmed"])
      .orderBy("run.started_at", "desc")
      .orderBy("change.wave", "desc")
      .limit(limit)
      .execute();
    const found: { readonly runId: string; readonly change: Change }[] = [];
    for (const [id, ofRun] of Map.groupBy(rows, (row) => row.id)) {
      found.push(...ofRun.map(({ body }) => ({ runId: id, change: JSON.parse(body) as Change })));
      const hasEnded = ofRun[0]?.status === "succeeded" || ofRun[0]?.status === "partial";
      if (hasEnded && (await hasWrittenAgain(database, id))) break;
    }
    return found;
  },

  questions: () => questions(database, target),

  read: (runId) => read(database, target, runId),
});

/** Was the plan of the run, for the whole source, made for a service that was older than the memory? */
const hasWrittenAgain = async (database: StoreDatabase, runId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT 1 FROM run, json_each(run.plan, '$.notices') AS notice
    WHERE run.id = ${runId} AND json_extract(run.plan, '$.only') IS NULL
      AND json_extract(notice.value, '$.code') = 'target-older-than-memory' LIMIT 1`.execute(database);
  return rows.length > 0;
};

const questions = async (database: StoreDatabase, target: string): Promise<readonly Question[]> => {
  const { rows } = await sql<{ kind: string; key: string; candidates: string }>`
    SELECT held.value ->> '$.kind' AS kind, held.value ->> '$.key' AS key,
      (SELECT json_group_array(one.value ->> '$.key') FROM json_each(held.value, '$.candidates') AS one) AS candidates
    ${newestHeld(target)} WHERE json_extract(held.value, '$.candidates') IS NOT NULL`.execute(database);
  return rows.map(({ candidates, ...record }) => {
    return { ...record, candidates: (JSON.parse(candidates) as readonly string[]).map((key) => ({ key })) };
  });
};

const keepUnchanged = (audit: AuditedStore["audit"], runId: string, earlier: string, since: string): Promise<void> =>
  audit.transaction(async (transaction, append) => {
    await sql`UPDATE run SET (plan, fingerprint, held) = (
      SELECT json_set(plan, '$.unchanged', ${since}), fingerprint, held FROM run WHERE id = ${earlier})
      WHERE id = ${runId}`.execute(transaction);
    await append({ event: "planned", by: program, facts: { run: runId, changes: 0, unchanged: earlier } });
  });

const plannedFacts = (run: string, plan: Plan, readings: ReadingDigests | undefined): AuditFacts => ({
  run,
  fingerprint: plan.fingerprint,
  changes: plan.changes.length,
  held: plan.held.length,
  breaches: (plan.breaches ?? []).map(breachName),
  ...readings,
});

/** The ledger entries that mark values as unreliable as soon as a change is tried. */
const doubtsOf = (changes: readonly Change[]): LedgerEntry[] => changes.flatMap(({ doubts = [] }) => doubts);

const write = async (transaction: StoreDatabase, target: string, runId: string, plan: Plan): Promise<void> => {
  const { changes: _changes, ...header } = maskPlan({ ...plan, changes: [] });
  await transaction
    .updateTable("run")
    .set({ plan: JSON.stringify(header), fingerprint: plan.fingerprint, held: plan.held.length })
    .where("id", "=", runId)
    .execute();
  await insertChanges(transaction, runId, plan.changes);
  await keepNames(transaction, target, runId, plan);
};

const insertChanges = async (transaction: StoreDatabase, runId: string, changes: readonly Change[]): Promise<void> => {
  const taken = await transaction
    .selectFrom("change")
    .select(({ fn }) => ["wave", fn.max("place").as("last")])
    .where("run_id", "=", runId)
    .groupBy("wave")
    .execute();
  const places = new Map(taken.map(({ wave, last }) => [wave, last + 1]));
  for (const some of slicesOf(changes, rowsAtATime)) {
    const rows = some.map((change) => {
      const place = places.get(change.wave) ?? 0;
      places.set(change.wave, place + 1);
      return [change.wave, place, change.id, JSON.stringify(maskChange(change))];
    });
    // One statement for many rows is much faster than one per row.
    const batch = JSON.stringify(rows);
    await sql`INSERT INTO change (run_id, wave, place, id, body)
      SELECT ${runId}, value->>0, value->>1, value->>2, value->>3 FROM json_each(${batch})`.execute(transaction);
  }
};

const rowsAtATime = 500;

const read: (database: StoreDatabase, target: string, runId: string) => ReturnType<Plans["read"]> = async (
  database,
  target,
  runId,
) => {
  const run = await database
    .selectFrom("run")
    .select("plan")
    .where("id", "=", runId)
    .where("target", "=", target)
    .executeTakeFirst();
  if (!run?.plan) return undefined;
  const header = JSON.parse(run.plan) as Omit<Plan, "changes">;
  const changes: Change[] = [];
  const outcomes = new Map<string, Outcome>();
  // Row by row: the texts of 100,000 changes and the changes at once take twice as much memory.
  const stored = database.selectFrom("change").select("body").where("run_id", "=", runId);
  for await (const { body } of stored.orderBy("wave").orderBy("place").stream())
    changes.push(JSON.parse(body) as Change);
  for await (const row of database.selectFrom("outcome").selectAll().where("run_id", "=", runId).stream())
    outcomes.set(row.change_id, toOutcome(row));
  return { plan: { ...header, changes }, outcomes };
};

const toOutcome = ({ change_id, tries, ...row }: Selectable<Tables["outcome"]>): Outcome => ({
  ...outcomeOf(change_id, row),
  ...(tries > 1 && { tries }),
});

/** The outcome of a change, without the number of its tries. */
export const outcomeOf = (changeId: string, row: Pick<Tables["outcome"], "result" | "code" | "message">): Outcome => ({
  changeId,
  result: row.result as Outcome["result"],
  ...(row.code !== null && { code: row.code }),
  ...(row.message !== null && { message: row.message }),
});
