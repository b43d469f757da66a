/**
 * How many cases a law draws. The fast suite draws the first quarter of them, the slow suite the others, so that both together
 * draw each case once. `vitest.config.ts` finds the files that import this one, and runs them in both suites; a file that only
 * the slow suite runs must not import it. Without a suite, or with another one, a law draws all of its cases.
 */
const quarterOf = (all: number): number => Math.ceil(all / 4);

/** The number of the first case of this suite; the first case of the law is 0. */
export const firstOf = (all: number): number => (process.env["MUSTERD_TEST_SUITE"] === "slow" ? quarterOf(all) : 0);

/** The number of cases of this suite. */
export const runs = (all: number): number =>
  process.env["MUSTERD_TEST_SUITE"] === "fast" ? quarterOf(all) : all - firstOf(all);

/** Parameters of fast-check for the cases of this suite. Its `path` names the first one. */
export const cases = (all: number): { readonly numRuns: number; readonly path: string } => ({
  numRuns: runs(all),
  path: `${firstOf(all)}`,
});
