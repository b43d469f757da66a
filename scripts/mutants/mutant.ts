/** An edit that breaks the product deliberately, and the tests that must fail. */

export type Mutant = {
  /** Path of the file in the checkout. */
  readonly file: string;
  /** The exact text that the edit replaces; it must occur exactly once in the file. */
  readonly before: string;
  readonly after: string;
  /** The harm to users of the product. */
  readonly harm: string;
  /** The fastest test files that must fail. */
  readonly tests: readonly string[];
};

/** Returns the edits of one file. `tests` are the tests of every edit that does not name its own. */
export const mutantsOf = (
  file: string,
  tests: readonly string[],
  edits: readonly (readonly [before: string, after: string, harm: string, tests?: readonly string[]])[],
): readonly Mutant[] => edits.map(([before, after, harm, own = tests]) => ({ file, before, after, harm, tests: own }));
