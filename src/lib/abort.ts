/** Additions to Node's AbortSignal: waiting for work until a signal is aborted, and a controller that follows a signal. */

/**
 * Resolves to the result of `work`; rejects with the signal's reason as soon as the signal is aborted, and ignores `work` from
 * then on.
 */
export const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
};

/** A controller that is aborted with `signal`, and can also be aborted alone. */
export const followSignal = (signal: AbortSignal): AbortController => {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return controller;
};
