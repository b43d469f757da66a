/**
 * When two codes, accounts or numbers are the same: under trimming, NFKC and case-folding (R14). The service keeps what
 * was sent and compares what this returns.
 */
export const fold = (text: string): string => text.normalize("NFKC").trim().toUpperCase().toLowerCase();

/** The key of an optional value: none when it is blank, so that blanks never collide. */
export const foldOptional = (text: string | null | undefined): readonly string[] => {
  const folded = fold(text ?? "");
  return folded === "" ? [] : [folded];
};
