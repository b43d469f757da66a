/** Where a plan stands: whether it waits for a decision, and what has become of it. */
import type { App } from "../../app/app.ts";
import type { Plan } from "../../model/plan.ts";

/** The newest plan of the whole source if it waits for a decision. */
export const waitingPlan = async ({
  store,
}: Pick<App, "store">): Promise<{ readonly runId: string; readonly header: Omit<Plan, "changes"> } | undefined> => {
  const newest = await store.planHeaders.newest();
  return newest?.status === "blocked" && newest.header.breaches.length > 0 ? newest : undefined;
};
