/** What earlier runs did to one record, found through its keys: renames are followed back, so a record keeps its history. */
import { sql } from "kysely";
import { isoInstant } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import { sameKey } from "../model/canonical.ts";
import type { PastChange } from "../model/explanation.ts";
import type { AdoptedKind } from "../model/identity.ts";
import type { Change, Kind } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import type { Tables } from "./schema.ts";

/** Returns the last changes that have an outcome, newest first; at most `limit`. `key`: account or code in the service now. */
export type History = (kind: AdoptedKind, key: string, limit: number) => Promise<PastChange[]>;

/** Changes to these kinds belong to a record, too; their ids begin with the record's key. */
const partsOf: Readonly<Record<AdoptedKind, readonly Kind[]>> = {
  employee: ["employee", "post", "supervisor"],
  department: ["department", "manager"],
  level: ["level"],
  title: ["title"],
  function: ["function"],
};

type Row = {
  readonly run_id: string;
  readonly started_at: number;
  readonly wave: number;
  readonly body: string;
  readonly result: string;
  readonly code: string | null;
  readonly message: string | null;
};

/** The times between which a record had a key, in epoch milliseconds. */
type Span = { readonly from: number; readonly to: number };

export const createHistory =
  (database: Database<Tables>, target: string): History =>
  async (kind, key, limit) => {
    const found: PastChange[] = [];
    const seen = new Set<string>();
    let to = Number.MAX_SAFE_INTEGER;
    for (let at: string | undefined = key; at !== undefined && !seen.has(at) && found.length < limit; ) {
      seen.add(at);
      const renamed = await renameTo(database, target, kind, at, to);
      const rows = await changesOf(database, target, kind, at, { from: renamed?.started_at ?? 0, to }, limit);
      const past = rows.map(toPast);
      // In the run of a rename, a record that is created under the old key is another one.
      found.push(
        ...past.filter(({ change }, index) => !(change.action === "create" && rows[index]?.started_at === to)),
      );
      to = renamed?.started_at ?? 0;
      at = renamed && (JSON.parse(renamed.body) as Change).key;
    }
    return found.slice(0, limit);
  };

const changesOf = async (
  database: Database<Tables>,
  target: string,
  kind: AdoptedKind,
  key: string,
  { from, to }: Span,
  limit: number,
): Promise<readonly Row[]> => {
  const found: Row[] = [];
  // One query for each part, because SQLite does not use the index for several ranges. Ids are `kind/key/action`.
  for (const part of partsOf[kind]) {
    const [low, high] = [`${part}/${key}/`, `${part}/${key}${afterSlash}`];
    const { rows } = await sql<Row>`${columns}
      WHERE change.id COLLATE NOCASE >= ${low} AND change.id COLLATE NOCASE < ${high}
        AND run.target = ${target} AND run.started_at BETWEEN ${from} AND ${to}
      ORDER BY run.started_at DESC, change.wave DESC, change.place DESC LIMIT ${limit}`.execute(database);
    found.push(...rows);
  }
  return found.sort((a, b) => b.started_at - a.started_at || b.wave - a.wave);
};

/** The character that follows the slash. */
const afterSlash = "0";

const columns = sql`
  SELECT change.run_id, run.started_at, change.wave, change.body, outcome.result, outcome.code, outcome.message
  FROM change JOIN run ON run.id = change.run_id
  JOIN outcome ON outcome.run_id = change.run_id AND outcome.change_id = change.id`;

/** The last rename by which a record got this key; the index `change_rename` contains renames only. */
const renameTo = async (
  database: Database<Tables>,
  target: string,
  kind: AdoptedKind,
  key: string,
  to: number,
): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`${columns}
    WHERE change.id LIKE '%/rename%' AND run.target = ${target} AND run.started_at <= ${to}
      AND outcome.result IN ('applied', 'already-so')
    ORDER BY run.started_at DESC, change.wave DESC`.execute(database);
  return rows.find(({ body }) => {
    const change = JSON.parse(body) as Change;
    const after = change.fields[0]?.after;
    return change.kind === kind && typeof after === "string" && sameKey(after, key);
  });
};

const toPast = ({ run_id, started_at, body, result, code, message }: Row): PastChange => {
  const change = JSON.parse(body) as Change;
  return {
    runId: run_id,
    at: isoInstant(started_at),
    change,
    outcome: {
      changeId: change.id,
      result: result as Outcome["result"],
      ...(code === null ? {} : { code }),
      ...(message === null ? {} : { message }),
    },
  };
};
