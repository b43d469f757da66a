/**
 * How many of the objects that an operation wrote are read back completely (plan/read-back/look-sample.ts draws them). The estimate of an
 * import counts with it.
 */

/** The first objects of each operation on a site, counted over all runs, which are all read back. */
export const firstLooks = 50;

/** After these, one of so many in large runs. */
const sampledOne = 50;

/** About so many in each run, because the first ones may have had nothing that the operation takes along. */
const leastOfRun = 20;

/** Of so many, one of how many is read back. */
export const stepOf = (count: number): number => Math.min(sampledOne, Math.max(1, Math.floor(count / leastOfRun)));

/** About how many of so many objects a first run reads back. */
export const sampleSize = (written: number): number => {
  const rest = Math.max(0, written - firstLooks);
  return written - rest + Math.floor(rest / stepOf(rest));
};
