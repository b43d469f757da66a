/** The people and departments that plans have named, so that they are found without reading plans. */

import { sql } from "kysely";
import { dayMs } from "../../lib/clock.ts";
import { slicesOf } from "../../lib/slices.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";

type NamedObject = { readonly kind: "employee" | "department"; readonly key: string; readonly label: string };

export type Names = {
  /** Those whose key or name contains the text, in whatever case, by name; at most `limit`. */
  readonly search: (text: string, limit: number) => Promise<readonly NamedObject[]>;
  readonly find: (kind: NamedObject["kind"], key: string) => Promise<NamedObject | undefined>;
};

export const createNames = ({ database, target }: TargetStore): Names => {
  const named = () => database.selectFrom("name").select(["kind", "key", "label"]).where("target", "=", target);
  return {
    search: async (text, limit) => {
      const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
      const like = sql<boolean>`(key LIKE ${pattern} ESCAPE '\\' OR label LIKE ${pattern} ESCAPE '\\')`;
      return (await named().where(like).orderBy("label").orderBy("key").limit(limit).execute()) as NamedObject[];
    },
    find: async (kind, key) =>
      (await named().where("kind", "=", kind).where("key", "=", key).executeTakeFirst()) as NamedObject | undefined,
  };
};

const monthMs = 30 * dayMs;
const rowsAtATime = 10_000;

/** Keeps the names of people and departments in the plan of a run. */
export const keepNames = async (
  transaction: StoreDatabase,
  target: string,
  runId: string,
  { names, held, changes }: Pick<Plan, "names" | "held" | "changes">,
): Promise<void> => {
  const found = new Map<string, readonly [kind: string, key: string, label: string]>();
  const note = (kind: string, key: string, label: string): void => {
    if (kind === "employee" || kind === "department") found.set(`${kind}/${key}`, [kind, key, label]);
  };
  for (const kind of ["employee", "department"] as const)
    for (const [key, label] of Object.entries(names?.[kind] ?? {})) note(kind, key, label);
  for (const { kind, key, label } of [...held, ...changes]) note(kind, key, label);
  for (const rows of slicesOf([...found.values()], rowsAtATime)) {
    const batch = JSON.stringify(rows);
    // A row that says the same is left alone for a month, so that an ordinary run writes few.
    await sql`INSERT INTO name (target, kind, key, label, seen_at)
      SELECT ${target}, value->>0, value->>1, value->>2, started_at FROM json_each(${batch}), run WHERE run.id = ${runId}
      ON CONFLICT DO UPDATE SET label = excluded.label, seen_at = excluded.seen_at
      WHERE label <> excluded.label OR seen_at < excluded.seen_at - ${monthMs}`.execute(transaction);
  }
};

/** Deletes the names that no plan has had since then. */
export const deleteOldNames = async (transaction: StoreDatabase, target: string, beforeMs: number): Promise<void> => {
  await transaction.deleteFrom("name").where("target", "=", target).where("seen_at", "<", beforeMs).execute();
};
