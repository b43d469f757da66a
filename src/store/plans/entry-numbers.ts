/** Counts the entries of a stored plan, from the few columns that this needs: a whole plan of 100,000 changes takes much memory. */
import { sql } from "kysely";
import type { Change, HeldChange } from "../../model/plan/plan.ts";
import type { SubjectItem } from "../../model/plan/subjects.ts";
import { entryCounts } from "../../model/runs/entry-counts.ts";
import type { EntryCounts, Outcome } from "../../model/runs/run.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** `fields` is null except for renames: no other fields decide to whom a change belongs. */
type Row = Pick<Change, "id" | "kind" | "key" | "label" | "action"> & {
  readonly department: string | null;
  readonly repairs: string | null;
  readonly fields: string | null;
  readonly result: Outcome["result"] | null;
};

export const countStoredEntries = async (database: StoreDatabase, runId: string): Promise<EntryCounts> => {
  const { rows } = await sql<Row>`
    SELECT change.id, body ->> 'kind' AS kind, body ->> 'key' AS key, body ->> 'label' AS label, body ->> 'action' AS action,
      body ->> 'department' AS department, body ->> 'repairs' AS repairs, outcome.result,
      CASE body ->> 'action' WHEN 'rename' THEN body -> 'fields' END AS fields
    FROM change LEFT JOIN outcome ON outcome.run_id = change.run_id AND outcome.change_id = change.id
    WHERE change.run_id = ${runId} ORDER BY wave, place`.execute(database);
  const stored = await sql<{ held: string | null }>`
    SELECT plan -> 'held' AS held FROM run WHERE id = ${runId}`.execute(database);
  const outcomes = new Map(rows.flatMap(({ id, result }) => (result === null ? [] : [[id, { result }] as const])));
  const held = JSON.parse(stored.rows[0]?.held ?? "[]") as readonly HeldChange[];
  return entryCounts({ changes: rows.map(toItem), held }, outcomes);
};

const toItem = ({ department, repairs, fields, result: _, ...row }: Row): SubjectItem => ({
  ...row,
  fields: fields === null ? [] : (JSON.parse(fields) as Change["fields"]),
  ...(department !== null && { department }),
  ...(repairs !== null && { repairs }),
});
