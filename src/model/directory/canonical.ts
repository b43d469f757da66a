/**
 * Canonical forms, for comparing values that differ only in letter case, white space or Unicode composition. Codes, accounts
 * and employee numbers are compared after trimming, NFKC and case-folding (R14); names after NFC.
 */

/**
 * The comparison form of a code, account or employee number. It is never written to the target, which gets the source's
 * spelling.
 */
export const canonicalKey = (code: string): string =>
  // Most keys are ASCII and common Chinese characters, and need no normalization.
  plainKey.test(code) ? code.toLowerCase() : code.normalize("NFKC").trim().toUpperCase().toLowerCase();

const plainKey = /^[!-~\u4e00-\u9fff]*$/;

export const sameKey = (a: string, b: string): boolean => a === b || canonicalKey(a) === canonicalKey(b);

/** A number without its leading zeros, which spreadsheets and some sites drop. Codes with letters keep them, and so does a single 0. */
export const withoutZeros = (number: string): string => number.trim().replace(/^0*(?=0$|[1-9]\d*$)/, "");

/** The comparison form of a name or text: composed (NFC) and trimmed; a blank text is null. */
export const canonicalText = (text: string | null): string | null => {
  const composed = (text ?? "").normalize("NFC").trim();
  return composed === "" ? null : composed;
};
