/**
 * Explains one record: reads both sides and makes the plan as a dry run does, and keeps the rows of the source, so that each value can
 * be followed from its cell to the change. Nothing in this file can write to the service.
 */
import { type Explainer, findRecords, openExplainer } from "../explain/explain.ts";
import type { Explainable } from "../explain/explained.ts";
import { withPast } from "../explain/past.ts";
import { MusterdError } from "../lib/errors.ts";
import { nearest } from "../lib/nearest.ts";
import { sameKey } from "../model/canonical.ts";
import type { Explanation, SourceTrace, Standing } from "../model/explanation.ts";
import { type AdoptedKind, adoptedKinds } from "../model/identity.ts";
import type { Plan } from "../model/plan.ts";
import type { SourceSnapshot } from "../model/snapshot.ts";
import type { Source, TracedReading } from "../source/source.ts";
import { type PlanningDeps, preparePlan } from "./prepare-plan.ts";

/** Only the last changes of a record are shown. */
const shownChanges = 50;

export type Explained = { readonly plan: Plan; readonly explanation: Explanation };

/**
 * `word`: an account, employee number, code or name, or `kind/KEY`. Rejects with `subject-unknown` or `subject-ambiguous`, and as
 * preparePlan does.
 */
export const explainRecord = async (
  deps: Omit<PlanningDeps, "source"> & { readonly source: Pick<Source, "trace"> },
  word: string,
): Promise<Explained> => {
  const { store, settings, source } = deps;
  let reading: TracedReading | undefined;
  const read = async (accepted: readonly string[]) => {
    reading = await source.trace(accepted);
    return reading;
  };
  const { plan, desired, current, memory } = await preparePlan({ ...deps, source: { read } });
  const input = { source: desired, target: current, memory, settings, today: plan.today };
  const explainer = openExplainer(input, plan);
  const trace = (kind: AdoptedKind, key: string) => reading?.traceOf(kind, key) ?? noTrace;
  const found = findRecords(explainer.records, word);
  const [record] = found;
  if (!record) {
    const explanation = onlyInSource(plan, desired, trace, word);
    if (explanation) return { plan, explanation };
    throw unknownRecord(explainer, word);
  }
  if (found.length > 1) throw ambiguousRecord(found, word);
  const { explanation, keys } = explainer.explain(record);
  const traced = keys.map((key) => trace(record.kind, key)).find(({ records }) => records.length > 0) ?? noTrace;
  const past = await store.history(record.kind, record.key, shownChanges);
  const fields = withPast(record, explanation.fields, past);
  return { plan, explanation: { ...explanation, ...traced, fields, past } };
};

const noTrace: SourceTrace = { records: [], dropped: [] };

/** A record that the service does not have, and whose rows in the source cannot be used. */
const onlyInSource = (
  plan: Plan,
  { quarantined = [] }: SourceSnapshot,
  trace: (kind: AdoptedKind, key: string) => SourceTrace,
  word: string,
): Explanation | undefined => {
  for (const kind of adoptedKinds) {
    const key = word.startsWith(`${kind}/`) ? word.slice(kind.length + 1) : word;
    const traced = trace(kind, key);
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
  const similar = near.length > 0 ? `; similar: ${near.map(shownRecord).join(", ")}` : "";
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
      hint: `name one of them, for example: musterd explain ${first?.kind}/${first?.key}`,
    },
  );
};
