/** A message in words: a subject, and lines of plain text and of HTML. It has counts, the reason and the next step, and names nobody. */

import { minutesIn } from "../lib/clock.ts";
import { visibleText } from "../lib/control-characters.ts";
import type { ErrorCode } from "../lib/error-codes.ts";
import { type ErrorWords, errorText, MusterdError } from "../lib/errors.ts";
import { escapeHtml } from "../lib/escape-html.ts";
import type { RunError } from "../model/runs/run.ts";
import type { Details, Message } from "../model/runs/told.ts";
import type { Language } from "../model/words/language.ts";
import { type OccurrenceCode, occurrenceOf } from "./occurrences.ts";
import type { Format, NotifyWords } from "./words.ts";
import { english } from "./words-en.ts";
import { traditionalChinese } from "./words-zh-tw.ts";

const tables: Readonly<Record<Language, NotifyWords>> = { en: english, "zh-TW": traditionalChinese };

export const wordsOf = (language: Language): NotifyWords => tables[language];

export type Rendered = { readonly subject: string; readonly text: string; readonly html: string };

/** `people`: names to show; `errorWords`: undefined for English. */
export type RenderOptions = {
  readonly language: Language;
  readonly timeZone: string;
  readonly target: string;
  readonly people?: readonly string[];
  /** Signs the recipient in to decide about the plan. */
  readonly link?: string | undefined;
  readonly errorWords: ErrorWords | undefined;
};

/** A paragraph; or a list, below its head if it has one. */
type Block = string | { readonly head?: string; readonly items: readonly string[] };

const shownChanges = 12;
const shownPeople = 20;

export const render = (message: Pick<Message, "code" | "phase" | "details">, options: RenderOptions): Rendered => {
  const { language, timeZone, target } = options;
  const words = wordsOf(language);
  const subject = subjectOf(message, words);
  const format = formatOf(language, timeZone);
  const blocks = blocksOf(message, words, format, options);
  const footer = `${words.footer(target)} · ${words.timesIn(timeZone)}`;
  const text = [subject, ...blocks.map(textOf(words)), `-- \n${footer}`].join("\n\n");
  const html = [`<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif">`]
    .concat(
      `<h2>${escapeHtml(subject)}</h2>`,
      blocks.map(htmlOf(words)),
      `<p><small>${escapeHtml(footer)}</small></p></body></html>`,
    )
    .join("\n");
  return { subject: `[musterd] ${subject}`, text: `${text}\n`, html };
};

/** Title and next step alone, for lists and payloads. */
export const titleOf = ({ code, phase }: Pick<Message, "code" | "phase">, language: Language): string => {
  const words = wordsOf(language).occurrences[code as OccurrenceCode];
  return phase === "ended" ? (words.over ?? words.title) : words.title;
};

export const nextStepOf = (
  { code, phase, details }: Pick<Message, "code" | "phase" | "details">,
  language: Language,
): string => (phase === "ended" ? "" : wordsOf(language).occurrences[code as OccurrenceCode].next(details));

const subjectOf = (
  { code, phase, details }: Pick<Message, "code" | "phase" | "details">,
  words: NotifyWords,
): string => {
  const { title, over = title } = words.occurrences[code as OccurrenceCode];
  const { severity } = occurrenceOf(code);
  const about = details.name === undefined ? "" : ` (${details.name})`;
  if (phase === "ended") return `${words.severities.info}${words.colon}${over}${about}`;
  return `${words.severities[severity]}${words.colon}${phase === "again" ? words.again : ""}${title}${about}`;
};

const formatOf = (language: Language, timeZone: string): Format => {
  const numbers = new Intl.NumberFormat(language);
  const timeText = minutesIn(timeZone);
  return {
    n: (n = 0) => numbers.format(n),
    time: (instant) => (instant === undefined ? "" : timeText(instant)),
  };
};

