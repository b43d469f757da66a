/**
 * The report for a terminal: totals, what has failed, what is worst, the other changes, what is held and why, notices, and the
 * next step. Without `colour` the text contains no escape sequences.
 */
import Table from "cli-table3";
import { visibleText } from "../lib/control-characters.ts";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { adoptionOf } from "./adoption.ts";
import { calendarLines } from "./calendar.ts";
import { habitLines, type Line, originLines, resultLines, totalLines } from "./head.ts";
import { approval, capital } from "./phrasing.ts";
import { proposalLines } from "./proposals.ts";
import { presentable, type Report, rowPlace } from "./report.ts";
import { entryLines, heldLines, nameText } from "./text-entries.ts";
import { hanging, heading, limited, type TextOptions, type TextPage, textPage } from "./text-page.ts";
import { textTable } from "./text-table.ts";
import { displayWidth } from "./wrap-text.ts";

/** Returns the report as lines of at most `width` columns, with a final line break. Names and commands are never wrapped. */
export const textReport = (report: Report, options: TextOptions): string => {
  const page = textPage(presentable(report), options);
  const { plan } = page.report;
  return [
    ...headLines(page),
    ...adoptionLines(page),
    ...(page.say.nothing === undefined
      ? []
      : ["", page.paint(plan.held.length > 0 ? "yellow" : "green", page.say.nothing)]),
    ...countLines(page),
    ...entryLines(page),
    ...movementLines(page),
    ...heldLines(page),
    ...proposalLines(page),
    ...noticeLines(page),
    ...calendarLines(page),
    ...rejectedLines(page),
    ...findingLines(page),
    ...breachLines(page),
    ...habitsOfSite(page),
    ...commandLines(page),
    ...summaryLines(page),
    "",
    `${page.say.phrase("fingerprint")}${page.say.phrase("colon")}${plan.fingerprint}`,
    "",
  ].join("\n");
};

const headLines = (page: TextPage): readonly string[] => [
  page.paint("bold", page.say.phrase("title")),
  ...pairLines(page, originLines(page.report, page.say)),
];

/** Returns a line `name  text` for each pair; the texts are under each other. */
const pairLines = (page: TextPage, pairs: readonly Line[]): readonly string[] => {
  const indent = Math.max(0, ...pairs.map(([name]) => displayWidth(name))) + 2;
  return pairs.flatMap(([name, text]) => hanging(page, name, indent, text));
};

/** Returns the table of a first plan: how many objects of the service were matched with the source. */
const adoptionLines = (page: TextPage): readonly string[] => {
  const adoption = adoptionOf(page.report, page.say);
  if (!adoption) return [];
  const table = new Table({
    head: [...adoption.columns],
    colAligns: adoption.columns.map((_, index) => (index < 2 ? "left" : "right")),
    style: { head: [], border: [], compact: true },
  });
  for (const { kind, matched, counts } of adoption.rows)
    table.push([kind, matched, ...counts.map((n) => (n === 0 ? "·" : page.say.number(n)))]);
  return ["", page.paint("bold", adoption.heading), ...table.toString().split("\n")];
};

const countLines = (page: TextPage): readonly string[] => {
  const lines = pairLines(page, totalLines(page.model, page.say, page.tell));
  return lines.length === 0 ? [] : ["", page.paint("bold", page.say.phrase("totals")), ...lines];
};

/** Returns the table of joiners, movers and leavers by department, with the head counts before and after. */
const movementLines = (page: TextPage): readonly string[] => {
  const { say, tell, model, paint } = page;
  const { movements } = model;
  if (movements.length === 0) return [];
  const { verbs } = say.words;
  const shown = movements.slice(0, page.limit);
  const number = (n: number | undefined) => (n === undefined ? "–" : say.number(n));
  const more = movements.length - shown.length;
  const table = textTable(
    [
      say.phrase("people"),
      verbs.joins.other,
      say.phrase("movesIn"),
      say.phrase("movesOut"),
      verbs.leaves.other,
      say.field("post", "department"),
    ],
    shown.map(({ code, before, after, joins, movesIn, movesOut, leaves }) => [
      `${number(before)} → ${number(after)}`,
      ...[joins, movesIn, movesOut, leaves].map((n) => (n === 0 ? "·" : say.number(n))),
      visibleText(tell.named("department", code)),
    ]),
    page.width,
  );
  return [
    "",
    paint("bold", say.phrase("movements")),
    ...table.split("\n"),
    ...(more > 0 ? [paint("dim", `  ${say.phrase("moreInText", { n: more })}`)] : []),
  ];
};

