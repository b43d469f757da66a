/** Chooses the words of the commands, and of errors. */
import type { ErrorWords } from "../lib/errors.ts";
import type { Language } from "../model/language.ts";
import { traditionalChineseErrors } from "./error-words-zh-tw.ts";
import { type CliWords, english } from "./words-en.ts";
import { traditionalChinese } from "./words-zh-tw.ts";

export type { CliWords };

const tables: Readonly<Record<Language, CliWords>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): CliWords => tables[language];

/** Undefined for English, in which errors are written. */
export const errorWordsOf = (language: Language): ErrorWords | undefined =>
  language === "en" ? undefined : traditionalChineseErrors;
