/**
 * How often a target's runs have failed in a row with the same causes, and when the next attempt is due. Both are stored, so
 * they survive a restart.
 */
import { isoInstant } from "../../lib/clock.ts";
import type { RunStatus } from "../../model/runs/run.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";

/** Consecutive failures with the same causes. Times are ISO 8601 instants. */
type RepeatedFailure = {
  readonly status: RunStatus;
  /** Codes of the causes: first the one that ended the run, then the others in alphabetical order. */
  readonly codes: readonly string[];
  /** The number of failures, at least 1. */
  readonly times: number;
  /** When the first of these runs ended. */
  readonly since: string;
  readonly nextTry: string;
};

export type Retries = {
  readonly read: () => Promise<RepeatedFailure | undefined>;
  readonly keep: (failure: RepeatedFailure) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** The distinct codes of a run's failed and not-tried changes, in alphabetical order. */
  readonly codesOf: (runId: string) => Promise<string[]>;
};

export const createRetries = ({ database, target }: TargetStore): Retries => ({
  read: async () => {
    const row = await database.selectFrom("retry").selectAll().where("target", "=", target).executeTakeFirst();
    return (
      row && {
        status: row.status as RunStatus,
        codes: JSON.parse(row.codes) as string[],
        times: row.times,
        since: isoInstant(row.since),
        nextTry: isoInstant(row.next_try),
      }
    );
  },

  keep: async ({ status, codes, times, since, nextTry }) => {
    const moments = { since: Date.parse(since), next_try: Date.parse(nextTry) };
    const row = { target, status, codes: JSON.stringify(codes), times, ...moments };
    await database.replaceInto("retry").values(row).execute();
  },

  forget: async () => {
    await database.deleteFrom("retry").where("target", "=", target).execute();
  },

  codesOf: (runId) => codesOf(database, runId),
});

export const codesOf = async (database: StoreDatabase, runId: string): Promise<string[]> => {
  const rows = await database
    .selectFrom("outcome")
    .select("code")
    .distinct()
    .where("run_id", "=", runId)
    .where("result", "in", ["failed", "not-tried"])
    .orderBy("code")
    .execute();
  return rows.flatMap(({ code }) => code ?? []);
};
