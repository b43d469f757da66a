/** What stored plans say besides their changes: enough for lists, without reading a hundred thousand changes. */
import { sql } from "kysely";
import { isoInstant } from "../../lib/clock.ts";
import { type BriefPlan, type LargePart, withoutLargeParts } from "../../model/plan/brief-plan.ts";
import type { Counts, Plan } from "../../model/plan/plan.ts";
import type { TargetStore } from "../schema/schema.ts";

type Stored<Header> = { readonly runId: string; readonly status: string; readonly header: Header };

export type PlanHeaders = {
  /** The newest plan of the whole source, masked, with these large parts; undefined if there was none. */
  readonly newest: <Part extends LargePart = never>(
    ...parts: readonly Part[]
  ) => Promise<Stored<BriefPlan & Pick<Plan, Part>> | undefined>;
  /** The plan of a run; undefined if there is no such run, or it has no plan. */
  readonly find: (runId: string) => Promise<Stored<BriefPlan> | undefined>;
  /** Number of records by kind in the last plans of the whole source, oldest first. */
  readonly sourceCounts: (limit: number) => Promise<readonly { readonly at: string; readonly counts: Counts }[]>;
};

type Row = { readonly id: string; readonly status: string; readonly plan: string | null };

/** The column `plan` without its large parts, but for these. */
const briefWith = (parts: readonly LargePart[] = []) => {
  const left = Object.keys(withoutLargeParts).filter((part) => !parts.some((one) => one === part));
  return sql<string | null>`json_remove(plan, ${sql.join(left.map((part) => `$.${part}`))})`.as("plan");
};

/** The plans of the whole source of a target, the newest first. */
const wholePlans = (target: string) => sql`FROM run WHERE target = ${target} AND plan IS NOT NULL AND undoes IS NULL
  AND json_extract(plan, '$.only') IS NULL ORDER BY started_at DESC`;

/** The held changes of the newest of them, each as `held.value`. */
export const newestHeld = (target: string) =>
  sql`FROM (SELECT plan ${wholePlans(target)} LIMIT 1) AS newest, json_each(newest.plan, '$.held') AS held`;

const headerOf = <Header>(row: Row | undefined): Stored<Header> | undefined =>
  row?.plan ? { runId: row.id, status: row.status, header: JSON.parse(row.plan) as Header } : undefined;

export const createPlanHeaders = ({ database, target }: TargetStore): PlanHeaders => {
  const whole = wholePlans(target);
  return {
    newest: async (...parts) => {
      const { rows } = await sql<Row>`SELECT id, status, ${briefWith(parts)} ${whole} LIMIT 1`.execute(database);
      return headerOf(rows[0]);
    },

    find: async (runId) => {
      const rows = database.selectFrom("run").select(["id", "status", briefWith()]).where("target", "=", target);
      return headerOf(await rows.where("id", "=", runId).executeTakeFirst());
    },

    sourceCounts: async (limit) => {
      const { rows } = await sql<{
        started_at: number;
        counts: string;
      }>`SELECT started_at, json_extract(plan, '$.sourceCounts') AS counts ${whole} LIMIT ${limit}`.execute(database);
      return rows
        .map(({ started_at, counts }) => ({ at: isoInstant(started_at), counts: JSON.parse(counts) as Counts }))
        .reverse();
    },
  };
};
