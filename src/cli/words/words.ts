/** Selects the texts of the commands and of errors by language. */
import type { ErrorWords } from "../../lib/errors.ts";
import type { Language } from "../../model/language.ts";
import { traditionalChineseErrors } from "./error-words-zh-tw.ts";
import { type CliWords, english } from "./words-en.ts";
import { traditionalChinese } from "./words-zh-tw.ts";

export type { CliWords };

const tables: Readonly<Record<Language, CliWords>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): CliWords => tables[language];

/** Returns the texts for errors; undefined for English, because errors contain their English texts. */
export const errorWordsOf = (language: Language): ErrorWords | undefined =>
  language === "en" ? undefined : traditionalChineseErrors;
