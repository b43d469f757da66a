/**
 * Writes a report as Markdown (CommonMark with tables) for a ticket or a mail: the totals, what has failed, what is worst, the
 * other changes, what is held and why. Nothing in the data can become markup.
 */

import { visibleText } from "../../lib/control-characters.ts";
import { sortedByLoss } from "../../model/directory/snapshot.ts";
import type { Entry, HeldEntry } from "../entries/entries.ts";
import type { Fact } from "../entries/facts.ts";
import { nameWithKey } from "../entries/names.ts";
import { type Report, rowPlace } from "../entries/report.ts";
import { adoptionOf } from "../phrasing/adoption.ts";
import { blockOf } from "../phrasing/block.ts";
import { factText } from "../phrasing/entry-phrasing.ts";
import { type Group, reportSections, type Section, sizeOf, statedBy } from "../phrasing/groups.ts";
import { habitLines, type Line, originLines, resultLines, totalLines } from "../phrasing/head.ts";
import { movementCells, movementColumns } from "../phrasing/head-counts.ts";
import { capital, type Phrasing } from "../phrasing/phrasing.ts";
import { type ShownReport, shownReport } from "../phrasing/shown-report.ts";
import { calendarOf } from "./calendar.ts";
import { leastShown, proposalSection } from "./proposals.ts";
import { examplesOf, type Limits, type Part, reportLines } from "./short-report.ts";

type Page = ShownReport & {
  readonly sections: readonly Section[];
  readonly limits: Limits;
};

/** `full` lists everything; else the report has at most 60 lines. */
export const markdownReport = (report: Report, full: boolean): string => {
  const shown = shownReport(report);
  const { say, model } = shown;
  const page = { ...shown, sections: reportSections(model.entries, say) };
  const more = (n: number) => moreItem(say, n).join("");
  return `${reportLines((limits) => sectionsOf({ ...page, limits }), full, more).join("\n")}\n`;
};

const sectionsOf = (page: Page): readonly Part[] => {
  const { report, say, limits } = page;
  const { plan } = report;
  const { colon } = say.words.phrases;
  const { rows, fields } = sortedByLoss(plan.rejected);
  const losses = [...rows, ...fields].map((row) => `${rowPlace(row)} ${row.column}${colon}${say.rejection(row)}`);
  const notices = plan.notices.map(
    ({ code, kind, label, key }) => `${say.kind(kind, 1)} ${label} (${key})${colon}${say.words.notices[code]}`,
  );
  return [
    [`# ${inert(`${say.phrase("title")} · ${plan.today}`)}`],
    pairs([...resultLines(page), ...habitLines(page)]),
    ...blockItems(page),
    adoptionTable(page),
    say.nothing === undefined ? [] : ["", inert(say.nothing)],
    headed(say.phrase("totals"), pairs(totalLines(page))),
    ...page.sections.map((section) => sectionLines(page, section)),
    headed(say.phrase("movements"), movementTable(page)),
    headed(say.phrase("held"), heldLines(page)),
    proposalItems(page),
    calendarTable(page),
    list(say.phrase("notices"), notices, say, limits.rows),
    list(say.phrase("findings"), (plan.findings ?? []).map(say.finding), say),
    list(say.phrase("rejected"), losses, say, limits.rows),
    headed(say.phrase("source"), pairs([...originLines(page), [say.phrase("fingerprint"), plan.fingerprint]])),
  ];
};

const blockItems = (page: Page): readonly Part[] => {
  const block = blockOf(page);
  if (block === undefined) return [];
  const limits = block.limits.flatMap(({ said, facts }) => [`- ${inert(said)}`, ...facts.map(below)]);
  const advice = block.advice.flatMap(({ said, command }, index) => [
    `${index + 1}. ${inert(said)}`,
    ...(command === undefined ? [] : ["", `   ${codeSpan(command)}`, ""]),
  ]);
  return [headed(block.title, limits), { isWhole: true, lines: ["", ...advice] }];
};

const sectionLines = (page: Page, { title, groups }: Section): readonly string[] => {
  const { say, limits } = page;
  return headed(`${title} · ${say.number(sizeOf(groups))}`, [
    ...groups.slice(0, limits.groups).flatMap((group) => groupLines(page, group)),
    ...moreItem(say, sizeOf(groups.slice(limits.groups))),
  ]);
};

/** The cause of a group that has one stands before its examples. */
const groupLines = (page: Page, group: Group): readonly string[] => {
  const cause = page.tell.cause(group);
  const isStated = statedBy(group);
  return [
    ...(group.entries.length === 1 && page.limits.examples > 0
      ? []
      : [`- **${inert(page.tell.title(group))}**${cause === "" ? "" : ` · ${inert(cause)}`}`]),
    ...exampleLines(page, group.entries, (entry) => entryItem(page, entry, isStated)),
  ];
};

