/** What stored plans say besides their changes: enough for lists and for finding a name, without reading a hundred thousand changes. */
import { sql } from "kysely";
import { isoInstant } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import type { Counts, Plan } from "../model/plan.ts";
import type { Tables } from "./schema.ts";

type PlanHeader = Omit<Plan, "changes">;

/** An object that a plan names, by its key in the service. */
type NamedObject = { readonly kind: "employee" | "department"; readonly key: string; readonly label: string };

export type PlanHeaders = {
  /** The newest plan of the whole source, masked; undefined if there was none. */
  readonly newest: () => Promise<
    { readonly runId: string; readonly status: string; readonly header: PlanHeader } | undefined
  >;
  /** People and departments of the last plans whose key or name contains the text, in whatever case; at most `limit`. */
  readonly search: (text: string, limit: number) => Promise<readonly NamedObject[]>;
  /** Number of records by kind in the last plans of the whole source, oldest first. */
  readonly sourceCounts: (limit: number) => Promise<readonly { readonly at: string; readonly counts: Counts }[]>;
};

/** How many plans are searched for a name; older ones are found through the history of the record. */
const searched = 10;

export const createPlanHeaders = (database: Database<Tables>, target: string): PlanHeaders => {
  const whole = sql`FROM run WHERE target = ${target} AND plan IS NOT NULL AND undoes IS NULL
    AND json_extract(plan, '$.only') IS NULL ORDER BY started_at DESC`;
  return {
    newest: async () => {
      const { rows } = await sql<{
        id: string;
        status: string;
        plan: string;
      }>`SELECT id, status, plan ${whole} LIMIT 1`.execute(database);
      const [row] = rows;
      return row && { runId: row.id, status: row.status, header: JSON.parse(row.plan) as PlanHeader };
    },

    search: async (text, limit) => {
      const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
      const { rows } = await sql<NamedObject>`
        WITH newest AS (SELECT id, plan FROM run WHERE target = ${target} AND plan IS NOT NULL
          ORDER BY started_at DESC LIMIT ${searched}),
        named AS (
          SELECT 'employee' AS kind, name.key AS key, name.value AS label FROM newest, json_each(newest.plan, '$.names.employee') AS name
          UNION SELECT 'department', name.key, name.value FROM newest, json_each(newest.plan, '$.names.department') AS name
          UNION SELECT held.value ->> '$.kind', held.value ->> '$.key', held.value ->> '$.label'
            FROM newest, json_each(newest.plan, '$.held') AS held WHERE held.value ->> '$.kind' IN ('employee', 'department')
          UNION SELECT substr(change.id, 1, instr(change.id, '/') - 1), body ->> '$.key', body ->> '$.label'
            FROM change WHERE run_id IN (SELECT id FROM newest) AND (change.id LIKE 'employee/%' OR change.id LIKE 'department/%'))
        SELECT kind, key, label FROM named
        WHERE key LIKE ${pattern} ESCAPE '\\' OR label LIKE ${pattern} ESCAPE '\\' ORDER BY label, key LIMIT ${limit}`.execute(
        database,
      );
      return rows;
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
