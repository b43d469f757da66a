/** Why a row or a field was not used, in the language of the report. */
import type { Language } from "../model/language.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import { wordsOf } from "./language.ts";

/** Reasons are written in English where rows are read. Other languages explain the code and append the English reason. */
export const rejectionText = ({ code, reason }: Pick<RejectedRow, "code" | "reason">, language: Language): string => {
  const meaning = wordsOf(language).rejections?.[code];
  return meaning === undefined ? reason : `${meaning}（${reason}）`;
};
