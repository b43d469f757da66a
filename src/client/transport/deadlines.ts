/** Ends overdue calls with one timer for all: a timer for each would take a tenth of a call's time. */

export type Deadlines = {
  /** Calls `abort` within a second after `afterMs`, unless the returned function is called before. */
  readonly set: (afterMs: number, abort: () => void) => () => void;
};

export const keepDeadlines = (closed: AbortSignal): Deadlines => {
  const waiting = new Map<() => void, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [abort, dueMs] of waiting) if (dueMs < now) abort();
  }, 1_000).unref();
  closed.addEventListener("abort", () => clearInterval(timer));
  return {
    set: (afterMs, abort) => {
      waiting.set(abort, performance.now() + afterMs);
      return () => void waiting.delete(abort);
    },
  };
};
