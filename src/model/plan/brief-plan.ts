/** What decides about a plan, without the parts that grow with the company. */
import type { Plan } from "./plan.ts";

/** What stands for the parts that only a page with names or rows needs. */
export const withoutLargeParts = {
  names: { level: {}, department: {}, function: {}, title: {}, employee: {} },
  notices: [],
  organisation: { departments: [], flows: [] },
  rejected: [],
} as const satisfies Partial<Plan>;

export type LargePart = keyof typeof withoutLargeParts;

/** As small for a company of 100,000 as for one of 100. */
export type BriefPlan = Omit<Plan, "changes" | LargePart>;
