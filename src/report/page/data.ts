/**
 * The entries of the HTML page, already in the report's language: what happens to each object in one line, the worst first, and
 * the fields that the line does not state. The text report has the same lines.
 */

import { kinds } from "../../model/directory/kind.ts";
import { type RejectedRow, sortedByLoss } from "../../model/directory/snapshot.ts";
import type { HeldChange, Kind, Notice } from "../../model/plan/plan.ts";
import type { ReportRow } from "../../model/runs/explanation.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { type Entries, type Entry, entriesOf, type HeldEntry } from "../entries/entries.ts";
import { type Report, rowPlace } from "../entries/report.ts";
import { resultSymbols } from "../entries/totals.ts";
import type { EntryPhrasing } from "../phrasing/entry-phrasing.ts";
import { groupsOf } from "../phrasing/groups.ts";
import { capital, type Phrasing } from "../phrasing/phrasing.ts";
import type { ShownReport } from "../phrasing/shown-report.ts";
import { explanationLines } from "../text/explanation-text.ts";
import type { PageGroup } from "./page-meta.ts";
import { type PageEntry, type SectionName, sectionNames } from "./payload.ts";

/** The values of the page's filter for states. */
export type EntryState = Outcome["result"] | "planned" | Exclude<SectionName, "worst" | "changes">;

export type PageData = {
  /** The groups of each list, in order; together they have all of its entries. */
  readonly groups: Readonly<Record<SectionName, readonly PageGroup[]>>;
  readonly total: number;
  /** Number of entries by kind, verb and state, for the filters: `kind/employee`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Yields the entries in their order; each is made when it is asked for. */
  readonly entries: () => Iterable<PageEntry>;
};

export const pageData = ({ report, model, say, tell }: ShownReport): PageData => {
  const lists = listsOf(report, model);
  return {
    groups: groupsIn(lists, say, tell),
    total: Object.values(lists).reduce((sum, { length }) => sum + length, 0),
    counts: facetCounts(lists),
    entries: () => explained(report, entriesIn(lists, say, tell)),
  };
};

const groupsIn = (lists: Lists, say: Phrasing, tell: EntryPhrasing): PageData["groups"] => {
  const ofEntries = (entries: readonly Entry[]) =>
    groupsOf(entries).map((group) => ({
      title: tell.title(group),
      cause: tell.cause(group),
      size: group.entries.length,
    }));
  const alike = <Item extends { readonly kind: Kind }>(items: readonly Item[], causeOf: (item: Item) => string) =>
    runsOf(items, (item) => `${item.kind}\n${causeOf(item)}`).map((run) => {
      const cause = run.length > 1 && run[0] ? causeOf(run[0]) : "";
      return { title: capital(say.kind(run[0]?.kind ?? "employee")), cause: capital(cause), size: run.length };
    });
  return {
    worst: ofEntries(lists.worst),
    changes: ofEntries(lists.changes),
    held: alike(lists.held, () => ""),
    rejected: alike(lists.rejected, say.rejection),
    dropped: alike(lists.dropped, say.rejection),
    notices: alike(lists.notices, ({ code }) => say.words.notices[code]),
  };
};

/** Neighbours with the same name. */
const runsOf = <Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly (readonly Item[])[] => {
  const runs: Item[][] = [];
  let name: string | undefined;
  for (const item of items) {
    const own = nameOf(item);
    if (own === name) runs.at(-1)?.push(item);
    else runs.push([item]);
    name = own;
  }
  return runs;
};

/** So many rows of a page have their explanation with them, to keep the page small. */
const explainedAtMost = 3000;

/** The rows of the page that are to be explained: what somebody must look at or decide about comes first. */
export const rowsToExplain = (report: Report): readonly ReportRow[] => {
  const { worst, held, rejected, dropped, changes, notices } = listsOf(report, entriesOf(report.plan, report.outcomes));
  return [...worst, ...held, ...rejected, ...dropped, ...changes, ...notices]
    .slice(0, explainedAtMost)
    .flatMap((item) => rowOf(item) ?? []);
};

const listsOf = ({ plan }: Report, { entries, held }: Entries): Lists => {
  const { rows, fields } = sortedByLoss(plan.rejected);
  return {
    worst: grouped(entries.filter(isWorst)),
    changes: grouped(entries.filter((entry) => !isWorst(entry))),
    held: byKind(held),
    rejected: byKind(rows),
    dropped: byKind(fields),
    notices: byKind(plan.notices),
  };
};

const grouped = (entries: readonly Entry[]): readonly Entry[] => groupsOf(entries).flatMap((group) => group.entries);

/** Undefined for a row that names no object. */
const rowOf = (item: Entry | HeldEntry | RejectedRow | Notice): ReportRow | undefined => {
  if (item.key === undefined) return undefined;
  const { kind, key } = item;
  if ("held" in item) return { kind, key, changes: item.held.map(({ id }) => id) };
  return { kind, key, changes: "changes" in item ? item.changes : [] };
};

