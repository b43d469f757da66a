/** Writes the outcomes of a run while it goes on, those that arrive together in one commit. */
import { type RawBuilder, sql } from "kysely";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { carryOver, remember } from "../memory/ledger.ts";
import { type Relinked, relink } from "../memory/links.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** What is remembered with an outcome. */
type Remembrance = {
  readonly entries: readonly LedgerEntry[];
  /** A renamed account, whose ledger entries move to the new account. */
  readonly renamed?: { readonly from: string; readonly to: string };
  /** A code or account that an undo has given back, so that links must lead to it again. */
  readonly relinked?: Relinked;
};

export type OutcomeRecorder = {
  /** Writes an outcome and the ledger entries that come with it, all or nothing, soon or when `flush` is called. */
  readonly record: (runId: string, outcome: Outcome, memory: Remembrance) => Promise<void>;
  /** Writes now what waits: nothing else will come that could share its commit. */
  readonly flush: () => void;
};

/**
 * An outcome waits until so many share its commit, but no longer than `mostMs`: a commit costs about as much as a hundred outcomes
 * in it. A killed process loses what waits, like what is in flight; of that, the next run only repeats what sets a state.
 */
const shared = 32;
const mostMs = 250;

/** The commits of outcomes: up to 32 of a quarter of a second share one, and each is committed when its promise resolves. */
export const createOutcomeRecorder = (database: StoreDatabase, target: string): OutcomeRecorder => {
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
      const timer = setTimeout(resolve, mostMs);
      endWindow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const commitAll = async (): Promise<void> => {
    committing = true;
    while (waiting.length > 0) {
      if (!isUrgent && waiting.length < shared) await others();
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
        else if (waiting.length === shared) endWindow();
      }),
    flush: () => {
      isUrgent = committing;
      endWindow();
    },
  };
};

/** What precedes the rename of an account is carried over with it; what follows is not. */
const rememberInOrder = async (
  database: StoreDatabase,
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

/** `update`: what becomes of the result of an outcome that exists. */
export const insertOutcomes = async (
  database: StoreDatabase,
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
