/** Everything that the command line says, by language; a language with a part missing does not compile. */
import type { ErrorWords } from "../../lib/errors.ts";
import type { Language } from "../../model/words/language.ts";
import { type CliWords, english } from "./en/en.ts";
import {
  type CommandName,
  doneOrError,
  type ExitCodeMeanings,
  exitCodes as englishExitCodes,
} from "./en/exit-codes.ts";
import { initWords as englishInit, type InitWords } from "./en/init.ts";
import { errorWords } from "./zh-tw/errors.ts";
import { exitCodes as traditionalChineseExitCodes } from "./zh-tw/exit-codes.ts";
import { helpWords } from "./zh-tw/help.ts";
import { initWords as traditionalChineseInit } from "./zh-tw/init.ts";
import { traditionalChinese } from "./zh-tw/zh-tw.ts";

export type { CliWords };

/** The help is written in English in the program, and translated text by text. */
export type HelpWords = {
  /** The translation of each English text of the help. */
  readonly texts: Readonly<Record<string, string>>;
  /** Translates the headings and messages of the package commander, and the names of values. */
  readonly frame: (text: string) => string;
  /** Translates the names of values, such as `<file>`. */
  readonly placeholders: (text: string) => string;
  /** The name of an argument, without brackets. */
  readonly argument: (name: string) => string;
};

type CliLanguage = {
  readonly words: CliWords;
  readonly init: InitWords;
  readonly exitCodes: ExitCodeMeanings;
  /** Undefined for English, in which the help is written. */
  readonly help: HelpWords | undefined;
  /** Undefined for English, because errors contain their English texts. */
  readonly errors: ErrorWords | undefined;
};

const languages: Readonly<Record<Language, CliLanguage>> = {
  en: {
    words: english,
    init: englishInit,
    exitCodes: { ...englishExitCodes, doneOrError },
    help: undefined,
    errors: undefined,
  },
  "zh-TW": {
    words: traditionalChinese,
    init: traditionalChineseInit,
    exitCodes: traditionalChineseExitCodes,
    help: helpWords,
    errors: errorWords,
  },
};

export const wordsOf = (language: Language): CliWords => languages[language].words;

export const initWordsOf = (language: Language): InitWords => languages[language].init;

export const helpWordsOf = (language: Language): HelpWords | undefined => languages[language].help;

/** Returns the texts for errors; undefined for English, because errors contain their English texts. */
export const errorWordsOf = (language: Language): ErrorWords | undefined => languages[language].errors;

/** Returns the exit codes of a command in ascending order, each with its meaning. */
export const exitCodeMeanings = (name: CommandName, language: Language): readonly (readonly [string, string])[] => {
  const { doneOrError: ofOthers, ...own }: Readonly<Record<string, Readonly<Record<number, string>>>> =
    languages[language].exitCodes;
  return Object.entries(own[name] ?? ofOthers ?? {});
};