const noticeLines = (page: TextPage): readonly string[] => {
  const { notices } = page.report.plan;
  if (notices.length === 0) return [];
  const byCode = Map.groupBy(notices, (notice) => notice.code);
  return [
    "",
    heading(page, page.say.phrase("notices"), page.say.number(notices.length)),
    ...[...byCode].flatMap(([code, ofCode]) => [
      ...hanging(page, "  ", 2, capital(page.say.words.notices[code])),
      ...limited(page, ofCode, page.limit, (notice) => [
        `    ${page.say.kind(notice.kind, 1)} ${nameText(page, notice)}`,
      ]),
    ]),
  ];
};

const rejectedLines = (page: TextPage): readonly string[] => {
  const { rows, rowCount, fields } = sortedByLoss(page.report.plan.rejected);
  return [...lossLines(page, "rejected", rows, rowCount), ...lossLines(page, "dropped", fields, fields.length)];
};

const lossLines = (
  page: TextPage,
  name: "rejected" | "dropped",
  told: readonly RejectedRow[],
  count: number,
): readonly string[] => {
  if (count === 0) return [];
  return [
    "",
    heading(page, page.say.phrase(name), page.say.number(count)),
    ...limited(page, told, page.limit, (row) => {
      const key = row.key === undefined ? "" : ` (${row.key})`;
      const { colon } = page.say.words.phrases;
      return hanging(page, "    ", 4, `${rowPlace(row)} ${row.column}${colon}${page.say.rejection(row)}${key}`);
    }),
  ];
};

const findingLines = (page: TextPage): readonly string[] => {
  const { findings = [] } = page.report.plan;
  if (findings.length === 0) return [];
  return [
    "",
    page.paint("yellow", page.say.phrase("findings")),
    ...findings.flatMap((finding) => hanging(page, "  ! ", 4, capital(page.say.finding(finding)))),
  ];
};

/** Returns the command that applies a plan whose breaches a person must accept; nothing for other plans. */
const commandLines = ({ say, report: { plan, run } }: TextPage): readonly string[] =>
  run?.release !== undefined || plan.breaches.length + (plan.accepted ?? []).length === 0
    ? []
    : [`  ${say.phrase("approve")}${say.phrase("colon").trimEnd()}`, `    ${visibleText(approval(plan))}`];

const breachLines = (page: TextPage): readonly string[] => {
  const { say, report } = page;
  const { breaches } = report.plan;
  if (breaches.length === 0) return [];
  return [
    "",
    page.paint("red", `${say.phrase("breaches")} · ${say.count(breaches.length, "breach")}`),
    ...breaches.flatMap((breach) => [
      ...hanging(page, "  ✗ ", 4, capital(say.breach(breach))),
      ...hanging(page, "", 4, say.words.hints[breach.code]),
    ]),
  ];
};

const habitsOfSite = (page: TextPage): readonly string[] => {
  const lines = habitLines(page.report, page.say);
  return lines.length === 0
    ? []
    : ["", page.paint("bold", page.say.phrase("habits")), ...lines.flatMap(([, text]) => hanging(page, "  ", 2, text))];
};

const summaryLines = (page: TextPage): readonly string[] => {
  const colon = page.say.phrase("colon");
  const lines = resultLines(page.report, page.say).map(([name, text]) => visibleText(`${name}${colon}${text}`));
  const error = page.report.run?.error === undefined ? [] : lines.slice(-1).map((line) => page.paint("red", line));
  return lines.length === 0 ? [] : ["", ...lines.slice(0, lines.length - error.length), ...error];
};
