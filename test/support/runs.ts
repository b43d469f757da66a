/**
 * Returns how many cases a law draws: the first quarter of them in the fast suite, all in the slow suite. `vitest.config.ts`
 * finds the files that import this one, and runs them in both suites.
 */
export const runs = (all: number): number => (process.env["MUSTERD_TEST_SUITE"] === "fast" ? Math.ceil(all / 4) : all);
