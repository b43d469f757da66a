/**
 * The report for programs: JSON with stable keys in a stable order, each item of a list on its own line. report-schema.ts describes every field, and
 * docs/report.schema.json is generated from it.
 */

import type { z } from "zod";
import { type RejectedRow, sortedByLoss } from "../../model/directory/snapshot.ts";
import type { Change, FieldChange, HeldChange, Plan } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { type Entries, type Entry, entriesOf, type HeldEntry } from "../entries/entries.ts";
import type { Fact } from "../entries/facts.ts";
import { presentable, type Report } from "../entries/report.ts";
import { totalsOf } from "../entries/totals.ts";
import { inParts } from "./parts.ts";
import type { reportSchema } from "./report-schema.ts";

/** Returns the report as one JSON document with a final line break. */
export const jsonReport = (report: Report): string => [...jsonParts(report)].join("");

/** Yields the document in parts, because that of 100,000 changes is too long to be held as a whole. */
export const jsonParts = (report: Report): Iterable<string> => inParts(pieces(documentOf(presentable(report))));

/** The schema's type, whose lists may be those of the model, and at the top also made item by item. */
type Document = {
  readonly [Key in keyof z.infer<typeof reportSchema>]: z.infer<typeof reportSchema>[Key] extends (infer Item)[]
    ? Iterable<Writable<Item>>
    : Writable<z.infer<typeof reportSchema>[Key]>;
};

type Writable<T> = T extends readonly (infer Item)[]
  ? readonly Writable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

const documentOf = ({ plan, run, outcomes, habits = [], target, source, madeAt, earlier }: Report): Document => {
  const { rows, fields } = sortedByLoss(plan.rejected);
  const model = entriesOf(plan, outcomes);
  return {
    format: "musterd-report",
    version: 1,
    target,
    source,
    madeAt,
    today: plan.today,
    undoes: plan.undoes ?? null,
    fingerprint: plan.fingerprint,
    only: plan.only ?? null,
    totals: totalsJson(plan, model),
    run: run ?? null,
    counts: { source: plan.sourceCounts, target: plan.targetCounts },
    entries: mapped(model.entries, entryJson),
    heldEntries: mapped(model.held, heldEntryJson),
    movements: model.movements,
    changes: mapped(plan.changes, (change) => changeJson(change, outcomes?.get(change.id))),
    held: mapped(plan.held, heldJson),
    proposals: plan.proposals ?? [],
    adoption: plan.adoption ?? null,
    notices: plan.notices.map(({ code, kind, key, label }) => ({ code, kind, key, label })),
    habits,
    due: plan.due ?? [],
    rejected: rows.map(lossJson),
    dropped: fields.map(lossJson),
    findings: plan.findings ?? [],
    breaches: plan.breaches.map(({ code, kind, action, count, limit, base }) => {
      return { code, kind, action: action ?? null, count, limit, base };
    }),
    earlier: earlier ?? null,
    accepted: plan.accepted ?? [],
    approval: plan.approval ?? null,
    reading: plan.reading ?? null,
    unchanged: plan.unchanged ?? null,
    names: plan.names,
    organisation: plan.organisation,
  };
};

/** One property a line, and of a list one item a line. */
const pieces = function* (document: Document): Generator<string> {
  let lead = "{\n";
  for (const [key, value] of Object.entries(document)) {
    yield `${lead}  ${JSON.stringify(key)}: `;
    if (isList(value)) yield* listPieces(value);
    else yield JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
    lead = ",\n";
  }
  yield "\n}\n";
};

const listPieces = function* (items: Iterable<unknown>): Generator<string> {
  let lead = "[\n    ";
  for (const item of items) {
    yield `${lead}${JSON.stringify(item)}`;
    lead = ",\n    ";
  }
  yield lead.startsWith("[") ? "[]" : "\n  ]";
};

const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

const mapped = function* <From, To>(items: readonly From[], map: (item: From) => To): Generator<To> {
  for (const item of items) yield map(item);
};

const factJson = ({ changes: _changes, ...fact }: Fact) => fact;

/** The facts are made whenever they are read, so they are read once. */
const entryJson = ({ facts, ...entry }: Entry) => ({ ...entry, facts: facts.map(factJson) });

const heldEntryJson = ({ held, facts, ...entry }: HeldEntry) => ({
  ...entry,
  facts: facts.map(factJson),
  held: held.map(({ id }) => id),
});

const lossJson = ({ kind, file, line, column, code, reason, key }: RejectedRow) => {
  return { kind, file, line: line ?? null, column, code, reason, key: key ?? null };
};

const totalsJson = (plan: Plan, model: Entries) => ({
  changes: plan.changes.length,
  held: plan.held.length,
  notices: plan.notices.length,
  rejected: sortedByLoss(plan.rejected).rowCount,
  dropped: sortedByLoss(plan.rejected).fields.length,
  breaches: plan.breaches.length,
  byKind: Object.fromEntries(totalsOf(plan).map(({ kind, counts, held }) => [kind, { ...counts, held }])),
  byVerb: model.totals,
});

const fieldJson = ({ field, before, after }: FieldChange) => ({
  field,
  ...(before === undefined ? {} : { before }),
  after,
});

const changeJson = (change: Change, outcome: Outcome | undefined) => {
  const { id, kind, key, label, department = null, action, reason, step, wave, needs } = change;
  const own = { id, kind, key, label, department, action, reason, step, wave, needs };
  return { ...own, fields: change.fields.map(fieldJson), outcome: outcome === undefined ? null : outcomeJson(outcome) };
};

const outcomeJson = ({ result, code, message, tries }: Outcome) => ({
  ...(tries !== undefined && { tries }),
  result,
  code: code ?? null,
  message: message ?? null,
});

const heldJson = (held: HeldChange) => {
  const { id, kind, key, label, department = null, action, reason, about, fields, candidates = [] } = held;
  const own = { id, kind, key, label, department, action, reason, about, fields: fields.map(fieldJson) };
  return { ...own, candidates: candidates.map((one) => ({ ...one, fields: one.fields.map(fieldJson) })) };
};
