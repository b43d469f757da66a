/** An edit that breaks the product deliberately, and the tests that must fail. */

export type Mutant = {
  /** Path below the checkout. */
  readonly file: string;
  /** The exact text in the file, which occurs once. */
  readonly before: string;
  readonly after: string;
  /** The harm to users of the product. */
  readonly harm: string;
  /** The fastest test files that must fail. */
  readonly tests: readonly string[];
};

/** The edits of one file: text before, text after, harm. They share the tests unless an edit names its own. */
export const mutantsOf = (
  file: string,
  tests: readonly string[],
  edits: readonly (readonly [before: string, after: string, harm: string, tests?: readonly string[]])[],
): readonly Mutant[] => edits.map(([before, after, harm, own = tests]) => ({ file, before, after, harm, tests: own }));
