/** The languages in which people are spoken to. Logs and JSON have none: they carry codes, and English messages. */

export const languages = ["en", "zh-TW"] as const;

export type Language = (typeof languages)[number];

/** The language of a locale, as the environment of a process names it (POSIX: the first of the three that is set). */
export const localeLanguage = (environment: Readonly<Record<string, string | undefined>>): Language => {
  const locale = environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || "";
  return /^zh[_-](hant|tw|hk|mo)\b/i.test(locale.replace(/[.@].*$/, "")) ? "zh-TW" : "en";
};
