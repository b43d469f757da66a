/** What to do about work that an earlier process, or another one on the state folder, has left. */
import type { App } from "../app/app.ts";
import type { Repetition } from "./state/repetition.ts";

/**
 * True when another process left work that this daemon must do now. An owed refresh does not count while a retry is scheduled,
 * because the retry will refresh; nor without `daemon.apply`, because then no run refreshes.
 */
export const isLeftToUs = async ({ store, log, config }: App, repetition: Repetition): Promise<boolean> => {
  const left = await store.leftBehind();
  if (left === undefined) return false;
  if (left === "refresh" && (repetition.isWaiting() || !config.daemon.apply)) return false;
  log.info({ left }, "work was left behind by a run that ended early");
  return true;
};

/**
 * Whether the last run was cancelled and left nothing but its refresh, or was an undo: nobody has asked for the rest of it before the next run
 * is due.
 */
export const isRefreshEnough = async (app: App): Promise<boolean> => {
  if (await isAfterUndo(app)) return true;
  const { store } = app;
  return (await store.leftBehind()) === "refresh" && (await store.runs.list(1))[0]?.status === "cancelled";
};

/**
 * Whether an undo was the last that a daemon which applies could continue. Its refresh is enough: a run would follow the source, which says
 * what was taken back, before anybody has corrected it.
 */
const isAfterUndo = async ({ store, config }: App): Promise<boolean> => {
  const writing = (await store.runs.list(50)).find(({ status }) => status !== "planned" && status !== "blocked");
  return config.daemon.apply && writing?.undoes !== undefined;
};

/** Whether something is left for a run at the start. */
export const isRunLeft = async (app: App): Promise<boolean> =>
  (await app.store.leftBehind()) !== undefined && !(await isAfterUndo(app));
