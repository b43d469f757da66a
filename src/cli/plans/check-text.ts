/** The lines that `musterd check` and `musterd status` print about parts and about what earlier runs have left. */
import type { Check, Remaining } from "../../check/check.ts";
import { errorText } from "../../lib/errors.ts";
import type { Language } from "../../model/words/language.ts";
import { padText } from "../../report/text/wrap-text.ts";
import { errorWordsOf, wordsOf } from "../words/words.ts";

export const checkText = (check: Check, language: Language): string => {
  const words = wordsOf(language);
  const [kind = "", operation = ""] = check.part.split(" ");
  const part = padText(`${words.parts[kind] ?? kind} ${operation}`, 14);
  if ("error" in check) return `✗ ${part} ${indented(errorText(check.error, errorWordsOf(language)))}`;
  if ("remaining" in check) return `! ${part} ${remainingText(check.remaining, language)}`;
  return "warning" in check ? `! ${part} ${check.warning}` : `✓ ${part} ${check.found}`;
};

const remainingText = (remaining: Remaining, language: Language): string => {
  if ("error" in remaining) return indented(errorText(remaining.error, errorWordsOf(language)));
  const { code, message, next } = remaining;
  const { hint, colon } = wordsOf(language);
  return indented(`${code}: ${message}\n  ${hint}${colon}${next}`);
};

const indented = (text: string): string => text.replaceAll("\n", "\n  ");
