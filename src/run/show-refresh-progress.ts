/** Reports in the log and on the command line how long the permission refresh has taken so far. */
import type { Log } from "../lib/log.ts";

export type RefreshProgressDeps = {
  readonly log: Log;
  /** Receives the seconds since the refresh began: 0 at its start, then every 15 s. */
  readonly onRefresh?: (seconds: number) => void;
};

const everySeconds = 15;

/** Reports until `refresh` has ended; settles as `refresh` does. */
export const showRefreshProgress = async (
  { log, onRefresh }: RefreshProgressDeps,
  refresh: Promise<void>,
): Promise<void> => {
  let seconds = 0;
  const show = () => {
    log.info({ seconds }, "permission refresh awaited");
    onRefresh?.(seconds);
    seconds += everySeconds;
  };
  show();
  const timer = setInterval(show, everySeconds * 1000);
  try {
    await refresh;
  } finally {
    clearInterval(timer);
  }
};
