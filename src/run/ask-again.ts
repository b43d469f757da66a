/**
 * A command that does a whole run answers the ordinary request that waits (`runs.begin`), such as that of the schedule during a pause.
 * Where it has not done the run, because nobody agreed or it failed, the request is made again, so that the daemon does it.
 */
import type { RunStatus, RunSummary } from "../model/runs/run.ts";
import type { Store } from "../store/store.ts";

/** A plan that was blocked would be blocked again, and what a partial run has left is told. */
const undone: ReadonlySet<RunStatus> = new Set(["planned", "failed", "cancelled"]);

/** Call it before the run begins, and the result with the run after its end. */
export const askingAgain = async ({
  requests,
}: Pick<Store, "requests">): Promise<(run: RunSummary) => Promise<void>> => {
  const waiting = await requests.ordinary();
  return async ({ id, status }) => {
    if (waiting?.runId === id && undone.has(status)) await requests.add(waiting);
  };
};
