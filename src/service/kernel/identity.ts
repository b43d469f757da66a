/**
 * Prepares codes, accounts and employee numbers for comparison: trims them, applies Unicode NFKC and ignores case (R14). The
 * service stores the original text and compares the results of this function.
 */
export const fold = (text: string): string => text.normalize("NFKC").trim().toUpperCase().toLowerCase();

/** The index key of an optional value; no key when the value is blank, so two blank values never collide. */
export const foldOptional = (text: string | null | undefined): readonly string[] => {
  const folded = fold(text ?? "");
  return folded === "" ? [] : [folded];
};