const blocksOf = (
  { code, phase, details }: Pick<Message, "code" | "phase" | "details">,
  words: NotifyWords,
  format: Format,
  { people = [], link, errorWords }: RenderOptions,
): readonly Block[] => {
  const { facts, next } = words.occurrences[code as OccurrenceCode];
  const { run, since } = details;
  const runLine = run ? [words.run(run.id, run.status, run.trigger, format.time(run.endedAt))] : [];
  if (phase === "ended") return [...(since === undefined ? [] : [words.lasted(format.time(since))]), ...runLine];
  const said = facts(details, format);
  return [
    ...(said === "" ? [] : [said]),
    ...runLine,
    ...(details.reason && said === ""
      ? [`${words.reason}${words.colon}${reasonText(details.reason, errorWords)}`]
      : []),
    ...breachBlock(details, words, format),
    ...countBlocks(details, words, format),
    // The service may show a name of several lines, which could say anything in the words of musterd.
    ...listBlock(shortened(people.map(visibleText), shownPeople, words.morePeople, format), words.people),
    ...digestBlocks(details, words, format),
    `${words.next}${words.colon}${next(details)}`,
    ...(link === undefined ? [] : [`${words.link}${words.colon}${link}`]),
  ];
};

const reasonText = ({ code, message, place = {}, hint = "" }: RunError, errorWords: ErrorWords | undefined): string =>
  errorText(new MusterdError(code as ErrorCode, message, { place, hint }), errorWords);

const breachBlock = ({ breaches = [] }: Details, words: NotifyWords, format: Format): readonly Block[] =>
  listBlock(breaches.map((breach) => words.breach(breach, format)));

const countBlocks = (
  { changes = [], entries, codes = [], run }: Details,
  words: NotifyWords,
  format: Format,
): readonly Block[] => {
  const { n } = format;
  if (!run) return [];
  const counts = (Object.keys(words.entries) as (keyof NotifyWords["entries"])[]).flatMap((name) =>
    entries && entries[name] > 0 ? [`${n(entries[name])} ${words.entries[name]}`] : [],
  );
  const causes = codes.length > 0 ? [`${words.reason}${words.colon}${codes.join(words.list)}`] : [];
  const listed = changes.map(({ kind, action, count }) => words.change(kind, action, n(count)));
  return [
    ...(counts.length > 0 ? [counts.join(words.list)] : []),
    ...causes,
    ...listBlock(shortened(listed, shownChanges, words.moreChanges, format), words.changes),
  ];
};

const shortened = (
  lines: readonly string[],
  most: number,
  more: (count: string) => string,
  { n }: Format,
): readonly string[] => (lines.length <= most ? lines : [...lines.slice(0, most), more(n(lines.length - most))]);

const listBlock = (items: readonly string[], head?: string): readonly Block[] =>
  items.length > 0 ? [{ items, ...(head !== undefined && { head }) }] : [];

const digestBlocks = (
  { runs, open, lastGood, audit }: Details,
  words: NotifyWords,
  format: Format,
): readonly Block[] => {
  if (!runs) return [];
  const titles = (open ?? []).map(({ code, name, since }) =>
    words.open(words.occurrences[code as OccurrenceCode]?.title ?? code, name, format.time(since)),
  );
  const good =
    lastGood === undefined ? [] : [`${words.occurrences["run-succeeded"].title}${words.colon}${format.time(lastGood)}`];
  const trail = audit === undefined ? [] : [words.audit(audit)];
  return [words.runs(runs, format), ...good, ...listBlock(titles), ...trail];
};

const headOf = (head: string | undefined, words: NotifyWords): readonly string[] =>
  head === undefined ? [] : [`${head}${words.colon.trimEnd()}`];

const textOf =
  (words: NotifyWords) =>
  (block: Block): string =>
    typeof block === "string"
      ? block
      : [...headOf(block.head, words), ...block.items.map((item) => `- ${item}`)].join("\n");

const paragraph = (text: string): string => `<p style="white-space:pre-line">${escapeHtml(text)}</p>`;

const htmlOf =
  (words: NotifyWords) =>
  (block: Block): string =>
    typeof block === "string"
      ? paragraph(block)
      : [
          ...headOf(block.head, words).map(paragraph),
          `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`,
        ].join("\n");
