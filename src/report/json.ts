/**
 * The report for programs: indented JSON with stable keys in a stable order. report-schema.ts describes every field, and
 * docs/report.schema.json is generated from it.
 */

import type { z } from "zod";
import type { Change, FieldChange, HeldChange, Plan } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { type Entries, entriesOf, type HeldEntry } from "./entries.ts";
import { presentable, type Report } from "./report.ts";
import type { reportSchema } from "./report-schema.ts";
import { totalsOf } from "./totals.ts";

/** Returns the report as one JSON document with a final line break. */
export const jsonReport = (report: Report): string => {
  const { plan, run, outcomes, target, source, madeAt } = presentable(report);
  const { rows, fields } = sortedByLoss(plan.rejected);
  const model = entriesOf(plan, outcomes);
  const document: Writable<z.infer<typeof reportSchema>> = {
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
    entries: model.entries,
    heldEntries: model.held.map(heldEntryJson),
    movements: model.movements,
    changes: plan.changes.map((change) => changeJson(change, outcomes?.get(change.id))),
    held: plan.held.map(heldJson),
    proposals: plan.proposals ?? [],
    adoption: plan.adoption ?? null,
    notices: plan.notices.map(({ code, kind, key, label }) => ({ code, kind, key, label })),
    due: plan.due ?? [],
    rejected: rows.map(lossJson),
    dropped: fields.map(lossJson),
    findings: plan.findings ?? [],
    breaches: plan.breaches.map(({ code, kind, action, count, limit, base }) => {
      return { code, kind, action: action ?? null, count, limit, base };
    }),
    accepted: plan.accepted ?? [],
    approval: plan.approval ?? null,
    names: plan.names,
    organisation: plan.organisation,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};

/** The schema's type, whose lists may be those of the model. */
type Writable<T> = T extends readonly (infer Item)[]
  ? readonly Writable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

const heldEntryJson = ({ held, ...entry }: HeldEntry) => ({ ...entry, held: held.map(({ id }) => id) });

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
  byKind: Object.fromEntries(totalsOf(plan).rows.map(({ kind, counts, held }) => [kind, { ...counts, held }])),
  byVerb: model.totals,
});

const fieldJson = ({ field, before, after }: FieldChange) => ({
  field,
  ...(before === undefined ? {} : { before }),
  after,
});

const changeJson = (change: Change, outcome: Outcome | undefined) => {
  const { id, kind, key, label, department, action, reason, step, wave, needs, fields } = change;
  return {
    id,
    kind,
    key,
    label,
    department: department ?? null,
    action,
    reason,
    step,
    wave,
    needs,
    fields: fields.map(fieldJson),
    outcome: outcome === undefined ? null : outcomeJson(outcome),
  };
};

const outcomeJson = ({ result, code, message }: Outcome) => ({
  result,
  code: code ?? null,
  message: message ?? null,
});

const heldJson = ({
  id,
  kind,
  key,
  label,
  department,
  action,
  reason,
  about,
  fields,
  candidates = [],
}: HeldChange) => ({
  id,
  kind,
  key,
  label,
  department: department ?? null,
  action,
  reason,
  about,
  fields: fields.map(fieldJson),
  candidates: candidates.map((candidate) => ({ ...candidate, fields: candidate.fields.map(fieldJson) })),
});
