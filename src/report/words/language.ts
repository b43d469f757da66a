/** Selects the words of a language; a language without words does not compile. */
import type { Language } from "../../model/words/language.ts";
import { english } from "./en/en.ts";
import type { Words } from "./words.ts";
import { traditionalChinese } from "./zh-tw/zh-tw.ts";

const tables: Readonly<Record<Language, Words>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): Words => tables[language];
