/**
 * Wraps a target writer so that a refresh is recorded as owed right before the first write is sent, not earlier. A write
 * that is answered after the lease was lost may have landed after another process's refresh, so a refresh is owed
 * again. One that is not answered may land after our own refresh, which is recorded too.
 */

import type { TargetWriter } from "../../site/target.ts";
import type { Debts } from "../../store/next-run/debts.ts";
import type { Lease } from "../../store/next-run/lease.ts";

export const recordingRefreshDebt = (
  target: TargetWriter,
  lease: Lease,
  debts: Pick<Debts, "oweRefresh" | "expectLateWrite">,
  runId: string,
): TargetWriter => {
  const oweRefresh = () => debts.oweRefresh(runId);
  let owed: Promise<void> | undefined;
  let unanswered = target.unanswered();
  return {
    ...target,
    refresh: (...asked) => {
      // What is written from now on is owed anew.
      owed = undefined;
      return target.refresh(...asked);
    },
    perform: async (operation, beforeCall) => {
      let wrote = false;
      const guard = async (writes: boolean): Promise<void> => {
        await beforeCall(writes);
        if (!writes) return;
        await (owed ??= oweRefresh());
        await lease.check();
        wrote = true;
      };
      try {
        return await target.perform(operation, guard);
      } finally {
        const isLate = target.unanswered() > unanswered;
        unanswered = target.unanswered();
        try {
          if (wrote && !(await isHeld(lease))) await oweRefresh();
        } finally {
          if (isLate) await debts.expectLateWrite();
        }
      }
    },
  };
};

const isHeld = async (lease: Lease): Promise<boolean> => {
  try {
    await lease.check();
    return true;
  } catch {
    return false;
  }
};
