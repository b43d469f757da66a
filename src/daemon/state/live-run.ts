/** The run that goes on now, for those who watch it: how far it has come, and how to end it. */
import type { App } from "../../app/app.ts";
import type { MusterdError } from "../../lib/errors.ts";
import { type Actor, actorText } from "../../model/runs/actor.ts";
import type { Progress } from "../../model/runs/run.ts";
import { cancelled } from "../../run/cancelled.ts";

/** `progress` once the run writes. */
type Running = { readonly id: string; readonly progress?: Progress };

export type LiveRun = {
  readonly running: () => Running | undefined;
  /** Calls `changed` whenever a run begins, comes further, or ends, until the returned function is called. */
  readonly subscribe: (changed: () => void) => () => void;
  readonly begin: (run: AbortController, id: string) => void;
  readonly update: (progress: Progress) => void;
  readonly end: () => void;
  /** Ends the run after its calls in flight; false if none goes on. */
  readonly cancel: (reason: MusterdError) => boolean;
};

export const createLiveRun = (): LiveRun => {
  const watchers = new Set<() => void>();
  let run: AbortController | undefined;
  let id = "";
  let progress: Progress | undefined;
  const tell = (): void => {
    for (const changed of watchers) changed();
  };
  return {
    running: () => run && { id, ...(progress && { progress }) },
    subscribe: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    begin: (begun, own) => {
      [run, id, progress] = [begun, own, undefined];
      tell();
    },
    update: (next) => {
      progress = next;
      tell();
    },
    end: () => {
      [run, progress] = [undefined, undefined];
      tell();
    },
    cancel: (reason) => {
      if (!run || run.signal.aborted) return false;
      run.abort(reason);
      return true;
    },
  };
};

/** Ends this run for somebody, as the audit trail says; false if it does not go on here. */
export const cancelRun = async (
  { audit }: Pick<App["store"], "audit">,
  live: LiveRun,
  run: string,
  by: Actor,
): Promise<boolean> => {
  if (live.running()?.id !== run || !live.cancel(cancelled(actorText(by)))) return false;
  await audit.append({ event: "run-cancelled", by, facts: { run } });
  return true;
};
