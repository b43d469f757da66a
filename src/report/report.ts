/**
 * The one input of every report format. A format is a pure function `(report, …) => string` and shows only what
 * `presentable` has masked: ID numbers, birth dates and phones never leave in clear.
 */
import type { Language } from "../model/language.ts";
import type { Plan } from "../model/plan.ts";
import type { Outcome, RunSummary } from "../model/run.ts";
import { maskPlan } from "../model/sensitive.ts";
import type { RejectedRow } from "../model/snapshot.ts";

export type Report = {
  readonly plan: Plan;
  /** The run that carried the plan out, where there was one. */
  readonly run?: RunSummary;
  /** Change id → what became of it. */
  readonly outcomes?: ReadonlyMap<string, Outcome>;
  /** Where the plan goes to, and where it comes from, in words for people. */
  readonly target: string;
  readonly source: string;
  /** ISO 8601 instant. */
  readonly madeAt: string;
  readonly language: Language;
};

/** The report as it may be shown: the plan masked, its operations left out. */
export const presentable = (report: Report): Report => ({ ...report, plan: maskPlan(report.plan) });

/** Where a rejected row stands: `file:line`, or the name of the directory's entry. */
export const rowPlace = ({ file, line }: Pick<RejectedRow, "file" | "line">): string =>
  line === undefined ? file : `${file}:${line}`;
