/** All that runs have changed about one person, department or other object: by which run, released by whom, undone by what. */
import { sql } from "kysely";
import { MusterdError } from "../../lib/errors.ts";
import { addressOf, objectOf } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { type AdoptedKind, adoptedKinds } from "../../model/directory/identity.ts";
import type { Change } from "../../model/plan/plan.ts";
import type { Release } from "../../model/plan/release.ts";
import type { PastChange } from "../../model/runs/explanation.ts";
import type { RecordedChange, RecordHistory } from "../../model/runs/record-history.ts";
import type { RunStatus, Trigger } from "../../model/runs/run.ts";
import type { StoreDatabase, Tables, TargetStore } from "../schema/schema.ts";
import type { History } from "./history.ts";

/** `word`: an account, code, employee number or name, or `kind/KEY`. Rejects with `subject-unknown` or `subject-ambiguous`. */
export type FindHistory = (word: string) => Promise<RecordHistory>;

const mostChanges = 1_000;

export const createFindHistory =
  ({ database, target }: TargetStore, history: History): FindHistory =>
  async (word) => {
    const { kind, key } = await recordOf(database, target, word);
    const past = await (await history(kind))(key, mostChanges);
    const runs = await runsOf(database, target);
    const changes = past.map((one) => recordedChange(one, runs, past));
    return { kind, key, label: past[0]?.change.label ?? "", changes };
  };

type Found = { readonly kind: AdoptedKind; readonly key: string };

const recordOf = async (database: StoreDatabase, target: string, word: string): Promise<Found> => {
  const [, named, rest = word] = /^(\w+)\/(.+)$/.exec(word) ?? [];
  const isAsked = ({ kind }: { readonly kind: string }) => named === undefined || kind === named;
  const records = (await recordsOf(database, target)).filter(isAsked);
  const links = await database.selectFrom("link").selectAll().where("target", "=", target).execute();
  const linked = links.flatMap(({ kind, id, key }) => {
    const one = adoptedKinds.find((other) => other === kind);
    return one && isAsked({ kind }) && [id, key].some((text) => sameKey(text, rest)) ? [{ kind: one, key }] : [];
  });
  const candidates = [
    [...records.filter(({ key }) => sameKey(key, rest)), ...linked],
    records.filter(({ keys }) => keys.has(canonicalKey(rest))),
    records.filter(({ numbers }) => numbers.has(canonicalKey(rest))),
    records.filter(({ names }) => names.has(rest)),
  ].find((found) => found.length > 0);
  const matches = [...new Map((candidates ?? []).map((one) => [idOf(one), one])).values()];
  const [only, ...more] = matches;
  if (only && more.length === 0) return only;
  if (!only) {
    throw new MusterdError("subject-unknown", "the history knows nobody and nothing of this name", {
      hint: "give an account, a code, an employee number or a whole name; `musterd show RUN` shows what a run has changed",
    });
  }
  const names = matches.slice(0, 10).map(({ kind, key }) => `${kind}/${key}`);
  throw new MusterdError("subject-ambiguous", `several records have this name: ${names.join(", ")}`, {
    hint: "give one of them with its kind",
  });
};

const idOf = ({ kind, key }: Found): string => `${kind}/${canonicalKey(key)}`;

/** A record under its last key, with all keys, employee numbers and names that changes have shown. */
type Known = Found & {
  readonly keys: Set<string>;
  readonly numbers: Set<string>;
  readonly names: Set<string>;
};

/** All records that plans have changed. A rename takes along what was known, because somebody else may have the key later. */
const recordsOf = async (database: StoreDatabase, target: string): Promise<readonly Known[]> => {
  const known = new Map<string, Known>();
  for (const { isRename, ...change } of await toldChanges(database, target)) {
    const { of: kind, key } = objectOf(addressOf(change));
    const found = adoptedKinds.find((one) => one === kind);
    if (!found) continue;
    const id = idOf({ kind: found, key });
    const own = known.get(id) ?? { kind: found, key, keys: new Set(), numbers: new Set(), names: new Set() };
    own.keys.add(canonicalKey(key));
    own.names.add(change.label);
    for (const { field, before, after } of change.fields)
      if (field === "number") for (const text of [before, after]) if (text) own.numbers.add(canonicalKey(String(text)));
    const later = isRename ? change.fields[0]?.after : undefined;
    if (typeof later === "string") known.delete(id);
    const last = typeof later === "string" ? { ...own, key: later } : own;
    known.set(idOf(last), last);
  }
  return [...known.values()];
};

type Told = Pick<Change, "kind" | "key" | "label" | "fields"> & { readonly isRename: boolean };

/**
 * Who is named by changes, in the order of their last time. In the run of a rename, changes to a person have the old account, apart
 * from the creation of somebody else, and changes to anything else have the new code.
 */
const toldChanges = async (database: StoreDatabase, target: string): Promise<readonly Told[]> => {
  type Row = Pick<Told, "kind" | "key" | "label"> & { readonly renamed: 0 | 1; readonly fields: string | null };
  const { rows } =
    await sql<Row>`SELECT body ->> '$.kind' AS kind, body ->> '$.key' AS key, body ->> '$.label' AS label,
      change.id LIKE '%/rename%' AND EXISTS (SELECT 1 FROM outcome WHERE outcome.run_id = change.run_id
        AND outcome.change_id = change.id AND outcome.result IN ('applied', 'already-so', 'unconfirmed')) AS renamed,
      iif(change.id LIKE '%/rename%' OR instr(body, '"field":"number"') > 0, body -> '$.fields', NULL) AS fields,
      change.id NOT GLOB 'employee/*' AND change.id NOT GLOB 'post/*' AND change.id NOT GLOB 'supervisor/*'
        OR change.id LIKE '%/create' AS later
    FROM change JOIN run ON run.id = change.run_id WHERE run.target = ${target}
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY max(started_at), iif(renamed, 0.5, later), max(wave)`.execute(database);
  return rows.map(({ renamed, fields, ...row }) => ({
    ...row,
    isRename: renamed === 1,
    fields: JSON.parse(fields ?? "[]") as Change["fields"],
  }));
};

type RunRow = Pick<Tables["run"], "id" | "status" | "trigger" | "asked_by" | "release" | "undoes">;

const runsOf = async (database: StoreDatabase, target: string): Promise<ReadonlyMap<string, RunRow>> => {
  const rows = await database
    .selectFrom("run")
    .select(["id", "status", "trigger", "asked_by", "release", "undoes"])
    .where("target", "=", target)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

const recordedChange = (
  { runId, at, change, outcome }: PastChange,
  runs: ReadonlyMap<string, RunRow>,
  past: readonly PastChange[],
): RecordedChange => {
  const run = runs.get(runId);
  const release = run?.release ? (JSON.parse(run.release) as Release) : undefined;
  const undoneBy = past
    .map((other) => other.runId)
    .filter((id, index, all) => runs.get(id)?.undoes === runId && all.indexOf(id) === index);
  const { kind, key, action, fields, reason } = change;
  return {
    run: runId,
    at,
    status: (run?.status ?? "interrupted") as RunStatus,
    trigger: (run?.trigger ?? "command") as Trigger,
    ...(run?.asked_by && { askedBy: run.asked_by }),
    ...(release && { releasedBy: release.by }),
    ...(run?.undoes && { undoes: run.undoes }),
    ...(undoneBy.length > 0 && { undoneBy }),
    change: { kind, key, action, reason, fields },
    result: outcome.result,
    ...(outcome.code !== undefined && { code: outcome.code }),
  };
};
