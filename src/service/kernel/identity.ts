/** How texts identify things: how codes are compared, and ids that are computed from texts. */
import { hash } from "node:crypto";

/**
 * Prepares codes, accounts and employee numbers for comparison: trims them, applies Unicode NFKC and ignores case (R14). The
 * service stores the original text and compares the results of this function.
 */
export const fold = (text: string): string =>
  // Most are plain ASCII and need no normalization.
  plain.test(text) ? text.toLowerCase() : text.normalize("NFKC").trim().toUpperCase().toLowerCase();

const plain = /^[!-~]*$/;

/** The index key of an optional value; no key when the value is blank, so two blank values never collide. */
export const foldOptional = (text: string | null | undefined): readonly string[] => {
  const folded = fold(text ?? "");
  return folded === "" ? [] : [folded];
};

/** A UUID of version 8 (RFC 9562) that is always the same for the same texts. */
export const uuidOf = (...texts: readonly string[]): string =>
  hash("sha256", JSON.stringify(texts)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-a$4-$5");
