/** Tests by what a plan that waits is judged: by the last run of the whole source that changed something. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Outcome } from "../../src/model/runs/run.ts";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
beforeAll(async () => {
  at = await serveForTest();
});
afterAll(() => at.close());

const ran = async (plan: Partial<Plan>, result?: Outcome["result"]): Promise<string> => {
  const { runs, plans } = at.app.store;
  const id = await runs.begin("schedule", "running");
  const made = planWith(plan);
  await plans.keepToApply(id, made);
  if (result) await plans.closeRest(id, { result });
  await runs.end(id, { status: "succeeded", refresh: "done" });
  return id;
};

const leaves = (n: number) => {
  const fields = [{ field: "active", before: true, after: false }];
  return change({ id: `leaves ${n}`, key: `p${n}`, action: "deactivate", reason: "source-says-inactive", fields });
};

it("not by one that found nothing to do, nor by one for a single person", async () => {
  const usual = await ran({ changes: [1, 2, 3].map(leaves) }, "applied");
  await ran({ changes: [4].map(leaves), only: { subjects: [], leftOut: 9, leftOutEntries: 9 } }, "applied");
  for (let hour = 0; hour < 101; hour += 1) await ran({});
  const { runs, plans } = at.app.store;
  const id = await runs.begin("schedule", "running");
  const breaches = [
    { code: "cap-exceeded", kind: "employee", action: "deactivate", count: 9, limit: 5, base: 90 },
  ] as const;
  await plans.keep(id, planWith({ changes: [leaves(5)], breaches }));
  await runs.end(id, { status: "blocked", refresh: "not-needed" });
  const { earlier } = (await at.app.report(id)) ?? {};
  expect(earlier?.acts).toEqual({ "employee/deactivate": 3 });
  expect(earlier?.at).toBe((await runs.find(usual))?.startedAt);
});
