/**
 * Wraps a target writer so that a refresh is recorded as owed right before the first write is sent, not earlier. A write
 * that is answered after the lease was lost may have landed after another process's refresh, so a refresh is owed
 * again.
 */

import type { TargetWriter } from "../site/target.ts";
import type { Lease } from "../store/lease.ts";

/** `oweRefresh` records durably that a write may happen or may have happened. */
export const recordingRefreshDebt = (
  target: TargetWriter,
  lease: Lease,
  oweRefresh: () => Promise<void>,
): TargetWriter => {
  let owed: Promise<void> | undefined;
  return {
    ...target,
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
        if (wrote && !(await isHeld(lease))) await oweRefresh();
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
