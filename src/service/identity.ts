/**
 * Comparison of codes, accounts and numbers: after trimming, NFKC and case-folding (R14). The service stores the original text
 * and compares the result of this function.
 */
export const fold = (text: string): string => text.normalize("NFKC").trim().toUpperCase().toLowerCase();

/** The index key of an optional value; none when it is blank, so that blanks never collide. */
export const foldOptional = (text: string | null | undefined): readonly string[] => {
  const folded = fold(text ?? "");
  return folded === "" ? [] : [folded];
};
