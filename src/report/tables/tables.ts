/**
 * The tables of a report, for the formats that spreadsheets read: the head, one row for each field that changes, what a first plan
 * has matched, the head counts by department, proposals, what comes due, and what the source lost. Texts are in the report's language.
 */

import { visibleText } from "../../lib/control-characters.ts";
import { type RejectedRow, sortedByLoss } from "../../model/directory/snapshot.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { Entry, HeldEntry } from "../entries/entries.ts";
import { type Report, rowPlace } from "../entries/report.ts";
import { adoptionOf } from "../phrasing/adoption.ts";
import { blockOf } from "../phrasing/block.ts";
import { type Group, reportSections } from "../phrasing/groups.ts";
import { habitLines, originLines, resultLines, totalLines } from "../phrasing/head.ts";
import { movementColumns, movementNumbers } from "../phrasing/head-counts.ts";
import { capital, type Phrasing } from "../phrasing/phrasing.ts";
import { type ShownReport, shownReport } from "../phrasing/shown-report.ts";
import { calendarOf } from "../text/calendar.ts";
import { proposalSection } from "../text/proposals.ts";

/** A date is written YYYY-MM-DD. */
export type Cell = string | number | { readonly date: string };

/** `rows` makes the rows each time it is called, so that a large report need not hold all of them. */
export type Table = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: () => Iterable<readonly Cell[]>;
};

/** Returns the tables of a report, the table of changes second; tables without rows are left out, except these two. */
export const reportTables = (given: Report): readonly [head: Table, changes: Table, ...Table[]] => {
  const shown = shownReport(given);
  const { report, model, say } = shown;
  const block = blockOf(shown);
  const blocked =
    block === undefined
      ? []
      : [
          ...block.limits.flatMap(({ said, facts }) =>
            [said, ...facts].map((text) => [block.title, visibleText(text)]),
          ),
          ...block.advice.flatMap(({ said, command }) =>
            [said, ...(command === undefined ? [] : [command])].map((text) => [block.title, visibleText(text)]),
          ),
        ];
  const head = [
    ...blocked,
    ...originLines(shown),
    [say.phrase("fingerprint"), report.plan.fingerprint],
    ...resultLines(shown),
    ...habitLines(shown),
    ...totalLines(shown),
    ...(report.plan.findings ?? []).map((finding) => [say.phrase("findings"), say.finding(finding)]),
  ];
  return [
    { name: say.phrase("title"), columns: ["", ""], rows: () => head },
    changeTable(shown, block?.limits.map(({ said }) => said) ?? []),
    ...[
      groupTable(
        shown,
        reportSections(model.entries, say).flatMap(({ groups }) => groups),
      ),
      ...adoptionTables(shown),
      movementTable(shown),
      ...proposalTables(shown),
      ...calendarTables(shown),
      ...lossTables(shown),
      noticeTable(shown),
    ].filter(({ rows }) => !rows()[Symbol.iterator]().next().done),
  ];
};

/** The exceeded limits stand above the changes, because they may be all that somebody reads. */
const changeTable = (shown: ShownReport, limits: readonly string[]): Table => {
  const { model, say, tell } = shown;
  return {
    name: say.phrase("changes"),
    columns: [
      say.phrase("status"),
      say.phrase("kind"),
      say.phrase("columnObject"),
      say.phrase("columnKey"),
      capital(say.field("post", "department")),
      say.phrase("columnHappens"),
      say.phrase("columnField"),
      say.phrase("columnBefore"),
      say.phrase("columnAfter"),
      say.phrase("columnReason"),
    ],
    rows: function* () {
      for (const said of limits) yield [say.phrase("breaches"), "", "", "", "", visibleText(said), "", "", "", ""];
      for (const entry of model.entries) {
        const state = say.words[entry.outcome ? "results" : "statuses"];
        const word = (state as Readonly<Record<string, string>>)[entry.outcome?.result ?? "planned"] ?? "";
        yield* entryRows(shown, entry, word, [tell.reasons(entry), entry.outcome && notable(say, entry.outcome)]);
      }
      for (const entry of model.held)
        yield* entryRows(
          shown,
          entry,
          say.phrase("held"),
          entry.held.map((one) => say.held(one)),
        );
    },
  };
};

