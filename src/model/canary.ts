/** A canary: the few entries of a plan that are applied and read back before the rest, and who decides whether the rest follows. */
import type { Change, Plan } from "./plan.ts";

export type Canary = {
  /** In the order of the plan. */
  readonly changes: readonly Change[];
  /** How many objects they are about. */
  readonly entries: number;
  /** What the plan does and these changes do not, such as `department deactivate`, in alphabetical order. */
  readonly untried: readonly string[];
};

export type CanaryRequest = {
  /** How many objects it is about at most. */
  readonly entries: number;
  /** Is asked once the canary of the plan is as planned. */
  readonly goOn: (plan: Plan, canary: Canary) => Promise<boolean>;
};
