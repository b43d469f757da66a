/**
 * What musterd has to submit to the service's own workflow: a form about each blocked plan, and the report of each run that has
 * written. Both are owed by what the store says of runs, so a killed process loses none; the unique key of a row makes it one form for
 * a plan. A row that is taken is due again after a while, whatever becomes of the process.
 */

import { type Selectable, sql } from "kysely";
import { dayMs } from "../../lib/clock.ts";
import type { Submission } from "../../model/runs/submission.ts";
import type { AuditedStore } from "../audit/audit.ts";
import type { StoreDatabase, Tables } from "../schema/schema.ts";

export type Submissions = {
  /** Notes what is owed: the form of the plan that is blocked now, the reports of the runs of the last week. */
  readonly owe: (wanted: { readonly form: boolean; readonly report: boolean }) => Promise<void>;
  /** The next one that is due; undefined if there is none. */
  readonly claim: () => Promise<Submission | undefined>;
  /** Stores what became of it; it is due again after `dueInMs`. */
  readonly keep: (submission: Submission, dueInMs: number) => Promise<void>;
  /** The same, durably and with an entry in the audit trail: the form with this code is about to be initiated. */
  readonly initiate: (submission: Submission, form: string) => Promise<void>;
  /** Makes an open form due, known by its trace id or, while that is not known, by the plan: then it gets the trace id. */
  readonly hasten: (trace: string, fingerprint: string) => Promise<boolean>;
  /** What has failed `tries` times in a row or more: its kind and the last problem. */
  readonly failing: (tries: number) => Promise<ReadonlyMap<string, string>>;
};

/** Longer than one attempt may take. */
const takenForMs = 5 * 60_000;

/** Nothing is due later than this after it was stored: what is later was stored before the clock was set back. */
const longestMs = 60 * 60_000;

const weekMs = 7 * dayMs;

export const createSubmissions = ({ database, target, clock, audit }: AuditedStore): Submissions => ({
  owe: async ({ form, report }) => {
    const now = clock.nowMs();
    // The newest run decides; whoever only looks at a plan (`musterd plan`) asks nobody.
    if (form)
      await sql`INSERT INTO submission (target, kind, about, run_id, state, at, due_at)
        SELECT target, 'form', fingerprint, id, 'owed', ${now}, ${now} FROM run
        WHERE id = (SELECT id FROM run WHERE target = ${target} AND ended_at IS NOT NULL AND status != 'planned'
            ORDER BY started_at DESC LIMIT 1)
          AND status = 'blocked' AND fingerprint IS NOT NULL AND undoes IS NULL
          AND NOT EXISTS (SELECT 1 FROM verdict WHERE verdict.target = run.target AND verdict.fingerprint = run.fingerprint)
        ON CONFLICT DO NOTHING`.execute(database);
    if (report)
      await sql`INSERT INTO submission (target, kind, about, run_id, state, at, due_at)
        SELECT target, 'report', id, id, 'owed', ${now}, ${now} FROM run
        WHERE target = ${target} AND ended_at > ${now - weekMs}
          AND EXISTS (SELECT 1 FROM outcome WHERE run_id = run.id AND result NOT IN ('not-tried', 'already-so'))
        ON CONFLICT DO NOTHING`.execute(database);
  },

  claim: async () => {
    const now = clock.nowMs();
    const { rows } = await sql<Row>`UPDATE submission SET due_at = ${now + takenForMs}
      WHERE rowid = (SELECT rowid FROM submission WHERE target = ${target} AND state != 'done'
          AND (due_at <= ${now} OR due_at > ${now + longestMs})
        ORDER BY due_at LIMIT 1) RETURNING *`.execute(database);
    return rows[0] && submissionOf(rows[0]);
  },

  keep: (submission, dueInMs) => keepRow(database, target, submission, clock.nowMs() + dueInMs),

  initiate: (submission, form) =>
    audit.transaction(async (transaction, append) => {
      await keepRow(transaction, target, submission, clock.nowMs() + takenForMs);
      const { run, about: fingerprint } = submission;
      await append({ event: "form-initiated", by: { kind: "program" }, facts: { run, fingerprint, form } });
    }),

  hasten: async (trace, fingerprint) => {
    const { rows } = await sql<{ about: string }>`UPDATE submission SET due_at = 0, trace = ${trace},
        state = CASE state WHEN 'sent' THEN 'started' ELSE state END
      WHERE target = ${target} AND kind = 'form' AND state != 'done'
        AND (trace = ${trace} OR (state = 'sent' AND trace IS NULL AND about = ${fingerprint})) RETURNING about`.execute(
      database,
    );
    return rows.length > 0;
  },

  failing: async (tries) => {
    const { rows } = await sql<{ kind: string; problem: string }>`SELECT kind, problem FROM submission
      WHERE target = ${target} AND state != 'done' AND tries >= ${tries} AND problem IS NOT NULL ORDER BY at`.execute(
      database,
    );
    return new Map(rows.map(({ kind, problem }) => [kind, problem]));
  },
});

type Row = Selectable<Tables["submission"]>;

const keepRow = async (
  database: StoreDatabase,
  target: string,
  { kind, about, state, sinceMs, tries, trace, document, asked, problem }: Submission,
  dueMs: number,
): Promise<void> => {
  await database
    .updateTable("submission")
    .set({
      state,
      at: sinceMs,
      due_at: dueMs,
      tries,
      trace: trace ?? null,
      document: document ?? null,
      asked: JSON.stringify(asked),
      problem: problem ?? null,
    })
    .where("target", "=", target)
    .where("kind", "=", kind)
    .where("about", "=", about)
    .execute();
};

const submissionOf = (row: Row): Submission => ({
  kind: row.kind as Submission["kind"],
  about: row.about,
  run: row.run_id,
  state: row.state as Submission["state"],
  sinceMs: row.at,
  tries: row.tries,
  ...(row.trace !== null && { trace: row.trace }),
  ...(row.document !== null && { document: row.document }),
  asked: JSON.parse(row.asked) as string[],
  ...(row.problem !== null && { problem: row.problem }),
});
