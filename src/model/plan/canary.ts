/** A canary: the few entries of a plan that are applied and read back before the rest. */
import type { Change } from "./plan.ts";

export type Canary = {
  /** In the order of the plan. */
  readonly changes: readonly Change[];
  /** How many objects they are about. */
  readonly entries: number;
  /** What the plan does and these changes do not, such as `department deactivate`, in alphabetical order. */
  readonly untried: readonly string[];
};
