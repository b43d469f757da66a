/**
 * How long something that ends waits for another side. The end of a connection may never arrive, and a client may never leave;
 * whatever is still open after that is cut.
 */

/** The longest wait for one closing. */
export const closeTimeoutMs = 3_000;

/** The result of `work`; undefined when it takes too long. Rejects if `work` rejects in time. */
export const within = async <T>(timeoutMs: number, work: () => Promise<T>): Promise<T | undefined> => {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, timeoutMs, undefined);
  try {
    return await Promise.race([work(), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};
