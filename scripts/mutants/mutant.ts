/** An edit that breaks the product on purpose, and the tests that must notice it. */

export type Mutant = {
  /** Below the checkout. */
  readonly file: string;
  /** Exactly as it stands in the file, once. */
  readonly before: string;
  readonly after: string;
  /** What somebody who uses the product would suffer. */
  readonly harm: string;
  /** The quickest test files that must fail. */
  readonly tests: readonly string[];
};

/** The edits of one file: text before, text after, harm; all noticed by the same tests unless an edit names its own. */
export const mutantsOf = (
  file: string,
  tests: readonly string[],
  edits: readonly (readonly [before: string, after: string, harm: string, tests?: readonly string[]])[],
): readonly Mutant[] => edits.map(([before, after, harm, own = tests]) => ({ file, before, after, harm, tests: own }));
