/**
 * Closes runs whose process died. They are not continued: the next run reads both sides again and makes a plan that is
 * safe now. A refresh that such a run owes stays owed until a later run makes it.
 */
import type { Log } from "../lib/log.ts";
import type { Store } from "../store/store.ts";

/** Call only while holding the lease: then no run marked as running can be alive. */
export const closeInterruptedRuns = async (deps: {
  readonly store: Store;
  readonly log: Log;
  readonly clearQueue: (run: string) => Promise<void>;
}): Promise<void> => {
  const { store, log, clearQueue } = deps;
  for (const runId of await store.runs.unfinished()) {
    await store.plans.closeRest(runId, { result: "not-tried", code: "interrupted" });
    const refresh = await store.debts.refreshState();
    await store.runs.end(runId, { status: "interrupted", refresh });
    await clearQueue(runId);
    await store.knownDetails.forget();
    log.warn({ runId, refresh, code: "interrupted" }, "an interrupted run was closed");
  }
};
