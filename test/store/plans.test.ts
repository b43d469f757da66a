/** What keeping a plan leaves in the audit trail: also of a plan that is only shown. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Store } from "../../src/store/store.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

let store: Store;
beforeEach(() => {
  store = openTemporaryStore();
});
afterEach(() => store.close());

const plan = { changes: [], held: [], notices: [], breaches: [], fingerprint: "f1" } as unknown as Plan;

it.each(["keep", "keepToApply"] as const)("%s notes that it was planned, once, with its fingerprint", async (keep) => {
  const run = await store.runs.begin("command", "running");
  await store.plans[keep](run, plan, { source: "a", site: "b" });
  const planned = await store.audit.list({ limit: 9, events: ["planned"] });
  const facts = { run, fingerprint: "f1", changes: 0, held: 0, breaches: [], source: "a", site: "b" };
  expect(planned.map((one) => [one.by, one.facts])).toEqual([[{ kind: "program" }, facts]]);
  expect((await store.plans.read(run))?.plan.fingerprint).toBe("f1");
});
