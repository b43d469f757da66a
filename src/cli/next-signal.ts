/** The signals that ask for an orderly stop. SIGHUP is one of them: a terminal that closes must not kill a run. */

export const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves with the first of `signals` from now on. Afterwards each may come once, SIGHUP again and again, and is ignored. */
export const nextSignal = (signals: readonly NodeJS.Signals[] = stopSignals): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    // A shell and the kernel may both send SIGHUP for one terminal that closes.
    for (const signal of signals) process[signal === "SIGHUP" ? "on" : "once"](signal, resolve);
  });
