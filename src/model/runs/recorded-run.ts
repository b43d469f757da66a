/** A run as the store recorded it: what `musterd undo` needs of it. */

import type { Siblings } from "../directory/siblings.ts";
import type { EmployeeData } from "../plan/operation.ts";
import type { Change } from "../plan/plan.ts";
import type { Outcome } from "./run.ts";

export type RecordedChange = {
  /** Without operations. Personal values are masked if they are no longer kept. */
  readonly change: Change;
  readonly outcome?: Pick<Outcome, "result" | "code">;
  /** Further values that the change wrote because the service hides them (R10). */
  readonly hidden?: EmployeeData;
};

export type RecordedRun = {
  readonly id: string;
  /** In the order in which they were applied; repairs of side effects are left out. */
  readonly changes: readonly RecordedChange[];
  readonly siblings: readonly Siblings[];
  /** The renames of codes and accounts that later runs have applied, oldest first. */
  readonly renamedSince: readonly Change[];
  /** What earlier undos of the run have applied, oldest first; one that was interrupted may have left values in between. */
  readonly undoneSince: readonly Change[];
};
