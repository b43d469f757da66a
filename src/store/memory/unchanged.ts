/**
 * Remembers what a run has read for which there was nothing to do, so that the next run need not plan it again. Before a run plans, it
 * says what it has read (`expect`); whatever changes the memory of plans in between deletes that (triggers of the table), and only
 * a run whose plan is empty confirms it.
 */
import { sql } from "kysely";
import type { TargetStore } from "../schema/schema.ts";

export type UnchangedStore = {
  /** The run whose empty plan was made from this; undefined if there is none, or its plan is no longer kept. */
  readonly find: (digest: string) => Promise<string | undefined>;
  readonly expect: (digest: string) => Promise<void>;
  readonly confirm: (runId: string, digest: string) => Promise<void>;
  readonly forget: () => Promise<void>;
};

export const createUnchanged = ({ database, target }: TargetStore): UnchangedStore => ({
  find: async (digest) => {
    const found = await database
      .selectFrom("unchanged")
      .innerJoin("run", "run.id", "unchanged.run_id")
      .select("run.id")
      .where("unchanged.target", "=", target)
      .where("digest", "=", digest)
      .where("run.plan", "is not", null)
      .executeTakeFirst();
    return found?.id;
  },
  expect: async (digest) => {
    await database.replaceInto("unchanged").values({ target, digest, run_id: null }).execute();
  },
  confirm: async (runId, digest) => {
    await sql`UPDATE unchanged SET run_id = ${runId} WHERE target = ${target} AND digest = ${digest}`.execute(database);
  },
  forget: async () => {
    await database.deleteFrom("unchanged").where("target", "=", target).execute();
  },
});
