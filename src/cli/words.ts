/** What the commands say, as a table for each language; a word that is missing does not compile. */
import type { ErrorWords } from "../lib/errors.ts";
import type { Language } from "../model/language.ts";
import { traditionalChineseErrors } from "./error-words-zh-tw.ts";
import { english } from "./words-en.ts";
import { traditionalChinese } from "./words-zh-tw.ts";

export type CliWords = typeof english;

const tables: Readonly<Record<Language, CliWords>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): CliWords => tables[language];

/** Undefined for English, in which errors are written. */
export const errorWordsOf = (language: Language): ErrorWords | undefined =>
  language === "en" ? undefined : traditionalChineseErrors;
