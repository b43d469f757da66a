/** `musterd source preview` and `musterd source check` read the source and report on it, without a plan. */
import type { App } from "../../app/app.ts";
import { MusterdError } from "../../lib/errors.ts";
import { type RejectedRow, sortedByLoss } from "../../model/directory/snapshot.ts";
import type { Finding, SourceFile, UnreadColumns } from "../../model/plan/quality.ts";
import { fieldName } from "../../model/words/common-words.ts";
import type { Language } from "../../model/words/language.ts";
import { rowPlace } from "../../report/entries/report.ts";
import { findingText } from "../../report/phrasing/phrasing.ts";
import { textTable } from "../../report/text/text-table.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { rejectionText } from "../../report/words/rejections.ts";
import { type Command, type ConfigOptions, type JsonOptions, withApp } from "../open/context.ts";
import { limitOf } from "../terminal/number-option.ts";
import { print, printJson } from "../terminal/output.ts";
import { outputWidth } from "../terminal/terminal.ts";
import { type CliWords, wordsOf } from "../words/words.ts";
import { type RowBalance, rowBalances } from "./row-balance.ts";

type PreviewOptions = ConfigOptions & {
  readonly employee?: string;
  readonly feed?: string;
  readonly base?: string;
  readonly filter?: string;
  readonly limit?: string;
  readonly json?: boolean;
};

type Preview = Awaited<ReturnType<App["source"]["preview"]>>;

export const previewCommand: Command<"source preview", PreviewOptions> = (options, environment) => {
  const { feed, base, filter } = options;
  const limit = limitOf(options.limit ?? (feed === undefined ? "3" : "5"));
  if (feed === undefined && (base ?? filter) !== undefined) {
    throw new MusterdError("option-invalid", "--base and --filter are about a directory, and none is named", {
      hint: "name it with --feed, as `source.feeds` does",
    });
  }
  const words = wordsOf(options.language);
  return withApp(options, environment, async ({ source }) => {
    if (feed !== undefined) {
      const searches = await source.previewSearches({ feed, base, filter, limit });
      if (options.json) printJson(searches);
      else print(searches.map((search) => searchText(search, words)).join("\n\n"));
      return 0;
    }
    const preview = await source.preview({ employee: options.employee, limit });
    if (options.employee !== undefined && preview.records.length === 0) {
      throw new MusterdError("source-person-unknown", `no record of the source bears the key "${options.employee}"`, {
        hint: "give an account or an employee number as the source has it; without --employee the first records are shown",
      });
    }
    if (options.json) printJson(preview);
    else print(previewText(preview, options.language));
    return 0;
  });
};

const previewText = ({ records, employee, dropped }: Preview, language: Language): string => {
  const words = wordsOf(language);
  const { kinds } = reportWords(language);
  const rejected = (row: RejectedRow) => rejectedText(row, language);
  return [
    ...records.flatMap((record) => [
      `${kinds[record.kind].one} · ${rowPlace(record)} · ${record.setting}`,
      ...pairs(words.read, record.cells),
      ...(record.outOfScope ? [`  ${words.outOfScope}`] : pairs(words.becomes, record.values)),
      ...record.rejected.map(rejected),
      "",
    ]),
    ...(employee ? [words.thePerson, ...pairs(words.has, employee), ""] : []),
    ...(dropped.length > 0 ? [words.droppedTogether, ...dropped.map(rejected), ""] : []),
  ]
    .join("\n")
    .trimEnd();
};

type Searches = Awaited<ReturnType<App["source"]["previewSearches"]>>;

const searchText = ({ kind, base, filter, scope, entries, first }: Searches[number], words: CliWords): string =>
  [
    `${words.entries(entries)}${kind === undefined ? "" : ` · ${kind}`} · ${base.join("; ")} · ${filter} · ${scope}`,
    ...first.flatMap(({ dn, attributes }) => pairs(dn, attributes)),
  ].join("\n");

