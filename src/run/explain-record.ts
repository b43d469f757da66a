/**
 * Explains single records: one that somebody asks about, for which both sides are read and planned as a dry run does, or those behind
 * the rows of a report. The rows of the source are kept, so that each value can be followed from its cell to the change. Nothing in
 * this file can write to the service.
 */
import { type Explainer, openExplainer } from "../explain/explain.ts";
import type { Explainable } from "../explain/explained.ts";
import { withPast } from "../explain/past.ts";
import { MusterdError } from "../lib/errors.ts";
import { nearest, similarText } from "../lib/nearest.ts";
import { sameKey } from "../model/directory/canonical.ts";
import { adoptedKinds } from "../model/directory/identity.ts";
import type { SourceSnapshot } from "../model/directory/snapshot.ts";
import type { Plan } from "../model/plan/plan.ts";
import type {
  ExplainRow,
  Explanation,
  PastChange,
  ReportRow,
  SourceTrace,
  Standing,
} from "../model/runs/explanation.ts";
import { shellWord } from "../model/shell-word.ts";
import type { Source, TracedReading } from "../source/source.ts";
import { type PlanningDeps, type Prepared, preparePlan } from "./prepare/prepare-plan.ts";

/** Only the last changes of a record are shown. */
const shownChanges = 50;

export type Explained = { readonly plan: Plan; readonly explanation: Explanation };

type TraceOf = TracedReading["traceOf"];

/** What a plan was made from, with the rows of the source. */
export type Readings = Prepared & { readonly traceOf: TraceOf };

export type SourceDeps = Omit<PlanningDeps, "target"> & { readonly source: Source };

/** `explains`: the rows of a report are to be explained. `undoes`: the run whose undo is planned. */
export type Wanted = { readonly explains?: boolean | undefined; readonly undoes?: string | undefined };

/**
 * Makes the source keep its rows, if they are wanted; `readings` adds them to the plan. An undo has none, because it does not read the
 * source.
 */
export const keepingRows = (
  deps: SourceDeps,
  { explains = false, undoes }: Wanted = {},
): {
  readonly deps: Omit<PlanningDeps, "target">;
  readonly readings: (prepared: Prepared | undefined) => { readonly readings?: Readings };
} => {
  if (!explains || undoes !== undefined) return { deps, readings: () => ({}) };
  const { source, traceOf } = tracing(deps.source);
  return {
    deps: { ...deps, source, keepsDecisions: true },
    readings: (prepared) => (prepared ? { readings: { ...prepared, traceOf } } : {}),
  };
};

const tracing = (
  source: Pick<Source, "trace">,
): { readonly source: PlanningDeps["source"]; readonly traceOf: TraceOf } => {
  let reading: TracedReading | undefined;
  const read = async (accepted: readonly string[]) => {
    reading = await source.trace(accepted);
    return reading;
  };
  return { source: { read }, traceOf: (kind, key) => reading?.traceOf(kind, key) ?? noTrace };
};

type ExplainDeps = Pick<PlanningDeps, "store">;

/**
 * `word`: an account, employee number, code or name, or `kind/KEY`. Rejects with `subject-unknown` or `subject-ambiguous`, and as
 * preparePlan does.
 */
export const explainRecord = async (
  deps: Omit<PlanningDeps, "source"> & { readonly source: Pick<Source, "trace"> },
  word: string,
): Promise<Explained> => {
  const { source, traceOf } = tracing(deps.source);
  const prepared = await preparePlan({ ...deps, source, keepsDecisions: true });
  const { plan, desired } = prepared;
  const explainer = explainerOf(prepared);
  const found = explainer.find(word);
  const [record] = found;
  if (!record) {
    const explanation = onlyInSource(plan, desired, traceOf, word);
    if (explanation) return { plan, explanation };
    throw unknownRecord(explainer, word);
  }
  if (found.length > 1) throw ambiguousRecord(found, word);
  const pastOf = await deps.store.history(record.kind);
  const past = await pastOf(record.key, shownChanges);
  return { plan, explanation: completed(explainer, traceOf, record, past) };
};

