/** English words of explanations. Reasons, actions and kinds are those of the reports (en.ts). */
import type { ExplainedMatch, MatchStep, WhyNothing } from "../../../model/runs/explanation.ts";

type Why = Readonly<Record<WhyNothing, string>>;

const why: Why = {
  same: "the same on both sides",
  "not-stated": "the source does not state it, so it stays",
  "not-readable": "the service does not return it, so it stays",
  hidden: "the service hides it; HR's value is unchanged, and is written with the next change to the person",
  "as-written": "the service cannot return it; it is what musterd wrote last",
  ignored: "the policy leaves it as it is",
  filled: "the policy only fills what is empty, and there is a value",
  "never-written": "never written by musterd",
  generated: "a generated account is for newcomers only; the present one stays",
  "active-when-created": "a new record is active",
  "last-day-to-come": "stays until the last working day and the grace days after it have passed",
  "hire-date-to-come": "active already, so it stays, although the hire date is ahead",
  "status-right": "as the dates and `policy.people` want it",
  "decides-status": "it decides whether the person is active, and is never written",
  "person-inactive": "posts of people who are or become inactive stay",
  "post-not-held": "the person does not hold this post after the plan",
  "manager-approves": "the department manager approves already",
  "from-above": "it has no manager of its own; the service shows that of a department above",
  "department-inactive": "a department that is not active gets no manager",
  "sequence-right": "only the sequence among its siblings counts, and this one can stay",
  "move-held": "its move is held, so it stands among other siblings than the source means",
  "absent-from-source": "not in the source; who or what is missing there is left alone",
  "in-question": "it may be a record of the source under another key; decide with `musterd adopt`",
  rejected: "its row of the source cannot be read, so it counts as present and unknown",
  quarantined: "two rows of the source have its key, so nobody knows which is true",
  "out-of-scope": "`only` or `except` leaves it out",
  "kind-not-managed": "the source has no table for this kind",
  "kind-held": "the quality gate leaves this kind alone in this run",
  "missing-counted":
    "missing from the source, and not yet in as many readings as `policy.people.missing` says (3 for somebody who has not started)",
  "not-yet-created": "its day of creation has not come (`policy.people.createDaysBefore`)",
  "waits-unlisted": "created already and disabled until the hire date; the service does not list disabled people",
  "left-out": "this plan is restricted to others and leaves it out",
  "inactive-not-created": "not active in the source and not in the service, so it is not created",
};

const states: Readonly<Record<ExplainedMatch["state"], string>> = {
  matched: "in both",
  new: "only in the source",
  conflict: "the rules contradict each other",
  "only-service": "only in the service",
  "only-source": "only in the source, in rows that are not used",
};

const rules: Readonly<Record<MatchStep["by"], string>> = {
  id: "id of the source",
  number: "employee number",
  decision: "decision",
  account: "account",
  code: "code",
  rename: "rename",
};

export const explanation = {
  why,
  states,
  rules,
  planned: (n: number) => (n === 1 ? "One change is planned." : `${n} changes are planned.`),
  held: (n: number) => (n === 1 ? "One change is held." : `${n} changes are held.`),
  nothing: (reason: string) => `Nothing happens: ${reason}.`,
  noDifference: "no field differs that may be written",
  source: "source",
  noRecords: "no row of a file or directory",
  configured: "no row of its own: written in the configuration, or derived from other rows",
  statesNothing: "states nothing",
  match: "Match",
  matchedBy: (rule: string) => `matched by ${rule}`,
  nobody: "nobody",
  scope: "Scope and protection",
  inScope: "in scope, not protected",
  protected: (pattern: string) => `protected by \`policy.protectedAccounts\`: ${pattern}`,
  protectedBySource: "protected by a `protect` condition of the source",
  fields: "Fields",
  service: "service",
  step: (step: number, wave: number) => `step ${step}, wave ${wave}`,
  needs: "needs",
  policy: (policy: string) => `policy \`${policy}\``,
  changes: "Changes",
  elsewhere: "In other records",
  guard: "Guard",
  withinLimits: "no limit is exceeded by changes like these",
  past: "Earlier runs",
  noPast: "no change to it in the runs that are remembered",
  written: (at: string) => `written ${at}`,
  replaced: (at: string) => `written ${at}, and changed by somebody else since`,
  more: (n: number) => `… and ${n} more`,
};

/** The type of this table; the other language has a table of this type. */
export type ExplanationWords = typeof explanation;