/** Escapes what Markdown or HTML could take for markup. */
export const inert = (text: string): string =>
  visibleText(text)
    .replaceAll(/[\\`*_[\]|~#!]/g, String.raw`\$&`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

const headed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", `## ${inert(capital(title))}`, ...(lines[0] === "" ? [] : [""]), ...lines];

/** A table of two columns without a visible head. */
const pairs = (lines: readonly Line[]): readonly string[] =>
  lines.length === 0
    ? []
    : ["", "| | |", "|---|---|", ...lines.map(([name, text]) => `| ${inert(name)} | ${inert(text)} |`)];

const list = (
  title: string,
  items: readonly string[],
  say: Phrasing,
  limit = Number.POSITIVE_INFINITY,
): readonly string[] =>
  headed(title, [...items.slice(0, limit).map((item) => `- ${inert(item)}`), ...moreItem(say, items.length - limit)]);

/** The number of items that are left out, as an item; none if there are none. */
const moreItem = (say: Phrasing, n: number): readonly string[] =>
  n > 0 ? [`- ${say.phrase("moreInText", { n })}`] : [];

const exampleLines = <Item>(
  { limits, say }: Page,
  items: readonly Item[],
  lines: (item: Item) => readonly string[],
): readonly string[] => {
  const [shown, more] = examplesOf(items, limits);
  return [...shown.map((one) => lines(one).join("\n")), ...(shown.length > 0 ? moreItem(say, more) : [])];
};

const entryItem = (page: Page, entry: Entry, isStated: (fact: Fact) => boolean): readonly string[] => {
  const { outcome } = entry;
  const result = outcome && page.say.outcome(outcome);
  return item(
    page,
    entry,
    [page.tell.reasons(entry), result].filter((note) => note !== undefined),
    isStated,
  );
};

/** Where no example fits, the number of each reason. */
const heldLines = (page: Page): readonly string[] => {
  const { model, limits, say } = page;
  if (limits.examples > 0) return exampleLines(page, model.held, (entry) => heldItem(page, entry));
  const groups = [...Map.groupBy(model.held, ({ held }) => held[0]?.reason).values()];
  return [
    ...groups.slice(0, limits.groups).map((alike) => {
      const [first] = alike.flatMap(({ held }) => held);
      return `- ${say.number(alike.length)}${first ? ` · ${inert(say.held(first))}` : ""}`;
    }),
    ...moreItem(say, groups.slice(limits.groups).flat().length),
  ];
};

const heldItem = (page: Page, entry: HeldEntry): readonly string[] =>
  item(page, entry, [
    ...entry.held.map((held) => page.say.held(held)),
    ...entry.held.flatMap(({ kind, candidates = [] }) =>
      candidates.map((candidate) => page.say.candidate(kind, candidate)),
    ),
  ]);

/** The object and what happens; below it the notes, and the fields that the line does not state. */
const item = (
  { say, tell, limits }: Page,
  entry: Entry | HeldEntry,
  notes: readonly string[],
  isStated: (fact: Fact) => boolean = () => false,
): readonly string[] => {
  const { colon } = say.words.phrases;
  return [
    `- ${inert(say.kind(entry.kind, 1))} **${inert(nameWithKey(entry))}**${colon}${inert(tell.summary(entry))}`,
    ...notes.map(below),
    ...(limits.fields ? tell.rest(entry) : [])
      .filter((fact) => !isStated(fact))
      .map((fact) => below(factText(tell.fact(fact), say))),
  ];
};

const adoptionTable = (page: Page): readonly string[] => {
  const { say, limits } = page;
  const adoption = adoptionOf(page);
  if (!adoption) return [];
  const rows = adoption.rows.map(({ kind, matched, counts }) => [capital(kind), matched, ...counts.map(say.number)]);
  return headed(adoption.heading, table(adoption.columns, rows, say, limits.rows));
};

const proposalItems = ({ report, say, limits }: Page): readonly string[] => {
  const section = proposalSection(report);
  if (!section) return [];
  const most = Math.max(leastShown, limits.rows);
  const items = section.rows
    .slice(0, most)
    .flatMap(({ said, note, lines }) => [`- ${inert(said)}`, below(note), ...fenced(lines)]);
  return headed(section.heading, [inert(section.hint), "", ...items, ...moreItem(say, section.rows.length - most)]);
};

/** Longer than any run of back-ticks in the lines. */
const fenceAround = (lines: readonly string[], least: number): string => {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  return "`".repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
};

const codeSpan = (text: string): string => {
  const shown = visibleText(text);
  const fence = fenceAround([shown], 1);
  const space = fence.length > 1 ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
};

/** A block of code in a list item, to be copied as it is. */
const fenced = (lines: readonly string[]): readonly string[] => {
  if (lines.length === 0) return [];
  const shown = lines.map(visibleText);
  const fence = fenceAround(shown, 3);
  return [`${fence}yaml`, ...shown, fence].map((line) => `  ${line}`);
};

const calendarTable = ({ report, say, limits }: Page): readonly string[] => {
  const calendar = calendarOf(report.plan, report.language);
  if (!calendar) return [];
  const rows = calendar.rows.map(({ date, event, person, department }) => [date, event, person, department]);
  return headed(calendar.heading, table(calendar.columns, rows, say, limits.rows));
};

const below = (text: string): string => `  - ${inert(text)}`;

const movementTable = (page: Page): readonly string[] => {
  const { model, say, limits } = page;
  const rows = model.movements.map((movement) => movementCells(page, movement));
  return rows.length === 0 ? [] : table(movementColumns(say), rows, say, limits.rows);
};

const table = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  say: Phrasing,
  limit: number,
): readonly string[] => {
  const line = (cells: readonly string[]) => `| ${cells.map(inert).join(" | ")} |`;
  const more = rows.length - limit;
  return [
    line(columns),
    `|${columns.map(() => "---|").join("")}`,
    ...rows.slice(0, limit).map(line),
    ...(more > 0 ? ["", say.phrase("moreInText", { n: more })] : []),
  ];
};
