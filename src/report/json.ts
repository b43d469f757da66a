/**
 * The report for programs: indented JSON with stable keys in a stable order. Values are codes of the model, the same in every
 * language.
 * - `format` is "musterd-report", `version` is 1. The same version may get further fields, but no field changes its meaning.
 * - `target` and `source` are descriptions of the service and of HR's data.
 * - `madeAt` is the instant when the plan was made, `today` the date for which it was made (at +08:00).
 * - `fingerprint` belongs to the full, unmasked plan. `musterd apply --plan` expects it.
 * - `undoes`: the id of the run that the plan undoes, or null.
 * - `only`: `subjects[]` (`kind`, `key`, `label`, `below`, `named`) to which the plan is restricted, and how many changes are
 *   `leftOut`; null for a whole plan.
 * - `totals`: the numbers of `changes`, `held`, `notices` and `breaches`, of `rejected` rows and of `dropped` fields. `byKind`
 *   has for each kind the number of changes by action, and the number `held`.
 * - `run`: the run that carried the plan out (`RunSummary` of src/model/run.ts), or null.
 * - `counts`: in `source` and in `target`, the number of objects by kind.
 * - `changes[]`: `id`, `kind`, `key`, `label`, `department` (code or null), `action`, `reason`, `step`, `wave`, `needs` (ids),
 *   `fields[]` (`field`; `before`, absent for a create; `after`), `outcome` (`result`, `code`, `message`; null if there is none).
 * - `held[]`: as `changes[]` without `step`, `wave`, `needs`, `outcome`, but with `about` (the objects that the reason concerns)
 *   and `candidates[]` (the objects of the service that may be this one), each with `key`, `label`, `active`, `weight`,
 *   `evidence` (lists of fields that agree), `fields`.
 * - `proposals[]`: what HR seems to have done (`Proposal` of src/model/plan.ts).
 * - `adoption[]`: in a first plan for a service in use, for each `kind` the numbers of `matched` objects by the key that matched,
 *   of objects `proposed` for a decision, and of those found in `onlySource` and `onlyTarget`; in other plans null.
 * - `notices[]`: `code`, `kind`, `key`, `label`.
 * - `due[]`: what comes due in the 14 days after `today`: `date`, `what`, `key`, `label`, `department` (absent without a post).
 * - `rejected[]`: `kind`, `file`, `line`, `column`, `code`, `reason`, `key`.
 * - `dropped[]`: as `rejected[]`, for a single field (or a person's posts) that was not used although its record was.
 * - `findings[]`: `rule`, `severity`, `kind`, `field`, `count`, `limit`, `base`, `message`, `hint`, `pairs`.
 * - `breaches[]`: `code`, `kind`, `action` (or null), `count`, `limit`, `base`.
 * - `names`: names by kind (`department`, `title` …) and code or account.
 * - `organisation`: `departments[]` with `code`, `formerCode`, `before` and `after` (`name`, `parent`, `people`, `total`), and `flows[]`
 *   with `from`, `to` (null: outside) and `people`.
 * - `accepted`: names of the breaches and rules that a person accepted (`--accept`). `run.release` states who did, when and why.
 * - `approval`: `givenAt`, `covered` (how many changes the guard did not count because of an earlier approval), or null.
 * ID numbers, birth dates and phones are replaced with "•••". Operations are not part of a report.
 */
import type { Change, FieldChange, HeldChange, Plan } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { presentable, type Report } from "./report.ts";
import { totalsOf } from "./totals.ts";

/** Returns the report as one JSON document with a final line break. */
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
    undoes: plan.undoes ?? null,
    fingerprint: plan.fingerprint,
    only: plan.only ?? null,
    totals: totalsJson(plan),
    run: run ?? null,
    counts: { source: plan.sourceCounts, target: plan.targetCounts },
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
