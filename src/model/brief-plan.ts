/** What decides about a plan, without the parts that grow with the company. */
import type { Plan } from "./plan.ts";

/** Needed only by pages that name objects or show rows. */
export const largeParts = ["names", "notices", "organisation", "rejected"] as const;

/** As small for a company of 100,000 as for one of 100. */
export type BriefPlan = Omit<Plan, "changes" | (typeof largeParts)[number]>;
