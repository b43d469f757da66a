/** Finds the run that `musterd undo` names. */
import type { App } from "../app.ts";
import { MusterdError } from "../lib/errors.ts";

/** More runs than the store keeps. */
const allRuns = 1_000;

/** `name` is the id of a run, or `last`: the last run that has changed something. Rejects with `nothing-to-undo`. */
export const undoableRun = async ({ store }: App, name: string): Promise<string> => {
  if (name !== "last") return name;
  const runs = await store.runs.list(allRuns);
  const last = runs.find(({ applied }) => applied > 0);
  if (last) return last.id;
  throw new MusterdError("nothing-to-undo", "no run has changed anything in the service", {
    hint: "`musterd runs` shows how many changes each run has applied",
  });
};
