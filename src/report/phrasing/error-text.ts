/** Errors in words: the meaning of a code in the language, with what the message adds. */
import type { ErrorCode } from "../../lib/error-codes.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import { wordsOf } from "../words/language.ts";
import type { Words } from "../words/words.ts";

export const runErrorText = (error: Pick<Outcome, "code" | "message">, language: Language): string =>
  errorText(error, wordsOf(language)) ?? "";

/** What to do about an error. */
export const errorHint = (
  { code, hint }: { readonly code: ErrorCode; readonly hint: string },
  language: Language,
): string => wordsOf(language).errors?.[code]?.hint ?? hint;

/** Undefined if the error has neither meaning nor message. */
export const errorText = ({ code, message }: Pick<Outcome, "code" | "message">, words: Words): string | undefined => {
  const what = code === undefined ? undefined : words.errors?.[code as ErrorCode]?.what;
  return what === undefined ? message : `${what}${message ? (words.inBrackets?.(message) ?? "") : ""}`;
};
