/**
 * A run whose process died is closed, not continued: the state it left is read afresh, and the plan made from that is
 * what is safe now. Its refresh stays owed until a run pays it.
 */
import type { Log } from "../lib/log.ts";
import type { Store } from "../store/store.ts";

/** Call only while holding the lease: then no run that is marked as running can be alive. */
export const closeInterrupted = async (deps: {
  readonly store: Store;
  readonly log: Log;
  readonly clearQueue: (run: string) => Promise<void>;
}): Promise<void> => {
  const { store, log, clearQueue } = deps;
  for (const runId of await store.runs.unfinished()) {
    await store.plans.closeRest(runId, { result: "not-tried", code: "interrupted" });
    await store.plans.seal(runId);
    const refresh = await store.debts.refreshState();
    await store.runs.end(runId, { status: "interrupted", refresh });
    await clearQueue(runId);
    log.warn({ runId, refresh }, "a run was cut off; closed");
  }
};
