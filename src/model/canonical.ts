/**
 * Canonical forms: two values that differ only in what a spreadsheet, a keyboard or a collation changes are one value.
 * Codes, accounts and employee numbers are compared under trim + NFKC + case-fold (R14); names under NFC.
 */

/** The identity of a code, account or number. Never written anywhere: the form the source gave is what is sent. */
export const canonicalKey = (code: string): string =>
  // Most keys are plain ASCII, for which normalising is a waste.
  plainKey.test(code) ? code.toLowerCase() : code.normalize("NFKC").trim().toUpperCase().toLowerCase();

const plainKey = /^[!-~]*$/;

export const sameKey = (a: string, b: string): boolean => canonicalKey(a) === canonicalKey(b);

/** Names, texts: composed form, no surrounding white space; blank and null are one. */
export const canonicalText = (text: string | null): string | null => {
  const composed = (text ?? "").normalize("NFC").trim();
  return composed === "" ? null : composed;
};
