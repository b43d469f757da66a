/** Explains in the language of the report why a row or a field was not used. */

import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { Language } from "../../model/words/language.ts";
import { wordsOf } from "./language.ts";

/** The code that reads rows writes reasons in English. Other languages explain the row's code and append the reason, in English where nobody has translated it. */
export const rejectionText = ({ code, reason }: Pick<RejectedRow, "code" | "reason">, language: Language): string => {
  const { rejections, inBrackets } = wordsOf(language);
  const meaning = rejections?.[code];
  return meaning === undefined ? reason : `${meaning}${inBrackets?.(reason) ?? ""}`;
};
