/** Texts that stand for a blank cell, such as NULL or 無. */
import { canonicalKey } from "../model/canonical.ts";

export type IsEmpty = (text: string) => boolean;

/**
 * Returns a test: is a trimmed text one of these? Texts are compared the way codes are compared. Undefined if there are
 * no texts.
 */
export const emptyTest = (texts: readonly string[]): IsEmpty | undefined => {
  if (texts.length === 0) return undefined;
  const keys = new Set(texts.map(canonicalKey));
  return (text) => keys.has(canonicalKey(text));
};
