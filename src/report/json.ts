/**
 * The report for programs: pretty JSON with stable keys in a stable order, in the codes of the model (no language).
 * - `format` "musterd-report", `version` 1: a field may be added under the same version, none changes its meaning.
 * - `target`, `source`: where the plan goes to and comes from · `madeAt`: instant · `today`: the date planned for (+08:00).
 * - `fingerprint`: of the full, unmasked plan; what `musterd apply --plan` takes.
 * - `totals`: `changes`, `held`, `notices`, `breaches` in objects, `rejected` in rows, `dropped` in fields; `byKind`: kind → action → number, and `held`.
 * - `run`: the run that carried the plan out (`RunSummary` of src/model/run.ts), or null.
 * - `counts`: `source` and `target`, objects per kind on each side.
 * - `changes[]`: `id`, `kind`, `key`, `label`, `department` (code or null), `action`, `reason`, `step`, `wave`, `needs` (ids),
 *   `fields[]` (`field`; `before`, absent on a create; `after`), `outcome` (`result`, `code`, `message`; null: none).
 * - `held[]`: the same without `step`, `wave`, `needs`, `outcome`; with `about` (what the reason speaks of) and `candidates[]`
 *   (whom or what in the service it may be: `key`, `label`, `active`, `weight`, `evidence` (lists of fields that agree), `fields`).
 * - `adoption[]`: on a first plan against a service in use, for each `kind` what is `matched` (by what → number), how many are
 *   `proposed` for a decision, `onlySource` and `onlyTarget`; else null.
 * - `notices[]`: `code`, `kind`, `key`, `label` · `rejected[]`: `kind`, `file`, `line`, `column`, `code`, `reason`, `key`.
 * - `dropped[]`: the same, of a single field (or a person's posts) that is left out while the record is taken.
 * - `findings[]`: `rule`, `severity`, `kind`, `field`, `count`, `limit`, `base`, `message`, `hint`, `pairs`.
 * - `breaches[]`: `code`, `kind`, `action` (or null), `count`, `limit`, `base` · `departments`: code → name.
 * - `accepted`: names of breaches and rules that a person accepted (`--accept`); `run.release`: who, when and why.
 * - `approval`: `givenAt`, `covered` (changes that the guard did not count because of an earlier approval), or null.
 * ID numbers, birth dates and phones read "•••". Operations are not part of a report.
 */
import type { Change, FieldChange, HeldChange, Plan } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { presentable, type Report } from "./report.ts";
import { totalsOf } from "./totals.ts";

/** The report as one JSON document, ending in a line break. */
export const jsonReport = (report: Report): string => {
  const { plan, run, outcomes, target, source, madeAt } = presentable(report);
  const { rows, fields } = sortedByLoss(plan.rejected);
  const document = {
    format: "musterd-report",
    version: 1,
    target,
    source,
    madeAt,
    today: plan.today,
    fingerprint: plan.fingerprint,
    totals: totalsJson(plan),
    run: run ?? null,
    counts: { source: plan.sourceCounts, target: plan.targetCounts },
    changes: plan.changes.map((change) => changeJson(change, outcomes?.get(change.id))),
    held: plan.held.map(heldJson),
    adoption: plan.adoption ?? null,
    notices: plan.notices.map(({ code, kind, key, label }) => ({ code, kind, key, label })),
    rejected: rows.map(lossJson),
    dropped: fields.map(lossJson),
    findings: plan.findings ?? [],
    breaches: plan.breaches.map(({ code, kind, action, count, limit, base }) => {
      return { code, kind, action: action ?? null, count, limit, base };
    }),
    accepted: plan.accepted ?? [],
    approval: plan.approval ?? null,
    departments: plan.departmentNames,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};

const lossJson = ({ kind, file, line, column, code, reason, key }: RejectedRow) => {
  return { kind, file, line: line ?? null, column, code, reason, key: key ?? null };
};

const totalsJson = (plan: Plan) => ({
  changes: plan.changes.length,
  held: plan.held.length,
  notices: plan.notices.length,
  rejected: sortedByLoss(plan.rejected).rowCount,
  dropped: sortedByLoss(plan.rejected).fields.length,
  breaches: plan.breaches.length,
  byKind: Object.fromEntries(totalsOf(plan).rows.map(({ kind, counts, held }) => [kind, { ...counts, held }])),
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
