/**
 * The languages of texts for people. Logs and JSON output do not depend on the language: they contain codes and English messages.
 */

export const languages = ["en", "zh-TW"] as const;

export type Language = (typeof languages)[number];

/** The language of what programs read: JSON, logs, answers of the daemon. */
export const programLanguage: Language = "en";

/** The language of the process's locale. As in POSIX, the first of LC_ALL, LC_MESSAGES and LANG that is set decides. */
export const localeLanguage = (environment: Readonly<Record<string, string | undefined>>): Language => {
  const locale = environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || "";
  return /^zh[_-](hant|tw|hk|mo)\b/i.test(locale.replace(/[.@].*$/, "")) ? "zh-TW" : "en";
};
