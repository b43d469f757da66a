/**
 * The report for a terminal: totals, changes by kind and department, held changes with their reasons, notices, and the next
 * step. Without `colour` the text contains no escape sequences.
 */
import Table from "cli-table3";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { approval, capital } from "./phrasing.ts";
import { proposalLines } from "./proposals.ts";
import { presentable, type Report, rowPlace } from "./report.ts";
import { changeLines, heldLines, nameText } from "./text-changes.ts";
import { hanging, heading, limited, type TextOptions, type TextPage, textPage } from "./text-page.ts";
import { actionOrder, actionSymbols, resultCounts, resultOrder, resultSymbols, totalsOf } from "./totals.ts";
import { displayWidth, visibleText } from "./wrap-text.ts";

/** Returns the report as lines of at most `width` columns, with a final line break. Names and commands are never wrapped. */
export const textReport = (report: Report, options: TextOptions): string => {
  const page = textPage(presentable(report), options);
  const { plan } = page.report;
  return [
    ...headLines(page),
    ...adoptionLines(page),
    ...(page.say.nothing === undefined ? [] : ["", page.paint("green", page.say.nothing)]),
    ...totalLines(page),
    ...changeLines(page),
    ...heldLines(page),
    ...proposalLines(page),
    ...noticeLines(page),
    ...rejectedLines(page),
    ...findingLines(page),
    ...breachLines(page),
    ...commandLines(page),
    ...summaryLines(page),
    "",
    `${page.say.phrase("fingerprint")}${page.say.phrase("colon")}${plan.fingerprint}`,
    "",
  ].join("\n");
};

const headLines = (page: TextPage): readonly string[] => {
  const { say, report } = page;
  const entries = [
    [say.phrase("source"), report.source],
    [say.phrase("target"), report.target],
    [say.phrase("madeAt"), say.instant(report.madeAt)],
    [say.phrase("today"), report.plan.today],
    ...(say.approval === undefined ? [] : [[say.phrase("approval"), say.approval]]),
    ...(say.release === undefined ? [] : [[say.phrase("release"), say.release]]),
    ...(report.run === undefined ? [] : [[say.phrase("run"), runText(page, report.run)]]),
  ] as const;
  const indent = Math.max(...entries.map(([name = ""]) => displayWidth(name))) + 2;
  return [
    page.paint("bold", say.phrase("title")),
    ...entries.flatMap(([name = "", text = ""]) => hanging(page, name, indent, text)),
  ];
};

/** Returns the table of a first plan: how many objects of the service were matched with the source. */
const adoptionLines = (page: TextPage): readonly string[] => {
  const { say, report } = page;
  const { adoption } = report.plan;
  if (!adoption) return [];
  const head = [
    say.phrase("kind"),
    ...(["matched", "toDecide", "onlySource", "onlyTarget"] as const).map((name) => say.phrase(name)),
  ];
  const table = new Table({
    head,
    colAligns: head.map((_, index) => (index < 2 ? "left" : "right")),
    style: { head: [], border: [], compact: true },
  });
  for (const { kind, matched, proposed, onlySource, onlyTarget } of adoption)
    table.push([say.kind(kind), say.matchedBy(matched), proposed || "·", onlySource || "·", onlyTarget || "·"]);
  return ["", page.paint("bold", say.phrase("adoption")), ...table.toString().split("\n")];
};

const runText = ({ say }: TextPage, run: NonNullable<Report["run"]>): string =>
  [run.id, say.words.statuses[run.status], say.words.triggers[run.trigger]].join(" · ");

const totalLines = (page: TextPage): readonly string[] => {
  const { rows, actions } = totalsOf(page.report.plan);
  if (rows.length === 0) return [];
  const { say } = page;
  const table = (actionHeads: readonly string[]) => {
    const head = [say.phrase("kind"), ...actionHeads, say.phrase("total"), say.phrase("held")];
    const drawn = new Table({
      head,
      colAligns: head.map((_, index) => (index === 0 ? "left" : "right")),
      style: { head: [], border: [], compact: true },
    });
    for (const { kind, counts, changes, held } of rows)
      drawn.push([say.kind(kind), ...actions.map((action) => counts[action] || "·"), changes || "·", held || "·"]);
    return drawn;
  };
  const worded = table(actions.map((action) => `${actionSymbols[action]} ${say.words.actions[action]}`));
  if (worded.width <= page.width) return ["", ...worded.toString().split("\n")];
  const signs = actionOrder
    .filter((action) => actions.includes(action))
    .map((action) => `${actionSymbols[action]} ${say.words.actions[action]}`)
    .join("  ");
  const narrow = table(actions.map((action) => actionSymbols[action]));
  return [
    "",
    ...narrow.toString().split("\n"),
    ...hanging(page, "", 0, `${say.phrase("legend")}${say.phrase("colon")}${signs}`),
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

const summaryLines = (page: TextPage): readonly string[] => {
  const { say, report } = page;
  const { run } = report;
  const counts = resultCounts(report);
  const results = resultOrder
    .filter((result) => counts !== undefined && counts[result] > 0)
    .map((result) => `${resultSymbols[result]} ${say.words.results[result]} ${counts?.[result]}`);
  const lines = [
    ...(results.length === 0 ? [] : [`${say.phrase("result")}${say.phrase("colon")}${results.join("  ")}`]),
    ...(run === undefined
      ? []
      : [`${say.phrase("refresh")}${say.phrase("colon")}${say.words.refreshStates[run.refresh]}`]),
    ...(run?.error === undefined ? [] : [page.paint("red", visibleText(`${run.error.code}: ${say.error(run.error)}`))]),
  ];
  return lines.length === 0 ? [] : ["", ...lines];
};