/** One row for each field, or one row if no field changes. */
const entryRows = function* (
  { say, tell }: ShownReport,
  entry: Entry | HeldEntry,
  state: string,
  notes: readonly (string | undefined)[],
): Generator<readonly string[]> {
  const { kind, label, key, department, facts } = entry;
  const place = department === undefined ? "" : tell.named("department", department);
  const start = [state, say.kind(kind, 1), label, key, place, tell.summary(entry)].map(visibleText);
  const note = visibleText(notes.filter(Boolean).join(" · "));
  if (facts.length === 0) yield [...start, "", "", "", note];
  for (const fact of facts) {
    const { name, before = "", after } = tell.fact(fact);
    yield [...start, ...[name, before, after].map(visibleText), note];
  }
};

/** The state has a column of its own. */
const notable = (say: Phrasing, outcome: Omit<Outcome, "changeId">): string | undefined =>
  outcome.code === undefined && outcome.tries === undefined ? undefined : say.outcome(outcome);

const adoptionTables = (shown: ShownReport): readonly Table[] => {
  const adoption = adoptionOf(shown);
  if (!adoption) return [];
  const cells = adoption.rows.map(({ kind, matched, counts }) => [
    capital(kind),
    matched,
    ...counts.map(shown.say.number),
  ]);
  return [{ name: adoption.heading, columns: adoption.columns, rows: () => cells }];
};

const groupTable = ({ say, tell }: ShownReport, groups: readonly Group[]): Table => ({
  name: say.phrase("groups"),
  columns: [
    ...(["kind", "columnHappens", "columnCount", "columnCause"] as const).map((name) => say.phrase(name)),
    capital(say.kind("department")),
  ],
  rows: () =>
    groups.map((group) => {
      const { kind, verb, entries, departments } = group;
      return [
        say.kind(kind),
        say.verb(verb, entries.length),
        entries.length,
        visibleText(tell.cause(group)),
        departments,
      ];
    }),
});

const movementTable = (shown: ShownReport): Table => ({
  name: shown.say.phrase("movements"),
  columns: movementColumns(shown.say),
  rows: () => shown.model.movements.map((movement) => movementNumbers(shown, movement)),
});

const proposalTables = ({ report, say }: ShownReport): readonly Table[] => {
  const section = proposalSection(report);
  if (!section) return [];
  const cells = section.rows.map(({ said, why, meanwhile, lines }) =>
    [said, why, meanwhile, lines.join(" · ")].map(visibleText),
  );
  const columns = [say.phrase("columnObject"), say.phrase("columnReason"), say.phrase("columnHappens"), section.hint];
  return [{ name: section.heading, columns, rows: () => cells }];
};

const calendarTables = ({ report }: ShownReport): readonly Table[] => {
  const calendar = calendarOf(report.plan, report.language);
  if (!calendar) return [];
  const cells = calendar.rows.map(({ date, event, person, department }): readonly Cell[] => [
    { date },
    ...[event, person, department].map(visibleText),
  ]);
  return [{ name: calendar.heading, columns: calendar.columns, rows: () => cells }];
};

const lossTables = ({ report, say }: ShownReport): readonly Table[] => {
  const { rows, fields } = sortedByLoss(report.plan.rejected);
  const columns = (["kind", "columnPlace", "columnColumn", "columnReason", "columnKey"] as const).map((name) =>
    say.phrase(name),
  );
  const cells = (row: RejectedRow) =>
    [say.kind(row.kind, 1), rowPlace(row), row.column, say.rejection(row), row.key ?? ""].map(visibleText);
  return [
    { name: say.phrase("rejected"), columns, rows: () => rows.map(cells) },
    { name: say.phrase("dropped"), columns, rows: () => fields.map(cells) },
  ];
};

const noticeTable = ({ report, say }: ShownReport): Table => ({
  name: say.phrase("notices"),
  columns: (["kind", "columnObject", "columnKey", "columnNote"] as const).map((name) => say.phrase(name)),
  rows: () =>
    report.plan.notices.map(({ kind, label, key, code }) =>
      [say.kind(kind, 1), label, key, say.words.notices[code]].map(visibleText),
    ),
});
