/**
 * Plans and outcomes. Only masked changes are stored, without their operations, which contain personal data; a run takes those
 * from the memory of its process.
 */
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../lib/database.ts";
import type { Change, LedgerEntry, Plan } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { maskChange, maskPlan } from "../model/sensitive.ts";
import { carryOver, remember } from "./ledger.ts";
import { type Relinked, relink } from "./links.ts";
import type { Tables } from "./schema.ts";
import type { UndoValues } from "./undo-values.ts";

export type Plans = {
  /** Keeps a plan that will not be applied. */
  readonly keep: (runId: string, plan: Plan) => Promise<void>;
  /** Keeps a plan that is about to be applied, with what `musterd undo` needs. */
  readonly keepToApply: (runId: string, plan: Plan) => Promise<void>;
  /** Adds changes to the plan of a run in progress, behind those of the same waves. */
  readonly add: (runId: string, changes: readonly Change[]) => Promise<void>;
  /** Writes an outcome and the ledger entries that come with it, all or nothing, soon or when `flush` is called. */
  readonly record: (runId: string, outcome: Outcome, memory: Remembrance) => Promise<void>;
  /** Writes now what waits: nothing else will come that could share its commit. */
  readonly flush: () => void;
  /** Sets the outcomes that reading back has decided, and writes the ledger entries that come with them, all or nothing. */
  readonly conclude: (runId: string, outcomes: readonly Outcome[], entries: readonly LedgerEntry[]) => Promise<void>;
  /** Sets this outcome for every change that has none. */
  readonly closeRest: (runId: string, outcome: Omit<Outcome, "changeId">) => Promise<void>;
  /** The last applied changes, masked, newest run first; at most `limit`. */
  readonly applied: (limit: number) => Promise<{ readonly runId: string; readonly change: Change }[]>;
  /** The records that the newest plan of the whole source holds because they may be in the service under another key. */
  readonly questions: () => Promise<readonly { readonly kind: string; readonly key: string }[]>;
  /** The masked plan, with its outcomes by change id. */
  readonly read: (
    runId: string,
  ) => Promise<{ readonly plan: Plan; readonly outcomes: ReadonlyMap<string, Outcome> } | undefined>;
};

type Remembrance = {
  readonly entries: readonly LedgerEntry[];
  /** A renamed account, whose ledger entries move to the new account. */
  readonly renamed?: { readonly from: string; readonly to: string };
  /** A code or account that an undo has given back, so that links must lead to it again. */
  readonly relinked?: Relinked;
};

/** `undoValues` keeps what `musterd undo` needs of a plan besides its masked changes. */
export const createPlans = (
  database: Database<Tables>,
  target: string,
  undoValues: Pick<UndoValues, "keep">,
): Plans => ({
  keep: (runId, plan) => database.transaction().execute((transaction) => write(transaction, runId, plan)),
  keepToApply: (runId, plan) =>
    database.transaction().execute(async (transaction) => {
      await write(transaction, runId, plan);
      await remember(transaction, target, doubtsOf(plan.changes));
      await undoValues.keep(transaction, runId, plan.changes);
    }),
  add: (runId, changes) =>
    database.transaction().execute(async (transaction) => {
      await insertChanges(transaction, runId, changes);
      await remember(transaction, target, doubtsOf(changes));
    }),

  ...createRecorder(database, target),

  conclude: (runId, outcomes, entries) =>
    database.transaction().execute(async (transaction) => {
      for (let start = 0; start < outcomes.length; start += rowsAtATime)
        await insertOutcomes(
          transaction,
          outcomes.slice(start, start + rowsAtATime).map((outcome) => ({ runId, outcome })),
          sql`result = excluded.result`,
        );
      await remember(transaction, target, entries);
    }),

  closeRest: async (runId, { result, code = null, message = null }) => {
    await sql`INSERT INTO outcome (run_id, change_id, result, code, message)
      SELECT run_id, id, ${result}, ${code}, ${message} FROM change
      WHERE run_id = ${runId} AND id NOT IN (SELECT change_id FROM outcome WHERE run_id = ${runId})`.execute(database);
  },

  applied: async (limit) => {
    const runs = database.selectFrom("run").select("id").where("target", "=", target).orderBy("started_at", "desc");
    const found: { readonly runId: string; readonly change: Change }[] = [];
    for (const { id } of await runs.execute()) {
      if (found.length >= limit) break;
      const rows = await database
        .selectFrom("change")
        .innerJoin("outcome", (join) =>
          join.onRef("outcome.run_id", "=", "change.run_id").onRef("outcome.change_id", "=", "change.id"),
        )
        .select("change.body")
        .where("change.run_id", "=", id)
        .where("outcome.result", "in", ["applied", "rehired", "unconfirmed"])
        .orderBy("change.wave", "desc")
        .limit(limit - found.length)
        .execute();
      found.push(...rows.map(({ body }) => ({ runId: id, change: JSON.parse(body) as Change })));
    }
    return found;
  },

  questions: async () => {
    const { rows } = await sql<{ kind: string; key: string }>`
      WITH newest AS (SELECT plan FROM run WHERE target = ${target} AND plan IS NOT NULL AND undoes IS NULL
        AND json_extract(plan, '$.only') IS NULL ORDER BY started_at DESC LIMIT 1)
      SELECT json_extract(held.value, '$.kind') AS kind, json_extract(held.value, '$.key') AS key
      FROM newest, json_each(newest.plan, '$.held') AS held
      WHERE json_extract(held.value, '$.candidates') IS NOT NULL`.execute(database);
    return rows;
  },

  read: (runId) => read(database, target, runId),
});

