/**
 * The report for a terminal: totals, what has failed, what is worst, the other changes, what is held and why, notices, and the
 * next step. Without `colour` the text contains no escape sequences.
 */
import Table from "cli-table3";
import { visibleText } from "../../lib/control-characters.ts";
import { type RejectedRow, sortedByLoss } from "../../model/directory/snapshot.ts";
import { type Report, rowPlace } from "../entries/report.ts";
import { adoptionOf } from "../phrasing/adoption.ts";
import { blockOf } from "../phrasing/block.ts";
import { habitLines, type Line, originLines, resultLines, totalLines } from "../phrasing/head.ts";
import { movementCells, movementColumns } from "../phrasing/head-counts.ts";
import { approval, capital } from "../phrasing/phrasing.ts";
import { calendarLines } from "./calendar.ts";
import { proposalLines } from "./proposals.ts";
import { type Part, reportLines } from "./short-report.ts";
import { entryLines, heldLines, nameText } from "./text-entries.ts";
import { hanging, heading, limited, moreLine, type TextOptions, type TextPage, textPage } from "./text-page.ts";
import { textTable } from "./text-table.ts";
import { displayWidth } from "./wrap-text.ts";

/**
 * Returns the report as lines of at most `width` columns, with a final line break; without `full`, of at most 60 lines. Names and
 * commands are never wrapped.
 */
export const textReport = (report: Report, options: TextOptions): string => {
  const whole = textPage(report, options);
  const more = (n: number) => moreLine(whole, n).join("");
  return `${reportLines((limits) => sectionsOf({ ...whole, limits }), options.full, more).join("\n")}\n`;
};

const sectionsOf = (page: TextPage): readonly Part[] => {
  const { say, report, paint } = page;
  const nothing = say.nothing;
  return [
    headLines(page),
    ...blockLines(page),
    adoptionLines(page),
    nothing === undefined ? [] : ["", paint(report.plan.held.length > 0 ? "yellow" : "green", nothing)],
    countLines(page),
    entryLines(page),
    movementLines(page),
    heldLines(page),
    proposalLines(page),
    noticeLines(page),
    calendarLines(page),
    rejectedLines(page),
    findingLines(page),
    habitsOfSite(page),
    summaryLines(page),
    ["", `${say.phrase("fingerprint")}${say.phrase("colon")}${report.plan.fingerprint}`],
  ];
};

const headLines = (page: TextPage): readonly string[] => [
  page.paint("bold", page.say.phrase("title")),
  ...pairLines(page, originLines(page)),
];

/** Returns a line `name  text` for each pair; the texts are under each other. */
const pairLines = (page: TextPage, pairs: readonly Line[]): readonly string[] => {
  const indent = Math.max(0, ...pairs.map(([name]) => displayWidth(name))) + 2;
  return pairs.flatMap(([name, text]) => hanging(page, name, indent, text));
};

/** Returns the table of a first plan: how many objects of the service were matched with the source. */
const adoptionLines = (page: TextPage): readonly string[] => {
  const adoption = adoptionOf(page);
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
  const lines = pairLines(page, totalLines(page));
  return lines.length === 0 ? [] : ["", page.paint("bold", page.say.phrase("totals")), ...lines];
};

/** Returns the table of head counts by department; the department is last, because only the last column is wrapped. */
const movementLines = (page: TextPage): readonly string[] => {
  const { say, model, paint, limits } = page;
  const { movements } = model;
  if (movements.length === 0) return [];
  const shown = movements.slice(0, limits.rows);
  const departmentLast = ([department = "", ...numbers]: readonly string[]) => [...numbers, department];
  const rows = shown.map((movement) => departmentLast(movementCells(page, movement).map((cell) => cell || "·")));
  return [
    "",
    paint("bold", say.phrase("movements")),
    ...textTable(departmentLast(movementColumns(say)), rows, page.width).split("\n"),
    ...moreLine(page, movements.length - shown.length),
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
      ...limited(page, ofCode, page.limits.rows, (notice) => [
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
    ...limited(page, told, page.limits.rows, (row) => {
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

/** Returns why the plan is blocked and what to do. */
const blockLines = (page: TextPage): readonly Part[] => {
  const { paint } = page;
  const block = blockOf(page);
  if (block === undefined) return [{ isWhole: true, lines: acceptedLines(page) }];
  const limits = block.limits.flatMap(({ said, facts }) => [
    ...hanging(page, "  ✗ ", 4, said),
    ...facts.flatMap((fact) => hanging(page, "", 6, fact)),
  ]);
  const advice = block.advice.flatMap(({ said, command }, index) => [
    ...hanging(page, `  ${index + 1}. `, 5, said),
    ...(command === undefined ? [] : [`     ${visibleText(command)}`]),
  ]);
  return [["", paint("red", block.title), ...limits], { isWhole: true, lines: advice }];
};

/** Returns the command that applies a plan in which breaches have been accepted. */
const acceptedLines = ({ say, report: { plan, run } }: TextPage): readonly string[] =>
  run?.release !== undefined || (plan.accepted ?? []).length === 0
    ? []
    : ["", `${say.phrase("approve")}${say.phrase("colon").trimEnd()}`, `    ${visibleText(approval(plan))}`];

const habitsOfSite = (page: TextPage): readonly string[] => {
  const lines = habitLines(page);
  return lines.length === 0
    ? []
    : ["", page.paint("bold", page.say.phrase("habits")), ...lines.flatMap(([, text]) => hanging(page, "  ", 2, text))];
};

const summaryLines = (page: TextPage): readonly string[] => {
  const colon = page.say.phrase("colon");
  const lines = resultLines(page).map(([name, text]) => visibleText(`${name}${colon}${text}`));
  const error = page.report.run?.error === undefined ? [] : lines.slice(-1).map((line) => page.paint("red", line));
  return lines.length === 0 ? [] : ["", ...lines.slice(0, lines.length - error.length), ...error];
};
