/**
 * Plans and outcomes. While a run goes on its changes are kept whole, because workers read them from here; when it has
 * ended they are sealed: masked, without the operations that carry personal data.
 */
import type { Database } from "../lib/database.ts";
import type { Change, LedgerEntry, Plan } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { maskChange, maskPlan } from "../model/sensitive.ts";
import { carryOver, remember } from "./ledger.ts";
import type { Tables } from "./schema.ts";

export type Plans = {
  /** Keeps a plan that is only shown: masked from the start. */
  readonly keep: (runId: string, plan: Plan) => Promise<void>;
  /** Keeps a plan that is about to be applied; `seal` must follow. */
  readonly keepWhole: (runId: string, plan: Plan) => Promise<void>;
  readonly seal: (runId: string) => Promise<void>;
  /** The changes of one page of a wave that have no outcome yet. */
  readonly page: (runId: string, wave: number, page: number, pageSize: number) => Promise<Change[]>;
  /** An outcome and what is remembered with it: both, or neither. */
  readonly record: (runId: string, outcome: Outcome, memory: Remembrance) => Promise<void>;
  /** Gives every change that has no outcome this one. */
  readonly closeRest: (runId: string, outcome: Omit<Outcome, "changeId">) => Promise<void>;
  /** The plan as it was shown, with its outcomes by change id. */
  readonly read: (
    runId: string,
  ) => Promise<{ readonly plan: Plan; readonly outcomes: ReadonlyMap<string, Outcome> } | undefined>;
};

export type Remembrance = {
  readonly entries: readonly LedgerEntry[];
  /** An account that has become another: what is remembered about it goes along. */
  readonly renamed?: { readonly from: string; readonly to: string };
};

const rowsPerInsert = 500;

export const createPlans = (database: Database<Tables>, target: string): Plans => ({
  keep: (runId, plan) => write(database, runId, plan, maskPlan(plan).changes),
  keepWhole: (runId, plan) => write(database, runId, plan, plan.changes),
  seal: (runId) => seal(database, runId),

  page: async (runId, wave, page, pageSize) => {
    const rows = await database
      .selectFrom("change")
      .select("body")
      .where("run_id", "=", runId)
      .where("wave", "=", wave)
      .where("place", ">=", page * pageSize)
      .where("place", "<", (page + 1) * pageSize)
      .where("result", "is", null)
      .orderBy("place")
      .execute();
    return rows.map(({ body }) => JSON.parse(body) as Change);
  },

  record: (runId, { changeId, result, code, message }, { entries, renamed }) =>
    database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("change")
        .set({ result, code: code ?? null, message: message ?? null })
        .where("run_id", "=", runId)
        .where("id", "=", changeId)
        .execute();
      await remember(transaction, target, entries);
      if (renamed) await carryOver(transaction, target, renamed.from, renamed.to);
    }),

  closeRest: async (runId, { result, code, message }) => {
    await database
      .updateTable("change")
      .set({ result, code: code ?? null, message: message ?? null })
      .where("run_id", "=", runId)
      .where("result", "is", null)
      .execute();
  },

  read: (runId) => read(database, target, runId),
});

const write = async (database: Database<Tables>, runId: string, plan: Plan, changes: readonly Change[]) => {
  const { changes: _changes, ...header } = maskPlan({ ...plan, changes: [] });
  const places = new Map<number, number>();
  const rows = changes.map((change) => {
    const place = places.get(change.wave) ?? 0;
    places.set(change.wave, place + 1);
    return { run_id: runId, id: change.id, wave: change.wave, place, body: JSON.stringify(change) };
  });
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("run")
      .set({ plan: JSON.stringify(header), fingerprint: plan.fingerprint, held: plan.held.length })
      .where("id", "=", runId)
      .execute();
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      await transaction
        .insertInto("change")
        .values(rows.slice(from, from + rowsPerInsert))
        .execute();
    }
  });
};

const seal = async (database: Database<Tables>, runId: string): Promise<void> => {
  const rows = await database.selectFrom("change").select(["id", "body"]).where("run_id", "=", runId).execute();
  await database.transaction().execute(async (transaction) => {
    for (const { id, body } of rows) {
      const masked = JSON.stringify(maskChange(JSON.parse(body) as Change));
      await transaction
        .updateTable("change")
        .set({ body: masked })
        .where("run_id", "=", runId)
        .where("id", "=", id)
        .execute();
    }
  });
};

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
  const rows = await database
    .selectFrom("change")
    .selectAll()
    .where("run_id", "=", runId)
    .orderBy("wave")
    .orderBy("place")
    .execute();
  const header = JSON.parse(run.plan) as Omit<Plan, "changes">;
  return {
    plan: { ...header, changes: rows.map(({ body }) => JSON.parse(body) as Change) },
    outcomes: new Map(rows.flatMap((row) => toOutcome(row) ?? []).map((outcome) => [outcome.changeId, outcome])),
  };
};

const toOutcome = (row: Tables["change"]): Outcome | undefined =>
  row.result === null
    ? undefined
    : {
        changeId: row.id,
        result: row.result as Outcome["result"],
        ...(row.code === null ? {} : { code: row.code }),
        ...(row.message === null ? {} : { message: row.message }),
      };
