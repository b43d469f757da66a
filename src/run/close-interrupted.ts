/**
 * A run whose process died is closed, not continued: the state it left is read afresh, and the plan made from that is
 * what is safe now. Its refresh stays owed until a run pays it.
 */
import type { Log } from "../lib/log.ts";
import type { Store } from "../store/store.ts";

/** Call only while holding the lease: then no run that is marked as running can be alive. Returns the ids closed. */
export const closeInterrupted = async (room: {
  readonly store: Store;
  readonly log: Log;
  readonly clearQueue: (run: string) => Promise<void>;
}): Promise<readonly string[]> => {
  const { store, log, clearQueue } = room;
  const unfinished = await store.runs.unfinished();
  for (const runId of unfinished) {
    await store.plans.closeRest(runId, { result: "not-tried", code: "interrupted" });
    await store.plans.seal(runId);
    const refresh = (await store.debts.refreshOwed()) ? "owed" : "not-needed";
    await store.runs.end(runId, { status: "interrupted", refresh });
    await clearQueue(runId);
    log.warn({ runId, refresh }, "a run was cut off; closed");
  }
  return unfinished;
};
