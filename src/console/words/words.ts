/** The words of the console in each language, and the language that a browser asks for. */
import { type Language, languages } from "../../model/words/language.ts";
import { type ConsoleWords, english } from "./en/en.ts";
import { traditionalChinese } from "./zh-tw/zh-tw.ts";

export type { ConsoleWords };

const tables: Readonly<Record<Language, ConsoleWords>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): ConsoleWords => tables[language];

/** The tags of Accept-Language (RFC 9110, section 12.5.4) that a language serves. */
const tags: Readonly<Record<Language, RegExp>> = { en: /^en\b/i, "zh-TW": /^zh\b/i };

/** The first language of the header, by preference, for which there are words; `otherwise` if there is none. */
export const acceptedLanguage = (header: string, otherwise: Language): Language => {
  const wanted = header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const found = languages.find((language) => tags[language].test(tag));
    if (found) return found;
  }
  return otherwise;
};

/** The language that the switch of a page offers. */
export const otherLanguage = (language: Language): Language =>
  languages[(languages.indexOf(language) + 1) % languages.length] as Language;
