/** Selects the common words of a language; a language without them does not compile. */
import type { Kind } from "../directory/kind.ts";
import { fieldHome } from "../directory/known-fields.ts";
import { english } from "./en.ts";
import type { Language } from "./language.ts";
import type { CommonWords } from "./words.ts";
import { traditionalChinese } from "./zh-tw.ts";

const tables: Readonly<Record<Language, CommonWords>> = { en: english, "zh-TW": traditionalChinese };

export const commonWords = (language: Language): CommonWords => tables[language];

/** Returns the word for a field of a kind; the field's name in the model if there is no word. */
export const fieldName = (kind: Kind, field: string, language: Language): string => {
  const home = fieldHome(kind, field);
  if (home === undefined) return field;
  const names: Readonly<Record<string, string>> = tables[language].fields[home];
  return names[field] ?? field;
};

/** Returns the words for null in a field; undefined if it only means that there is no value. */
export const noValueName = (field: string, language: Language): string | undefined => {
  const { noValue } = tables[language];
  return Object.hasOwn(noValue, field) ? noValue[field as keyof typeof noValue] : undefined;
};
