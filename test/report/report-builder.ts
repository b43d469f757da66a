/** Builds plans and reports for tests. Every part has a default, so a test sets only the parts that it tests. */
import type { Change, HeldChange, Plan } from "../../src/model/plan/plan.ts";
import type { Outcome, RunSummary } from "../../src/model/runs/run.ts";
import type { Report } from "../../src/report/entries/report.ts";

export const change = (set: Partial<Change> = {}): Change => {
  const base = {
    kind: "employee",
    key: "wang.xm",
    label: "王小明",
    action: "update",
    reason: "differs",
    ...set,
  } as const;
  return {
    id: `${base.kind}/${base.key}/${base.action}`,
    fields: [{ field: "email", before: "old@example.com", after: "new@example.com" }],
    step: 5,
    wave: 1,
    operations: [],
    needs: [],
    ...base,
  };
};

export const held = (set: Partial<HeldChange> = {}): HeldChange => {
  const base = { kind: "employee", key: "lin.dw", label: "林大為", action: "update", ...set } as const;
  return {
    id: `${base.kind}/${base.key}/${base.action}`,
    fields: [],
    reason: "identity-conflict",
    about: ["E0007", "lin.dw"],
    ...base,
  };
};

/** The names of a plan that names departments only. */
export const departmentsNamed = (department: Readonly<Record<string, string>>): Plan["names"] => {
  return { level: {}, title: {}, function: {}, department, employee: {} };
};

export const planWith = (set: Partial<Plan> = {}): Plan => ({
  version: 1,
  today: "2026-11-21",
  changes: [],
  held: [],
  notices: [],
  rejected: [],
  breaches: [],
  sourceCounts: { employee: 300 },
  targetCounts: { employee: 298 },
  names: departmentsNamed({}),
  organisation: { departments: [], flows: [] },
  fingerprint: "a1".repeat(32),
  ...set,
});

export const reportOf = (plan: Plan, set: Partial<Omit<Report, "plan">> = {}): Report => ({
  plan,
  target: "https://service.example.com (DEMO)",
  source: "hr-export (CSV)",
  madeAt: "2026-11-21T03:00:00.000Z",
  language: "en",
  ...set,
});

export const runWith = (set: Partial<RunSummary> = {}): RunSummary => ({
  id: "run-1",
  status: "succeeded",
  trigger: "command",
  startedAt: "2026-11-21T03:00:00.000Z",
  entries: { planned: 0, held: 0, applied: 0, alreadySo: 0, unconfirmed: 0, failed: 0, notTried: 0 },
  planned: 0,
  held: 0,
  applied: 0,
  alreadySo: 0,
  unconfirmed: 0,
  failed: 0,
  notTried: 0,
  refresh: "done",
  ...set,
});

export const outcomesOf = (...outcomes: readonly Outcome[]): ReadonlyMap<string, Outcome> =>
  new Map(outcomes.map((outcome) => [outcome.changeId, outcome]));
