/** Why a row or a field was not used, in the language of the report. */
import type { Language } from "../model/language.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import { wordsOf } from "./language.ts";

/** The reason is written in English where the row is read; another language explains its code, and adds it with its values. */
export const rejectionText = ({ code, reason }: Pick<RejectedRow, "code" | "reason">, language: Language): string => {
  const meaning = wordsOf(language).rejections?.[code];
  return meaning === undefined ? reason : `${meaning}（${reason}）`;
};
