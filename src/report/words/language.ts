/** Selects the words of a language; a language without words does not compile. */
import type { Language } from "../../model/language.ts";
import type { Words } from "./words.ts";
import { english } from "./words-en.ts";
import { traditionalChinese } from "./words-zh-tw.ts";

const tables: Readonly<Record<Language, Words>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): Words => tables[language];
