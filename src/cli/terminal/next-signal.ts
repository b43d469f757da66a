/**
 * Waits for the signals that ask for an orderly stop. SIGHUP is one of them, because a terminal that closes sends it, and that
 * must not kill a run.
 */

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves with the first of `signals` that arrives. After that, each of the other signals has no effect the first time it
 * arrives, and SIGHUP never has an effect.
 */
export const nextSignal = (signals: readonly NodeJS.Signals[] = stopSignals): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    // The handler of SIGHUP stays, because the shell and the kernel may both send SIGHUP when a terminal closes.
    for (const signal of signals) process[signal === "SIGHUP" ? "on" : "once"](signal, resolve);
  });

/** Calls `stop` whenever one of the signals arrives, until the function that it returns is called. */
export const onStopSignal = (stop: (signal: NodeJS.Signals) => void): (() => void) => {
  for (const signal of stopSignals) process.on(signal, stop);
  return () => {
    for (const signal of stopSignals) process.off(signal, stop);
  };
};
