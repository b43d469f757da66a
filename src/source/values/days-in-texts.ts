/**
 * Finds days in texts whose format nobody has named, and columns that look like a last day. Nothing is converted by this: it
 * only tells that a text is a day, and whether that day may lie ahead.
 */
import type { CalendarDate } from "../../model/directory/directory.ts";
import { dateOf } from "./calendar.ts";
import { readFiletime } from "./moments.ts";

const separated = String.raw`\d{1,4} ?[-/.年／]\s?\d{1,2} ?[-/.月／]\s?\d{1,4}`;
const monthName = String.raw`\p{L}{3,10}`;

const withMonthName = [
  String.raw`^\d{1,2}[-/. ]{1,2}${monthName}[-/., ]{1,2}\d{2,4}$`,
  String.raw`^${monthName}[-/. ]{1,2}\d{1,2}[-/, ]{1,2}\d{4}$`,
  String.raw`^\d{4}[-/. ]${monthName}[-/. ]\d{1,2}$`,
];

/** A day in figures, with the name of a month, or as spreadsheets, directories and LDAP count and write it. */
const beginsAsDay = new RegExp(
  [String.raw`^\D{0,3}${separated}`, String.raw`^\d{5}$|^\d{7,8}$|^\d{14}|^\d{18}$`, ...withMonthName].join("|"),
  "u",
);

const wholeDay = new RegExp([String.raw`^${separated} ?日?(?:[T ][\d:.+Z-]+)?$`, ...withMonthName].join("|"), "u");
const era = /^(?:中華)?民國 ?|^[MTSHR](?=\d)|^(?:令和|平成|昭和)/u;

/** Whether a text where a word is expected begins as a day does. Figures alone may be one, as a spreadsheet counts days. */
export const looksLikeDay = (text: string): boolean => beginsAsDay.test(text);

/** Whether a text is a day and can be nothing else. A code of five or seven figures may be something else. */
export const isDay = (text: string): boolean => {
  if (/^\d+Z?$/.test(text)) return text.length >= 8 && daysIn(text).length > 0;
  return wholeDay.test(text.replace(era, ""));
};

/** Whether one of the days that the text contains, in any order of day and month, is `today` or later. 9999-12-31 is no day. */
export const hasDayFrom = (text: string, today: CalendarDate): boolean =>
  daysIn(text).some((day) => day >= today && day < endless);

const endless = "2200-01-01";
const rocYearOffset = 1911;

const daysIn = (text: string): readonly CalendarDate[] => {
  if (text.length > longestDay || !/\d{2}/.test(text)) return none;
  const days: (CalendarDate | undefined)[] = [];
  for (const [, a = "", b = "", c = ""] of text.matchAll(/(\d{1,4}) ?[-/.年／]\s?(\d{1,2}) ?[-/.月／]\s?(\d{1,4})/g)) {
    const [one, two, three] = [Number(a), Number(b), Number(c)];
    days.push(dateOf(one < 1000 ? one + rocYearOffset : one, two, three));
    if (c.length < 2) continue;
    const year = c.length > 2 ? three : three + 2000;
    days.push(dateOf(year, two, one), dateOf(year, one, two));
  }
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:\d{6}|$)/.exec(text) ?? [];
  if (year !== undefined) days.push(dateOf(Number(year), Number(month), Number(day)));
  const moment = /^\d{18}$/.test(text) ? readFiletime(text) : "bad";
  if (typeof moment === "object" && moment.epochMs !== undefined) days.push(isoDay(moment.epochMs));
  if (/\p{L}{3}/u.test(text)) {
    const parsed = /\d{4}|-\d\d$/.test(text) ? Date.parse(text.replaceAll(/(?<=\p{L})\./gu, "")) : Number.NaN;
    if (!Number.isNaN(parsed)) days.push(isoDay(parsed + 43_200_000));
  }
  return days.flatMap((found) => (found !== undefined && found >= "1900-01-01" ? [found] : []));
};

const longestDay = 100;
const none: readonly CalendarDate[] = [];

const isoDay = (epochMs: number): CalendarDate => new Date(epochMs).toISOString().slice(0, 10);

/** Headers of columns that say when somebody leaves, in the languages of exports that people have. */
const lastDayHeaders = [
  /(?:離職|离职|退職|退社|退休|解雇|최종근무|퇴사|퇴직).*(?:日|일)|最[後后](?:上班|工作|在職|在职|出勤)|^(?:離|离)職?日/u,
  /\b(?:last|final) (?:work(?:ing)? )?(?:day|date)\b|\b(?:last|final) day (?:of|at)\b/u,
  /\bterm(?:ination|inated|inate)?\b|\b(?:leav(?:e|ing|er)|exit|separation|resign(?:ation|ed)?|relieving|departure|quit) ?(?:date|day|on)\b/u,
  /\b(?:date|day) of (?:leaving|exit|separation|resignation|departure|termination)\b|\b(?:date|day) left\b/u,
  /austritt|letzter (?:arbeits)?tag|vertragsende|ausgeschieden am|uitdienst|uit dienst|slutdato|slutdatum|sidste arbejdsdag/u,
  /fecha (?:de )?(?:baja|salida|cese)|date (?:de |du )?(?:sortie|départ|depart)|data (?:di )?(?:cessazione|uscita|demiss|saída|desligamento)/u,
];

/** Whether the header of a column looks like a last working day. The beginning and end of a leave do not. */
export const looksLikeLastDay = (header: string): boolean => {
  const words = header
    .slice(0, longestDay)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-./\s]+/gu, " ")
    .toLowerCase()
    .trim();
  return (
    !/leave (?:start|end|begin|from|to|until)|留停|留職|復職/u.test(words) && lastDayHeaders.some((p) => p.test(words))
  );
};