const pairs = (verb: string, values: Readonly<Record<string, unknown>>): string[] => {
  const entries = Object.entries(values).filter(([, value]) => value !== "");
  return [`  ${verb}`, ...entries.map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`)];
};

const rejectedText = (row: RejectedRow, language: Language): string => {
  const { leftOut, rowRejected } = wordsOf(language);
  const { list, colon } = reportWords(language).phrases;
  return `  ✗ ${row.dropped ? leftOut : rowRejected}${list}${row.column}${colon}${rejectionText(row, language)} (${row.code})`;
};

export const sourceCheckCommand: Command<"source check", JsonOptions> = (options, environment) =>
  withApp(options, environment, async ({ source, config }) => {
    const { profile, findings, files, changes, snapshot, unread } = await source.inspect();
    const kinds = rowBalances(profile, snapshot, files);
    const { rows: rejected, fields: dropped } = sortedByLoss(snapshot.rejected);
    if (options.json) {
      printJson({ source: source.describe(), kinds, files, unread, changes, findings, rejected, dropped });
    } else if (options.quiet) {
      if (findings.length > 0) print(findings.flatMap((finding) => findingLines(finding, options.language)).join("\n"));
    } else {
      const { language } = options;
      const words = wordsOf(language);
      const { timeZone } = config.daemon;
      const localTime = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      const fileLine = ({ file, rows, modifiedMs }: SourceFile) =>
        words.fileRead(file, rows, `${localTime.format(modifiedMs)} (${timeZone})`);
      print(
        [
          source.describe(),
          "",
          kindTable(kinds, language),
          "",
          ...new Set(files.map(fileLine)),
          ...unread.flatMap((columns) => unreadLines(columns, words)),
          ...changes.map((change) => changesLine(change, words)),
          ...byCode(words.rejectedRows, rejected, language),
          ...byCode(words.fieldsLeftOut, dropped, language),
          ...(findings.length > 0
            ? [words.quality, ...findings.flatMap((finding) => findingLines(finding, language))]
            : []),
          ...(findings.length === 0 && !kinds.some(isRejected) ? [words.noFindings] : []),
        ].join("\n"),
      );
    }
    return findings.some(({ severity }) => severity === "refuse") ? 1 : 0;
  });

/** Nothing of it is left to judge. */
const isRejected = ({ records, rejected }: RowBalance): boolean => records === 0 && rejected > 0;

const kindTable = (kinds: readonly RowBalance[], language: Language): string => {
  const words = wordsOf(language);
  const reported = reportWords(language);
  return textTable(
    [words.kind, words.rowCount, words.recordCount, words.quarantined, words.rejected, words.rowsLeftOut, words.filled],
    kinds.map(({ kind, rows, records, quarantined, rejected, leftOut, filled }) => [
      reported.kinds[kind].other,
      ...[rows, records, quarantined, rejected, leftOut].map(words.number),
      Object.entries(filled)
        .map(([field, percent]) => `${fieldName(kind, field, language)} ${percent} %`)
        .join(reported.phrases.list),
    ]),
    outputWidth(),
  );
};

/** Returns the codes of rejected rows, each with its count and the place of its first row, the most frequent code first. */
const byCode = (heading: string, told: readonly RejectedRow[], language: Language): readonly string[] => {
  const words = wordsOf(language);
  const groups = [...Map.groupBy(told, ({ code }) => code)].sort(([, a], [, b]) => b.length - a.length);
  const lines = groups.flatMap(([code, rows]) => {
    const [first] = rows;
    if (!first) return [];
    const where = words.firstAt(rows.length, rowPlace(first), first.column, rejectionText(first, language));
    return [`  ${code}${words.colon}${where}`];
  });
  return lines.length === 0 ? [] : [heading, ...lines];
};

const findingLines = (finding: Finding, language: Language): readonly string[] => {
  const { severity, pairs: keys = [] } = finding;
  const sign = severity === "refuse" ? "✗" : "!";
  const { says, hint } = wordsOf(language).finding(finding, findingText(finding, language));
  return [
    `  ${sign} ${says}`,
    ...keys.map(({ before, after }) => `      ${before} → ${after}`),
    ...hint.map((text) => `    ${text}`),
  ];
};

/** The columns that look like a last day come first, because whoever has left keeps access if nobody reads them. */
const unreadLines = ({ file, columns, lastDays }: UnreadColumns, words: CliWords): readonly string[] => [
  ...(lastDays.length > 0 ? [`! ${words.unreadLastDay(file, lastDays.join(", "))}`] : []),
  ...(columns.length > 0 ? [words.unread(file, columns.join(", "))] : []),
];

type Changes = Awaited<ReturnType<App["source"]["inspect"]>>["changes"][number];

const changesLine = ({ base, how, why, changed, deleted, drift }: Changes, words: CliWords): string => {
  const read = words.searchRead(how === "full" ? words.inFull(why) : words.byChanges, changed, deleted);
  return `${base}: ${read}${drift ? `; ${words.drift(drift)}` : ""}`;
};
