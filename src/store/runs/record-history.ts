/** All that runs have changed about one person, department or other object: by which run, released by whom, undone by what. */
import { sql } from "kysely";
import { MusterdError } from "../../lib/errors.ts";
import { addressOf, objectOf } from "../../model/address.ts";
import { canonicalKey } from "../../model/canonical.ts";
import type { PastChange } from "../../model/explanation.ts";
import { type AdoptedKind, adoptedKinds } from "../../model/identity.ts";
import type { Change } from "../../model/plan.ts";
import type { RecordedChange, RecordHistory } from "../../model/record-history.ts";
import type { Release } from "../../model/release.ts";
import type { RunStatus, Trigger } from "../../model/run.ts";
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
  const kinds = adoptedKinds.filter((kind) => named === undefined || kind === named);
  const { rows } = await sql<{
    body: string;
  }>`SELECT DISTINCT json_object('kind', body ->> '$.kind', 'key', body ->> '$.key',
      'label', body ->> '$.label', 'fields', CASE WHEN body ->> '$.action' = 'rename' THEN json(body -> '$.fields')
      ELSE json('[]') END) AS body
    FROM change JOIN run ON run.id = change.run_id WHERE run.target = ${target}`.execute(database);
  const links = await database.selectFrom("link").selectAll().where("target", "=", target).execute();
  const own = canonicalKey(rest);
  const byKey = new Map<string, Found>();
  const byName = new Map<string, Found>();
  const note = (map: Map<string, Found>, found: Found) => map.set(`${found.kind}/${canonicalKey(found.key)}`, found);
  for (const { body } of rows) {
    const change = JSON.parse(body) as Pick<Change, "kind" | "key" | "label" | "fields">;
    const { of: kind, key } = objectOf(addressOf(change));
    const found = kinds.find((one) => one === kind);
    if (!found) continue;
    // Under the last key of a record, its history goes back through all renames.
    const later = change.fields[0]?.after;
    const last = typeof later === "string" ? later : key;
    if (canonicalKey(last) === own) note(byKey, { kind: found, key: last });
    if (change.label === rest) note(byName, { kind: found, key });
  }
  for (const { kind, id, key } of links) {
    const found = kinds.find((one) => one === kind);
    if (found && (canonicalKey(id) === own || canonicalKey(key) === own)) note(byKey, { kind: found, key });
  }
  const matches = [...(byKey.size > 0 ? byKey : byName).values()];
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
