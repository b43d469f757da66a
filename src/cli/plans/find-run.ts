/** Finds the run that a command names. */
import type { App } from "../../app/app.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { RunSummary } from "../../model/runs/run.ts";

/** More runs than the store keeps. */
const allRuns = 1_000;

/** Rejects with `run-unknown`. */
export const requireRun = async ({ store }: App, id: string): Promise<RunSummary> => {
  const run = await store.runs.find(id);
  if (run) return run;
  throw new MusterdError("run-unknown", `there is no run ${id} for this target`, {
    hint: "list the runs with `musterd runs`",
  });
};

/**
 * `name` is the id of a run, or `last`: the last run that has changed something, or may have. Rejects with `run-unknown` or
 * `nothing-to-undo`.
 */
export const undoableRun = async (app: App, name: string): Promise<string> => {
  if (name !== "last") return (await requireRun(app, name)).id;
  const runs = await app.store.runs.list(allRuns);
  const last = runs.find(hasWritten);
  if (last) return last.id;
  throw new MusterdError("nothing-to-undo", "no run has changed anything in the service", {
    hint: "`musterd runs` shows how many changes each run has applied",
  });
};

/** A run that was stopped has not looked at what it wrote, and of one whose process has died with a plan nobody knows. */
const hasWritten = ({ status, applied, unconfirmed, notTried }: RunSummary): boolean =>
  applied + unconfirmed > 0 || (status === "interrupted" && notTried > 0);