/** How long an outcome waits for others to share its commit; a commit costs about as much as a hundred outcomes in it. */
const windowMs = 15;

/** The commits of outcomes: those that arrive within 15 ms share one, and each is committed when its promise resolves. */
const createRecorder = (database: Database<Tables>, target: string): Pick<Plans, "record" | "flush"> => {
  type Waiting = Remembrance & {
    readonly runId: string;
    readonly outcome: Outcome;
    readonly resolve: () => void;
    readonly reject: (error: unknown) => void;
  };
  let waiting: Waiting[] = [];
  let committing = false;
  let isUrgent = false;
  let endWindow: () => void = () => undefined;

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await database.transaction().execute(async (transaction) => {
        await insertOutcomes(transaction, batch, anotherTry);
        await rememberInOrder(transaction, target, batch);
        for (const { relinked } of batch) if (relinked) await relink(transaction, target, relinked);
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const others = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, windowMs);
      endWindow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const commitAll = async (): Promise<void> => {
    committing = true;
    while (waiting.length > 0) {
      if (!isUrgent) await others();
      isUrgent = false;
      const batch = waiting;
      waiting = [];
      await commit(batch);
    }
    committing = false;
    isUrgent = false;
  };

  return {
    record: (runId, outcome, memory) =>
      new Promise((resolve, reject) => {
        waiting.push({ runId, outcome, ...memory, resolve, reject });
        if (!committing) void commitAll();
      }),
    flush: () => {
      isUrgent = committing;
      endWindow();
    },
  };
};

/** What precedes the rename of an account is carried over with it; what follows is not. */
const rememberInOrder = async (
  database: Database<Tables>,
  target: string,
  batch: readonly Remembrance[],
): Promise<void> => {
  let entries: LedgerEntry[] = [];
  for (const { renamed, entries: own } of batch) {
    if (renamed) {
      await remember(database, target, entries);
      await carryOver(database, target, renamed.from, renamed.to);
      entries = [];
    }
    entries.push(...own);
  }
  await remember(database, target, entries);
};

const insertOutcomes = async (
  database: Database<Tables>,
  rows: readonly { readonly runId: string; readonly outcome: Outcome }[],
  update: RawBuilder<unknown>,
): Promise<void> => {
  const values = rows.map(({ runId, outcome: { changeId, result, code, message } }) => [
    runId,
    changeId,
    result,
    code ?? null,
    message ?? null,
  ]);
  await sql`INSERT INTO outcome (run_id, change_id, result, code, message)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(${JSON.stringify(values)}) WHERE true
    ON CONFLICT DO UPDATE SET ${update}, code = excluded.code, message = excluded.message`.execute(database);
};

/** A repetition that was not tried leaves what was written before it. */
const anotherTry = sql`
  result = CASE excluded.result WHEN 'not-tried' THEN outcome.result ELSE excluded.result END,
  tries = outcome.tries + (excluded.result <> 'not-tried')`;

/** The ledger entries that mark values as unreliable as soon as a change is tried. */
const doubtsOf = (changes: readonly Change[]): LedgerEntry[] => changes.flatMap(({ doubts = [] }) => doubts);

const write = async (transaction: Database<Tables>, runId: string, plan: Plan): Promise<void> => {
  const { changes: _changes, ...header } = maskPlan({ ...plan, changes: [] });
  await transaction
    .updateTable("run")
    .set({ plan: JSON.stringify(header), fingerprint: plan.fingerprint, held: plan.held.length })
    .where("id", "=", runId)
    .execute();
  await insertChanges(transaction, runId, plan.changes);
};

const insertChanges = async (
  transaction: Database<Tables>,
  runId: string,
  changes: readonly Change[],
): Promise<void> => {
  const taken = await transaction
    .selectFrom("change")
    .select(({ fn }) => ["wave", fn.max("place").as("last")])
    .where("run_id", "=", runId)
    .groupBy("wave")
    .execute();
  const places = new Map(taken.map(({ wave, last }) => [wave, last + 1]));
  const rows = changes.map((change) => {
    const place = places.get(change.wave) ?? 0;
    places.set(change.wave, place + 1);
    return [change.wave, place, change.id, JSON.stringify(maskChange(change))];
  });
  for (let start = 0; start < rows.length; start += rowsAtATime) {
    // One statement for many rows is much faster than one per row.
    const batch = JSON.stringify(rows.slice(start, start + rowsAtATime));
    await sql`INSERT INTO change (run_id, wave, place, id, body)
      SELECT ${runId}, value->>0, value->>1, value->>2, value->>3 FROM json_each(${batch})`.execute(transaction);
  }
};

const rowsAtATime = 500;

const read: (database: Database<Tables>, target: string, runId: string) => ReturnType<Plans["read"]> = async (
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
  const changes = await database
    .selectFrom("change")
    .select("body")
    .where("run_id", "=", runId)
    .orderBy("wave")
    .orderBy("place")
    .execute();
  const outcomes = await database.selectFrom("outcome").selectAll().where("run_id", "=", runId).execute();
  const header = JSON.parse(run.plan) as Omit<Plan, "changes">;
  return {
    plan: { ...header, changes: changes.map(({ body }) => JSON.parse(body) as Change) },
    outcomes: new Map(outcomes.map((row) => [row.change_id, toOutcome(row)])),
  };
};

const toOutcome = ({ change_id, result, code, message, tries }: Selectable<Tables["outcome"]>): Outcome => ({
  changeId: change_id,
  result: result as Outcome["result"],
  ...(code === null ? {} : { code }),
  ...(message === null ? {} : { message }),
  ...(tries > 1 && { tries }),
});
