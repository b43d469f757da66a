/** Keeps writes of one kind in order: a batch must not overtake an earlier one, and who closes waits for what is on its way. */

/** Returns a function that begins `work` when all earlier calls of it have ended, whatever came of them. */
export const oneAfterAnother = (work: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
};