/** Explains rows of a report of the plan. `run`: the run that the report is about; only earlier ones are history. */
export const explainRows = async (
  deps: ExplainDeps,
  read: Readings,
  rows: readonly ReportRow[],
  run: string,
): Promise<ExplainRow> => {
  const asked = new Set(rows.map(nameOfRow));
  const { plan, desired, traceOf } = read;
  const explainer = explainerOf(read);
  const recordOf = ({ kind, key, changes }: ReportRow): Explainable | undefined => {
    for (const id of changes) {
      const record = explainer.ofChange(id);
      if (record) return record;
    }
    const [record, ...others] = changes.length > 0 ? [] : explainer.find(`${kind}/${key}`);
    return others.length === 0 && record?.kind === kind ? record : undefined;
  };
  const pasts = new Map<Explainable, readonly PastChange[]>();
  const byKind = Map.groupBy(new Set(rows.flatMap((row) => recordOf(row) ?? [])), ({ kind }) => kind);
  for (const [kind, records] of byKind) {
    const pastOf = await deps.store.history(kind, run);
    for (const record of records) pasts.set(record, await pastOf(record.key, shownChanges));
  }
  return (row) => {
    if (!asked.has(nameOfRow(row))) return undefined;
    const record = recordOf(row);
    if (!record)
      return row.changes.length > 0 ? undefined : onlyInSource(plan, desired, traceOf, `${row.kind}/${row.key}`);
    const past = pasts.get(record);
    return past && completed(explainer, traceOf, record, past);
  };
};

const nameOfRow = ({ kind, key, changes: [first] }: ReportRow): string => first ?? `${kind}/${key}`;

const explainerOf = ({ plan, whole, current, decided }: Prepared): Explainer => {
  if (!decided) throw new Error("the decisions behind the plan were not kept");
  return openExplainer(decided, current, whole, plan);
};

const completed = (
  explainer: Explainer,
  traceOf: TraceOf,
  record: Explainable,
  past: readonly PastChange[],
): Explanation => {
  const { explanation, keys } = explainer.explain(record);
  const traced = keys.map((key) => traceOf(record.kind, key)).find(({ records }) => records.length > 0) ?? noTrace;
  return { ...explanation, ...traced, fields: withPast(record, explanation.fields, past), past };
};

const noTrace: SourceTrace = { records: [], dropped: [] };

/** A record that the service does not have, and whose rows in the source cannot be used. */
const onlyInSource = (
  plan: Plan,
  { quarantined = [] }: SourceSnapshot,
  traceOf: TraceOf,
  word: string,
): Explanation | undefined => {
  for (const kind of adoptedKinds) {
    const key = word.startsWith(`${kind}/`) ? word.slice(kind.length + 1) : word;
    const traced = traceOf(kind, key);
    if (traced.records.length === 0) continue;
    const rows = [...traced.records.flatMap(({ rejected }) => rejected), ...traced.dropped];
    const standing: Standing[] = rows
      .filter(({ dropped }) => dropped === undefined)
      .map((row) => ({ code: "rejected", row }));
    if (quarantined.some((one) => one.kind === kind && sameKey(one.key, key))) standing.push({ code: "quarantined" });
    if (traced.records.some(({ outOfScope }) => outOfScope)) standing.push({ code: "out-of-scope" });
    return {
      version: 1,
      subject: { kind, key, label: key },
      today: plan.today,
      fingerprint: plan.fingerprint,
      result: "nothing",
      ...traced,
      match: { state: "only-source", steps: [], candidates: [] },
      standing,
      fields: [],
      changes: [],
      held: [],
      elsewhere: [],
      notices: [],
      breaches: [],
      past: [],
      names: { level: {}, title: {}, function: {}, department: {}, employee: {} },
    };
  }
  return undefined;
};

const shownRecord = ({ kind, key, label }: Pick<Explainable, "kind" | "key" | "label">): string =>
  label === key ? `${kind}/${key}` : `${kind}/${key} (${label})`;

const shownNear = 5;

const unknownRecord = ({ records }: Explainer, word: string): MusterdError => {
  const names = records.flatMap((record) =>
    record.calledBy.flat().flatMap((name) => (name ? [[name, record] as const] : [])),
  );
  const wanted = word.slice(word.indexOf("/") + 1);
  const parts = names.filter(([name]) => name.includes(wanted));
  const like = nearest(
    wanted,
    names.map(([name]) => name),
  ).flatMap((near) => names.filter(([name]) => name === near));
  const near = [...new Set([...parts, ...like].map(([, record]) => record))].slice(0, shownNear);
  const similar = similarText(near.map(shownRecord));
  return new MusterdError("subject-unknown", `neither side has a record that is called "${word}"${similar}`, {
    hint: "give an account, an employee number, a code or a whole name, as either side has it",
  });
};

const ambiguousRecord = (found: readonly Explainable[], word: string): MusterdError => {
  const [first] = found;
  const shown = found.slice(0, 20).map(shownRecord);
  const more = found.length > shown.length ? `, and ${found.length - shown.length} more` : "";
  return new MusterdError(
    "subject-ambiguous",
    `${found.length} records are called "${word}": ${shown.join(", ")}${more}`,
    {
      hint: `name one of them, for example: musterd explain ${shellWord(`${first?.kind}/${first?.key}`)}`,
    },
  );
};
