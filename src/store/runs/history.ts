/** What earlier runs did to one record, found through its keys: renames are followed back, so a record keeps its history. */
import { sql } from "kysely";
import { isoInstant } from "../../lib/clock.ts";
import { namedBy } from "../../model/directory/address.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { AdoptedKind } from "../../model/directory/identity.ts";
import type { Change, Kind } from "../../model/plan/plan.ts";
import type { PastChange } from "../../model/runs/explanation.ts";
import { outcomeOf } from "../plans/plans.ts";
import type { StoreDatabase, Tables, TargetStore } from "../schema/schema.ts";

/**
 * Returns a function that finds the last changes to a record that have an outcome, newest first; at most `limit`. `key`: its
 * account or code when the run `before` began; without a run, now. Only runs that began earlier count.
 */
export type History = (
  kind: AdoptedKind,
  before?: string,
) => Promise<(key: string, limit: number) => Promise<PastChange[]>>;

/** Changes to these kinds belong to a record, too; their ids begin with the record's key. */
const partsOf: Readonly<Record<AdoptedKind, readonly Kind[]>> = {
  employee: ["employee", "post", "supervisor"],
  department: ["department", "manager"],
  level: ["level"],
  title: ["title"],
  function: ["function"],
};

type Row = Pick<Tables["outcome"], "run_id" | "result" | "code" | "message"> & {
  readonly started_at: number;
  readonly wave: number;
  readonly body: string;
};

/** A rename, with its run and wave. */
type Rename = { readonly row: Row; readonly change: Change };

/** The time in which a record had a key: from the rename that gave it the key to the one that gave it another. */
type Span = { readonly given: Rename | undefined; readonly left: Rename | undefined };

export const createHistory =
  ({ database, target }: TargetStore): History =>
  async (kind, before) => {
    const end = before === undefined ? Number.MAX_SAFE_INTEGER : await startOf(database, before);
    const renames = await renamesOf(database, target, kind, end);
    return async (key, limit) => {
      const found: PastChange[] = [];
      let left: Rename | undefined;
      for (let at: string | undefined = key; at !== undefined && found.length < limit; ) {
        const given = renames.find((rename) => isGiven(rename, at) && isBefore(rename.row, left?.row));
        const span = { given, left };
        const rows = await changesOf(database, target, kind, at, { ...span, end }, limit);
        found.push(...rows.map(toPast).filter((past) => isOwn(kind, past, span)));
        left = given;
        at = given?.change.key;
      }
      return found.slice(0, limit);
    };
  };

/** When the run began, in ms since 1970. */
const startOf = async (database: StoreDatabase, run: string): Promise<number> => {
  const row = await database.selectFrom("run").select("started_at").where("id", "=", run).executeTakeFirst();
  return row?.started_at ?? Number.MAX_SAFE_INTEGER;
};

const isGiven = ({ change }: Rename, key: string | undefined): boolean => {
  const after = change.fields[0]?.after;
  return typeof after === "string" && key !== undefined && sameKey(after, key);
};

const isBefore = (row: Row, other: Row | undefined): boolean =>
  other === undefined ||
  row.started_at < other.started_at ||
  (row.started_at === other.started_at && row.wave < other.wave);

/**
 * In the run of a rename, another record may have the same key before or after it. There, changes to a person have the old account,
 * apart from repairs, and changes to anything else have the new code.
 */
const isOwn = (kind: AdoptedKind, { runId, change }: PastChange, { given, left }: Span): boolean => {
  const isLeaving = runId === left?.row.run_id;
  const isComing = runId === given?.row.run_id;
  if (!isLeaving && !isComing) return true;
  if (change.action === "rename") return isLeaving && change.id === left.change.id;
  if (kind !== "employee") return !isLeaving;
  return isLeaving ? change.action !== "create" : change.repairs !== undefined;
};

const changesOf = async (
  database: StoreDatabase,
  target: string,
  kind: AdoptedKind,
  key: string,
  { given, left, end }: Span & { readonly end: number },
  limit: number,
): Promise<readonly Row[]> => {
  const [from, to] = [given?.row.started_at ?? 0, left?.row.started_at ?? end];
  const found: Row[] = [];
  // One query for each part, because SQLite does not use the index for several ranges. Ids are `kind/key/action`.
  for (const part of partsOf[kind]) {
    const own = part === "supervisor" ? namedBy({ of: part, person: key, department: "" }).key : `${key}/`;
    const [low, high] = [`${part}/${own}`, `${part}/${own.slice(0, -1)}${afterSlash}`];
    const { rows } = await sql<Row>`${columns}
      WHERE change.id COLLATE NOCASE >= ${low} AND change.id COLLATE NOCASE < ${high}
        AND run.target = ${target} AND run.started_at BETWEEN ${from} AND ${to} AND run.started_at < ${end}
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

/** All renames, newest first; the index `change_rename` contains nothing else. */
const renamesOf = async (
  database: StoreDatabase,
  target: string,
  kind: AdoptedKind,
  end: number,
): Promise<readonly Rename[]> => {
  const { rows } = await sql<Row>`${columns}
    WHERE change.id LIKE '%/rename%' AND run.target = ${target} AND outcome.result IN ('applied', 'already-so', 'unconfirmed')
      AND run.started_at < ${end}
    ORDER BY run.started_at DESC, change.wave DESC`.execute(database);
  return rows
    .map((row) => ({ row, change: JSON.parse(row.body) as Change }))
    .filter(({ change }) => change.kind === kind && change.action === "rename");
};

const toPast = ({ run_id, started_at, body, ...row }: Row): PastChange => {
  // What is remembered has digests of masked values, which whoever reads the history could try out.
  const { remember: _, doubts: _doubts, replaces: _replaces, ...change } = JSON.parse(body) as Change;
  return {
    runId: run_id,
    at: isoInstant(started_at),
    change,
    outcome: outcomeOf(change.id, row),
  };
};
