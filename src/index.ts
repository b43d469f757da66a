/**
 * What other programs may import from `musterd`: the types of mapping functions, plans, explanations, runs and reports.
 *
 * @module musterd
 */

export type { Approval } from "./model/approval.ts";
export type { Due } from "./model/due.ts";
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
} from "./model/explanation.ts";
export type { Breach, Candidate, Change, FieldChange, HeldChange, Notice, Plan } from "./model/plan.ts";
export type { Named, Proposal } from "./model/proposal.ts";
export type { Outcome, RunStatus, RunSummary } from "./model/run.ts";
export type { FieldFunction, FieldInput } from "./source/cells/mapping-functions.ts";
