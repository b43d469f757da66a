/** The permission refresh at the end of a run: once, if anything may have been written since the last one began. */

import type { Clock } from "../lib/clock.ts";
import { asMusterdError, type MusterdError } from "../lib/errors.ts";
import type { RefreshState } from "../model/runs/run.ts";
import type { TargetWriter } from "../site/target.ts";
import type { Lease } from "../store/next-run/lease.ts";
import type { Store } from "../store/store.ts";
import type { Stopwatch } from "./prepare/stopwatch.ts";
import { type RefreshProgressDeps, showRefreshProgress } from "./show-refresh-progress.ts";

type Deps = RefreshProgressDeps & {
  readonly store: Pick<Store, "debts">;
  readonly target: Pick<TargetWriter, "refresh">;
  readonly clock: Clock;
};

type Paid = { readonly state: RefreshState; readonly error?: MusterdError };

/** The state after a run that only plans. */
export const unpaid = async ({ store }: Pick<Deps, "store">): Promise<Paid> => ({
  state: await store.debts.refreshState(),
});

/**
 * Calls P1 once if anything may have been written since the last P1 began, or carried out late. A success settles the owed refresh only
 * if we still hold the lease. Once `stop` is aborted, a service that asks for a long wait is not waited for: the refresh stays owed.
 */
export const payRefresh = async (deps: Deps, lease: Lease, stopwatch: Stopwatch, stop?: AbortSignal): Promise<Paid> => {
  const { store, target, clock } = deps;
  const write = await store.debts.unpaidWrite();
  if (write === undefined) return { state: "not-needed" };
  try {
    const beganMs = clock.nowMs();
    await stopwatch.time("refresh", () => showRefreshProgress(deps, target.refresh(whileBearable(lease, stop))));
    await store.debts.refreshPaid(write, lease.holder, beganMs);
    return { state: "done" };
  } catch (thrown) {
    const error = asMusterdError(thrown);
    return { state: "owed", error };
  }
};

/** Whoever stops a program does not expect it to wait for an hour, as a service may ask (Retry-After). */
const bearableMs = 10_000;

/** Looks at the lease before the call and during waits; rejects with the reason of the stop when a wait goes on for too long after it. */
const whileBearable = ({ check }: Lease, stop: AbortSignal | undefined) => {
  let sinceMs: number | undefined;
  return (writes: boolean): void | Promise<void> => {
    if (stop?.aborted && !writes) {
      const nowMs = performance.now();
      sinceMs ??= nowMs;
      if (nowMs - sinceMs >= bearableMs) throw stop.reason;
    }
    return check();
  };
};
