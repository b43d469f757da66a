/**
 * The data for the script of the HTML report: every list of the report as groups of entries, already in the report's language.
 * The page contains it as JSON, and the script draws a group only when the reader opens it, so 10,000 changes stay fast.
 */
import { kinds } from "../model/kind.ts";
import type { Change, FieldChange, HeldChange, Kind, Notice } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { groupsOf } from "./groups.ts";
import { capital, type Phrasing } from "./phrasing.ts";
import { type Report, rowPlace } from "./report.ts";
import { actionSymbols, resultSymbols } from "./totals.ts";

/** The lists of a page. */
type SectionName = "changes" | "held" | "rejected" | "dropped" | "notices";

/** The values of the page's filter for states. */
export type EntryState = Outcome["result"] | "planned" | Exclude<SectionName, "changes">;

/** One item of a list. In `fields`, `before` is null for a create. */
type Entry = {
  readonly state: EntryState;
  readonly label: string;
  readonly key: string;
  readonly action?: string;
  readonly fields?: readonly (readonly [name: string, before: string | null, after: string])[];
  readonly note?: string;
  readonly result?: string;
  /** The cells of the entry's row, in lists whose entries have no fields. */
  readonly cells?: readonly string[];
};

type EntryGroup = {
  readonly section: SectionName;
  readonly kind: Kind;
  readonly name?: string;
  readonly code?: string;
  readonly entries: readonly Entry[];
};

export type PageData = {
  readonly groups: readonly EntryGroup[];
  readonly kinds: Readonly<Partial<Record<Kind, string>>>;
  readonly actions: Readonly<Record<string, readonly [symbol: string, word: string]>>;
  readonly states: Readonly<Record<EntryState, string>>;
  readonly nouns: Readonly<Record<SectionName, readonly [one: string, other: string]>>;
  readonly phrases: Readonly<Record<string, string>>;
};

/** Returns the data of a page; `report` must be masked already. */
export const pageData = (report: Report, say: Phrasing): PageData => {
  const { plan } = report;
  const { words } = say;
  const { rows, fields } = sortedByLoss(plan.rejected);
  const noun = (name: "change" | "held" | "rejected" | "dropped" | "notice") =>
    [words.counted[name].one, words.counted[name].other] as const;
  return {
    groups: [
      ...placedGroups("changes", plan.changes, report, say, (change) =>
        changeEntry(change, report.outcomes?.get(change.id), say),
      ),
      ...placedGroups("held", plan.held, report, say, (held) => heldEntry(held, say)),
      ...kindGroups("rejected", rows, (row) => rejectedEntry(row, say)),
      ...kindGroups("dropped", fields, (row) => ({ ...rejectedEntry(row, say), state: "dropped" })),
      ...kindGroups("notices", plan.notices, (notice) => noticeEntry(notice, say)),
    ],
    kinds: Object.fromEntries(kinds.map((kind) => [kind, capital(say.kind(kind))])),
    actions: Object.fromEntries(
      Object.entries(actionSymbols).map(([action, symbol]) => [
        action,
        [symbol, words.actions[action as keyof typeof actionSymbols]],
      ]),
    ),
    states: stateWords(say),
    nouns: {
      changes: noun("change"),
      held: noun("held"),
      rejected: noun("rejected"),
      dropped: noun("dropped"),
      notices: noun("notice"),
    },
    phrases: words.phrases,
  };
};

/** Returns the labels of the filter for states. */
export const stateWords = ({ words }: Phrasing): Readonly<Record<EntryState, string>> => ({
  planned: words.statuses.planned,
  ...words.results,
  held: words.phrases.held,
  rejected: words.phrases.rejected,
  dropped: words.phrases.dropped,
  notices: words.phrases.notices,
});

const placedGroups = <Item extends Change | HeldChange>(
  section: SectionName,
  items: readonly Item[],
  { plan }: Report,
  say: Phrasing,
  entry: (item: Item) => Entry,
): readonly EntryGroup[] =>
  groupsOf(items, plan).map(({ kind, department, byDepartment, items: ofGroup }) => ({
    section,
    kind,
    ...(byDepartment ? { name: department?.name ?? say.phrase("noDepartment") } : {}),
    ...(department === undefined || department.code === department.name ? {} : { code: department.code }),
    entries: ofGroup.map(entry),
  }));

const kindGroups = <Item extends { readonly kind: Kind }>(
  section: SectionName,
  items: readonly Item[],
  entry: (item: Item) => Entry,
): readonly EntryGroup[] =>
  kinds.flatMap((kind) => {
    const entries = items.filter((item) => item.kind === kind).map(entry);
    return entries.length === 0 ? [] : [{ section, kind, entries }];
  });

const fieldsOf = (kind: Kind, fields: readonly FieldChange[], say: Phrasing): NonNullable<Entry["fields"]> =>
  fields.map(({ field, before, after }) => [
    say.field(kind, field),
    before === undefined ? null : say.value(kind, field, before),
    say.value(kind, field, after),
  ]);

const changeEntry = (change: Change, outcome: Outcome | undefined, say: Phrasing): Entry => {
  const reason = say.reason(change);
  return {
    state: outcome?.result ?? "planned",
    label: change.label,
    key: change.key,
    action: change.action,
    fields: fieldsOf(change.kind, change.fields, say),
    ...(reason === undefined ? {} : { note: capital(reason) }),
    ...(outcome === undefined ? {} : { result: resultText(outcome, say) }),
  };
};

const resultText = (outcome: Outcome, say: Phrasing): string =>
  [
    `${resultSymbols[outcome.result]} ${say.words.results[outcome.result]}`,
    ...[outcome.code, say.error(outcome)].filter((part) => part !== undefined),
  ].join(" · ");

const heldEntry = (held: HeldChange, say: Phrasing): Entry => ({
  state: "held",
  label: held.label,
  key: held.key,
  action: held.action,
  fields: fieldsOf(held.kind, held.fields, say),
  note: [say.held(held), ...(held.candidates ?? []).map((candidate) => say.candidate(held.kind, candidate))]
    .map(capital)
    .join(" — "),
});

const rejectedEntry = (row: RejectedRow, say: Phrasing): Entry => ({
  state: "rejected",
  label: rowPlace(row),
  key: row.key ?? "",
  cells: [row.column, say.rejection(row)],
});

const noticeEntry = ({ label, key, code }: Notice, say: Phrasing): Entry => ({
  state: "notices",
  label,
  key,
  cells: [capital(say.words.notices[code])],
});
