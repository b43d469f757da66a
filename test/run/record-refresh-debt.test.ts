/** Tests which calls owe a permission refresh, in a real store. */
import { expect, it, onTestFinished } from "vitest";
import { recordingRefreshDebt } from "../../src/run/record-refresh-debt.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

it.each([
  ["owes none by reading, even if the lease is lost meanwhile", false, true, false],
  ["owes one by writing", true, false, true],
])("an operation %s", async (_, writes, isLost, owes) => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const taken = await store.leases.take();
  const lease = { ...taken, check: () => (isLost ? Promise.reject(new Error("lost")) : taken.check()) };
  const run = await store.runs.begin("command", "running");
  const target = {
    unanswered: () => 0,
    perform: async (_operation, beforeCall) => {
      await beforeCall(writes);
      return "already-so";
    },
  } as Pick<TargetWriter, "perform" | "unanswered"> as TargetWriter;
  const writer = recordingRefreshDebt(target, lease, store.debts, run);
  await writer.perform({ id: "E7", account: "amy", active: false }, async () => undefined);
  expect(await store.debts.refreshOwed()).toBe(owes);
  await taken.release();
});
