/**
 * What other programs may import from `musterd`: the types of mapping functions, plans, explanations, runs and reports.
 *
 * @module musterd
 */

export type { Approval } from "./model/plan/approval.ts";
export type { Due } from "./model/plan/due.ts";
export type { Breach, Candidate, Change, FieldChange, HeldChange, Notice, Plan } from "./model/plan/plan.ts";
export type { Named, Proposal } from "./model/plan/proposal.ts";
export type {
  ExplainedChange,
  ExplainedMatch,
  Explanation,
  FieldExplanation,
  MatchStep,
  PastChange,
  SourceTrace,
  Standing,
  Subject,
  TracedField,
  TracedRecord,
  WhyNothing,
  WrittenBy,
} from "./model/runs/explanation.ts";
export type { Outcome, RunStatus, RunSummary } from "./model/runs/run.ts";
export type { FieldFunction, FieldInput } from "./source/cells/mapping-functions.ts";
