/** The signals that ask for an orderly stop. SIGHUP is one of them: a terminal that closes must not kill a run. */

export const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves with the next of `signals`. Afterwards each of the others is ignored once, and SIGHUP always. */
export const nextSignal = (signals: readonly NodeJS.Signals[] = stopSignals): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    // When a terminal closes, the shell and the kernel may both send SIGHUP.
    for (const signal of signals) process[signal === "SIGHUP" ? "on" : "once"](signal, resolve);
  });
