/**
 * The input of all report formats. A format is a pure function `(report, …) => string`. It first masks the report with
 * `presentable`, so its output contains no ID numbers, birth dates or phones.
 */

import type { Origin } from "../../model/directory/origin.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { SiteHabit } from "../../model/memory/site-habit.ts";
import type { Counts, Plan } from "../../model/plan/plan.ts";
import { maskPlan } from "../../model/plan/sensitive.ts";
import type { ExplainRow } from "../../model/runs/explanation.ts";
import type { Outcome, RunSummary } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";

export type Report = {
  readonly plan: Plan;
  /** The run that applied the plan, if there was one. */
  readonly run?: RunSummary;
  /** Outcomes by the id of the change. */
  readonly outcomes?: ReadonlyMap<string, Outcome>;
  /** What the target was seen to do with writes, in all runs until now. */
  readonly habits?: readonly SiteHabit[];
  /** `target` and `source` are descriptions for people. */
  readonly target: string;
  readonly source: string;
  /** Which files or directories say what; absent if that is not known. */
  readonly origins?: readonly Origin[];
  /** The instant when the plan was made, in ISO 8601. */
  readonly madeAt: string;
  readonly language: Language;
  /** The last run that wrote before a plan that exceeds limits: when, how many objects of each act, HR's records. */
  readonly earlier?: {
    readonly at: string;
    readonly acts: Readonly<Record<string, number>>;
    readonly sourceCounts: Counts;
  };
  /** Somebody else than the one who applies the plan must release it, as by `release.fourEyes`. */
  readonly fourEyes?: boolean;
  /** Absent if what the plan was made from is not at hand any more. */
  readonly explain?: ExplainRow;
};

/** Returns the report with masked personal data and without operations. */
export const presentable = (report: Report): Report => ({ ...report, plan: maskPlan(report.plan) });

/** Returns the place of a rejected row: `file:line`, or the distinguished name of a directory's entry. */
export const rowPlace = ({ file, line }: Pick<RejectedRow, "file" | "line">): string =>
  line === undefined ? file : `${file}:${line}`;
