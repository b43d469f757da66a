/**
 * What `musterd undo` needs of a run: its changes with their outcomes, what has been renamed and undone since, and the personal
 * values that the stored plan masks. These values are encrypted (vault.ts) and kept for a limited time; afterwards the run can be
 * undone without them.
 */

import { sql } from "kysely";
import { dayMs } from "../../lib/clock.ts";
import { slicesOf } from "../../lib/slices.ts";
import { isPersonal } from "../../model/directory/known-fields.ts";
import type { EmployeeData } from "../../model/plan/operation.ts";
import type { Change, FieldChange, Plan } from "../../model/plan/plan.ts";
import type { RecordedChange, RecordedRun } from "../../model/runs/recorded-run.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";
import type { Vault } from "../vault/vault.ts";

export type UndoValues = {
  /** Keeps the personal values of changes, inside the transaction that keeps their plan. */
  readonly keep: (transaction: StoreDatabase, runId: string, changes: readonly Change[]) => Promise<void>;
  /** Deletes the personal values of runs that are older than the permitted number of days. */
  readonly expire: () => Promise<void>;
  /** Undefined if there is no such run, or it ended before its plan was applied. */
  readonly read: (runId: string) => Promise<RecordedRun | undefined>;
};

/** The personal values of one change; `hidden` are values that it wrote because the service hides them. */
type Personal = { readonly id: string; readonly fields: readonly FieldChange[]; readonly hidden?: EmployeeData };

/** The number of changes whose values are encrypted together, if they have any. */
const partSize = 500;

export const createUndoValues = (
  { database, target, clock }: TargetStore,
  vault: Vault,
  keptDays: number,
): UndoValues => ({
  keep: async (transaction, runId, changes) => {
    if (keptDays === 0) return;
    for (const [part, some] of [...slicesOf(changes, partSize)].entries()) {
      const personal = some.flatMap(personalOf);
      if (personal.length === 0) continue;
      const sealed = vault.seal(JSON.stringify(personal));
      await transaction.insertInto("undo").values({ run_id: runId, part, sealed }).execute();
    }
  },

  expire: async () => {
    const old = database
      .selectFrom("run")
      .select("id")
      .where("target", "=", target)
      .where("started_at", "<=", clock.nowMs() - keptDays * dayMs);
    await database.deleteFrom("undo").where("run_id", "in", old).execute();
  },

  read: async (runId) => {
    const run = await database
      .selectFrom("run")
      .select(["plan", "started_at"])
      .where("id", "=", runId)
      .where("target", "=", target)
      .executeTakeFirst();
    if (!run?.plan) return undefined;
    const isKept = run.started_at > clock.nowMs() - keptDays * dayMs;
    const personal = isKept ? await openedValues(database, vault, runId) : new Map<string, Personal>();
    const later = await laterChanges(database, target, runId, run.started_at);
    const { siblings = [] } = JSON.parse(run.plan) as Pick<Plan, "siblings">;
    return {
      id: runId,
      changes: await recordedChanges(database, runId, personal),
      siblings,
      renamedSince: later.flatMap(({ change }) => (change.action === "rename" ? [change] : [])),
      undoneSince: later.flatMap(({ undoes, change }) => (undoes === runId ? [change] : [])),
    };
  },
});

/** A created object is only ever disabled again, so nothing of it is kept. */
const personalOf = ({ id, action, fields, operations }: Change): Personal[] => {
  if (action === "create") return [];
  const personal = fields.filter(({ field }) => isPersonal(field));
  const shown = new Set(fields.map(({ field }) => field));
  const written = operations.flatMap((operation) => (operation.id === "E11" ? Object.entries(operation.set) : []));
  const hidden = written.filter(([field]) => !shown.has(field));
  if (personal.length + hidden.length === 0) return [];
  return [{ id, fields: personal, ...(hidden.length > 0 && { hidden: Object.fromEntries(hidden) }) }];
};

const openedValues = async (
  database: StoreDatabase,
  vault: Vault,
  runId: string,
): Promise<ReadonlyMap<string, Personal>> => {
  const parts = await database.selectFrom("undo").select("sealed").where("run_id", "=", runId).execute();
  const values = parts.flatMap(({ sealed }) => JSON.parse(vault.open(sealed) ?? "[]") as Personal[]);
  return new Map(values.map((one) => [one.id, one]));
};

/** The changes of a run in the order of their waves, without repairs. */
const recordedChanges = async (
  database: StoreDatabase,
  runId: string,
  personal: ReadonlyMap<string, Personal>,
): Promise<RecordedChange[]> => {
  const rows = await database
    .selectFrom("change")
    .leftJoin("outcome", (join) =>
      join.onRef("outcome.run_id", "=", "change.run_id").onRef("outcome.change_id", "=", "change.id"),
    )
    .select(["change.body", "outcome.result", "outcome.code"])
    .where("change.run_id", "=", runId)
    .orderBy("change.wave")
    .orderBy("change.place")
    .execute();
  return rows.flatMap(({ body, result, code }): RecordedChange[] => {
    const change = JSON.parse(body) as Change;
    if (change.repairs !== undefined) return [];
    const kept = personal.get(change.id);
    const clear = new Map(kept?.fields.map((field) => [field.field, field]));
    return [
      {
        change: { ...change, fields: change.fields.map((field) => clear.get(field.field) ?? field) },
        ...(result && { outcome: { result: result as Outcome["result"], ...(code !== null && { code }) } }),
        ...(kept?.hidden && { hidden: kept.hidden }),
      },
    ];
  });
};

/** The changes that later runs have applied, oldest first: all renames, and whatever undid the run. */
const laterChanges = async (database: StoreDatabase, target: string, runId: string, startedAt: number) => {
  const rows = await database
    .selectFrom("change")
    .innerJoin("run", "run.id", "change.run_id")
    .innerJoin("outcome", (join) =>
      join.onRef("outcome.run_id", "=", "change.run_id").onRef("outcome.change_id", "=", "change.id"),
    )
    .select(["change.body", "run.undoes"])
    .where("run.target", "=", target)
    .where("run.id", "!=", runId)
    .where("run.started_at", ">=", startedAt)
    .where("outcome.result", "in", ["applied", "unconfirmed"])
    .where((where) => where.or([where("run.undoes", "=", runId), sql<boolean>`change.body->>'action' = 'rename'`]))
    .orderBy("run.started_at")
    .orderBy("change.wave")
    .orderBy("change.place")
    .execute();
  return rows.map(({ body, undoes }) => ({ undoes, change: JSON.parse(body) as Change }));
};
