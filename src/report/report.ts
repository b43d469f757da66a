/**
 * The input of all report formats. A format is a pure function `(report, …) => string` and masks the report first
 * (`presentable`), so that no report contains ID numbers, birth dates or phones.
 */
import type { Language } from "../model/language.ts";
import type { Plan } from "../model/plan.ts";
import type { Outcome, RunSummary } from "../model/run.ts";
import { maskPlan } from "../model/sensitive.ts";
import type { RejectedRow } from "../model/snapshot.ts";

export type Report = {
  readonly plan: Plan;
  /** The run that applied the plan, if there was one. */
  readonly run?: RunSummary;
  /** Outcomes by the id of the change. */
  readonly outcomes?: ReadonlyMap<string, Outcome>;
  /** Descriptions of the target and of the source. */
  readonly target: string;
  readonly source: string;
  /** ISO 8601 instant. */
  readonly madeAt: string;
  readonly language: Language;
};

/** The report with personal data masked and operations removed. */
export const presentable = (report: Report): Report => ({ ...report, plan: maskPlan(report.plan) });

/** The place of a rejected row: `file:line`, or the distinguished name of an entry. */
export const rowPlace = ({ file, line }: Pick<RejectedRow, "file" | "line">): string =>
  line === undefined ? file : `${file}:${line}`;
