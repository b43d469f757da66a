/** Tests which calls owe a permission refresh, in a real store. */
import { expect, it, onTestFinished } from "vitest";
import { recordingRefreshDebt } from "../../../src/run/apply/record-refresh-debt.ts";
import type { TargetWriter } from "../../../src/site/target.ts";
import type { Lease } from "../../../src/store/next-run/lease.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";

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

it("what is written after a refresh owes another one", async () => {
  let owed = 0;
  const debts = { oweRefresh: async () => void (owed += 1), expectLateWrite: async () => undefined };
  const target = {
    unanswered: () => 0,
    refresh: async () => undefined,
    perform: async (_operation, beforeCall) => {
      await beforeCall(true);
      return "applied";
    },
  } as Pick<TargetWriter, "perform" | "refresh" | "unanswered"> as TargetWriter;
  const lease = { check: () => Promise.resolve() } as Lease;
  const writer = recordingRefreshDebt(target, lease, debts, "run");
  const write = () => writer.perform({ id: "E7", account: "amy", active: false }, async () => undefined);
  await write();
  await write();
  expect(owed).toBe(1);
  await writer.refresh(lease.check);
  await write();
  expect(owed).toBe(2);
});

it("a write without an answer is expected late also where the lost lease cannot be noted", async () => {
  const noted: string[] = [];
  const debts = {
    oweRefresh: async () => {
      noted.push("owed");
      if (noted.length > 1) throw new Error("disk full");
    },
    expectLateWrite: async () => void noted.push("late"),
  };
  let unanswered = 0;
  const target = {
    unanswered: () => unanswered,
    perform: async (_operation, beforeCall) => {
      await beforeCall(true);
      isLost = true;
      unanswered += 1;
      throw new Error("no answer");
    },
  } as Pick<TargetWriter, "perform" | "unanswered"> as TargetWriter;
  let isLost = false;
  const lease = { check: () => (isLost ? Promise.reject(new Error("lost")) : Promise.resolve()) } as Lease;
  const writer = recordingRefreshDebt(target, lease, debts, "run");
  const operation = { id: "E7", account: "amy", active: false } as const;
  await expect(writer.perform(operation, async () => undefined)).rejects.toThrow("disk full");
  expect(noted).toEqual(["owed", "owed", "late"]);
});
