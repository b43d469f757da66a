/** Explains a plan that was made from an input. */
import { type Explainer, openExplainer } from "../../src/explain/explain.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { decide, type PlanInput } from "../../src/plan/make-plan.ts";

export const explainerOf = (input: PlanInput, plan: Plan): Explainer =>
  openExplainer(decide({ ...input, keepsReasons: true }), input.target, plan);
