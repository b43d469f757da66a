/**
 * How much of a test a suite runs. A law draws the first eighth of its cases in CI, the rest in the suite of laws, and all with
 * `vitest run FILE`. A test that costs much names what of it CI runs; the others run all of it. `vitest.config.ts` finds the files that
 * import this one.
 */
const eighthOf = (all: number): number => Math.ceil(all / 8);

const suite = (): string | undefined => process.env["MUSTERD_TEST_SUITE"];

/** The number of the first case of this suite; the first case of the law is 0. */
export const firstOf = (all: number): number => (suite() === "laws" ? eighthOf(all) : 0);

/** The number of cases of this suite; a law of one case draws it in both. */
export const runs = (all: number): number => {
  if (suite() === "laws") return Math.max(all - eighthOf(all), 1);
  return suite() === undefined ? all : eighthOf(all);
};

/** Parameters of fast-check for the cases of this suite. Its `path` names the first one. */
export const cases = (all: number): { readonly numRuns: number; readonly path: string } => ({
  numRuns: runs(all),
  path: `${firstOf(all)}`,
});

/** True in the fast suite and in the slow one; the suite of laws runs what these leave out. */
export const isInPart = ["fast", "slow"].includes(suite() ?? "");

/** The first of these cases in the fast suite and in the slow one; elsewhere all. */
export const inPart = <Case>(count: number, all: readonly Case[]): readonly Case[] =>
  isInPart ? all.slice(0, count) : all;
