/** The permission refresh takes as long as the service needs: while it is awaited, the log and the command line say so. */
import type { Log } from "../lib/log.ts";

export type WaitingDeps = {
  readonly log: Log;
  /** Told how long the refresh has been awaited, in seconds: 0 at its start, then every 15 s. */
  readonly onRefresh?: (seconds: number) => void;
};

const everySeconds = 15;

/** Shows that `refresh` is awaited until it has ended; its result is that of `refresh`. */
export const showWaiting = async ({ log, onRefresh }: WaitingDeps, refresh: Promise<void>): Promise<void> => {
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