type Lists = {
  readonly [Name in SectionName]: readonly (Name extends "worst" | "changes"
    ? Entry
    : Name extends "held"
      ? HeldEntry
      : Name extends "notices"
        ? Notice
        : RejectedRow)[];
};

type Unexplained = Omit<PageEntry, "why">;

type Described = readonly [Entry | HeldEntry | RejectedRow | Notice, Unexplained];

const entriesIn = function* (lists: Lists, say: Phrasing, tell: EntryPhrasing): Iterable<Described> {
  for (const name of ["worst", "changes"] as const)
    for (const entry of lists[name]) yield [entry, changeEntry(name, entry, say, tell)];
  for (const entry of lists.held) yield [entry, heldEntry(entry, say, tell)];
  for (const name of ["rejected", "dropped"] as const)
    for (const row of lists[name]) yield [row, rejectedEntry(name, row, say)];
  for (const notice of lists.notices) yield [notice, noticeEntry(notice, say)];
};

const explained = function* (report: Report, entries: Iterable<Described>): Iterable<PageEntry> {
  for (const [item, entry] of entries) {
    const row = report.explain && rowOf(item);
    const explanation = row && report.explain?.(row);
    yield { ...entry, why: explanation ? explanationLines(explanation, report).join("\n") : "" };
  }
};

const facetCounts = (lists: Lists): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const name of sectionNames) {
    for (const item of lists[name]) {
      count(`kind/${item.kind}`);
      if ("verbs" in item) for (const verb of item.verbs) count(`verb/${verb}`);
      count(`state/${name === "worst" || name === "changes" ? stateOf(item as Entry) : name}`);
    }
  }
  return counts;
};

const stateOf = ({ outcome }: Entry): EntryState => outcome?.result ?? "planned";

/** What somebody must look at: the severe, and what has failed. */
export const isWorst = ({ severe, outcome }: Entry): boolean => severe || outcome?.result === "failed";

/** Returns the labels of the filter for states. */
export const stateWords = ({ words }: Phrasing): Readonly<Record<EntryState, string>> => ({
  planned: words.statuses.planned,
  ...words.results,
  held: words.phrases.held,
  rejected: words.phrases.rejected,
  dropped: words.phrases.dropped,
  notices: words.phrases.notices,
});

const byKind = <Item extends { readonly kind: Kind }>(items: readonly Item[]): readonly Item[] =>
  kinds.flatMap((kind) => items.filter((item) => item.kind === kind));

const blank = { verbs: [], department: "", summary: "", note: "", result: "", facts: [] } as const;

const factsOf = (entry: Entry | HeldEntry, tell: EntryPhrasing): PageEntry["facts"] =>
  tell.rest(entry).map((fact) => {
    const { name, before, after } = tell.fact(fact);
    return { column: `${fact.kind}/${fact.field}`, name, before: before ?? null, after };
  });

/** What all entries of objects say alike. */
const described = (entry: Entry | HeldEntry, tell: EntryPhrasing) => {
  const { kind, key, label, department = "", verbs } = entry;
  return { kind, key, label, department, verbs, summary: capital(tell.summary(entry)), facts: factsOf(entry, tell) };
};

const changeEntry = (section: SectionName, entry: Entry, say: Phrasing, tell: EntryPhrasing): Unexplained => {
  const { outcome } = entry;
  const result = outcome === undefined ? "" : `${resultSymbols[outcome.result]} ${say.outcome(outcome)}`;
  const note = capital(tell.reasons(entry) ?? "");
  return { ...described(entry, tell), section, state: stateOf(entry), note, result };
};

const heldEntry = (entry: HeldEntry, say: Phrasing, tell: EntryPhrasing): Unexplained => {
  const note = [...new Set(entry.held.flatMap((held) => heldNotes(held, say)))].map(capital).join(" — ");
  return { ...described(entry, tell), section: "held", state: "held", note, result: "" };
};

const heldNotes = (held: HeldChange, say: Phrasing): readonly string[] => [
  say.held(held),
  ...(held.candidates ?? []).map((candidate) => say.candidate(held.kind, candidate)),
];

const rejectedEntry = (section: "rejected" | "dropped", row: RejectedRow, say: Phrasing): Unexplained => ({
  ...blank,
  section,
  kind: row.kind,
  state: section,
  label: rowPlace(row),
  key: row.key ?? "",
  summary: `${row.column}${say.phrase("colon")}${say.rejection(row)}`,
});

const noticeEntry = ({ kind, label, key, code }: Notice, say: Phrasing): Unexplained => ({
  ...blank,
  section: "notices",
  kind,
  state: "notices",
  label,
  key,
  summary: capital(say.words.notices[code]),
});
