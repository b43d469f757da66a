/** Writes the entries and the held entries of a text report: one line for each object, and its further fields below it. */

import { visibleText } from "../../lib/control-characters.ts";
import type { FieldChange, HeldChange, Kind } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { Entry, HeldEntry } from "../entries/entries.ts";
import type { Fact } from "../entries/facts.ts";
import { resultSymbols } from "../entries/totals.ts";
import type { Verb } from "../entries/verbs.ts";
import { type Group, sizeOf, statedBy } from "../phrasing/groups.ts";
import { examplesOf } from "./short-report.ts";
import { hanging, heading, moreLine, type TextPage } from "./text-page.ts";
import { displayWidth } from "./wrap-text.ts";

/** Returns what has failed and what has the worst consequences, then the rest: the groups, and examples of each. */
export const entryLines = (page: TextPage): readonly string[] =>
  page.sections.flatMap(({ title, groups }) => {
    const { groups: most } = page.limits;
    return [
      "",
      heading(page, title, page.say.number(sizeOf(groups))),
      ...groups.slice(0, most).flatMap((group) => groupLines(page, group)),
      ...moreLine(page, sizeOf(groups.slice(most))),
    ];
  });

const groupLines = (page: TextPage, group: Group): readonly string[] => {
  const cause = page.tell.cause(group);
  const isStated = statedBy(group);
  return [
    `  ${page.paint("cyan", page.tell.title(group))}`,
    ...(cause === "" ? [] : hanging(page, "", 4, cause)),
    ...limitedLines(page, group.entries, (entry) => block(page, entry, isStated)),
  ];
};

/** Returns the held entries by reason, limited as the others. */
export const heldLines = (page: TextPage): readonly string[] => {
  const { held } = page.model;
  if (held.length === 0) return [];
  const groups = [...Map.groupBy(held, (entry) => entry.held[0]?.reason).values()];
  return [
    "",
    heading(page, page.say.phrase("held"), page.say.number(held.length)),
    ...groups
      .slice(0, page.limits.groups)
      .flatMap((ofReason) =>
        page.limits.examples === 0
          ? heldSummary(page, ofReason)
          : limitedLines(page, ofReason, (entry) => heldBlock(page, entry)),
      ),
    ...moreLine(page, groups.slice(page.limits.groups).flat().length),
  ];
};

/** One held entry stands for all with its reason. */
const heldSummary = (page: TextPage, [first, ...others]: readonly HeldEntry[]): readonly string[] =>
  first?.held[0] === undefined
    ? []
    : hanging(page, `  ! ${page.say.number(others.length + 1)} `, 8, page.say.held(first.held[0]));

/** Returns `label key`; only the label if both are equal. */
export const nameText = (page: TextPage, thing: { readonly label: string; readonly key: string }): string =>
  thing.label === thing.key
    ? visibleText(thing.label)
    : `${visibleText(thing.label)} ${page.paint("dim", visibleText(thing.key))}`;

const limitedLines = <Item extends Entry | HeldEntry>(
  page: TextPage,
  items: readonly Item[],
  lines: (item: Item) => readonly string[],
): readonly string[] => {
  const [shown, more] = examplesOf(items, page.limits);
  return [...shown.map((one) => lines(one).join("\n")), ...(shown.length > 0 ? moreLine(page, more, 4) : [])];
};

type Sign = readonly [sign: string, style: "green" | "yellow" | "blue" | "red"];

const plus: Sign = ["+", "green"];
const minus: Sign = ["-", "red"];
const tilde: Sign = ["~", "yellow"];
const arrow: Sign = [">", "blue"];
const rename: Sign = ["»", "blue"];
const again: Sign = ["^", "green"];

const signs: Readonly<Record<Verb, Sign>> = {
  leaves: minus,
  pauses: minus,
  "manager-removed": ["×", "red"],
  "manager-replaced": ["~", "red"],
  "approver-removed": ["×", "red"],
  "approver-replaced": ["~", "red"],
  "post-lost": ["×", "red"],
  closed: minus,
  joins: plus,
  moves: arrow,
  starts: plus,
  returns: again,
  new: plus,
  reopened: again,
  moved: arrow,
  renamed: rename,
  "account-renamed": rename,
  "manager-set": tilde,
  "approver-set": tilde,
  "post-gained": plus,
  "post-changed": tilde,
  reordered: ["↕", "blue"],
  changed: tilde,
};

const resultStyles = {
  applied: "green",
  rehired: "green",
  "already-so": "dim",
  unconfirmed: "yellow",
  failed: "red",
  "not-tried": "yellow",
} as const satisfies Record<Outcome["result"], string>;

const paintedSign = (page: TextPage, { verbs: [worst = "changed"] }: Entry | HeldEntry): string => {
  const [sign, style] = signs[worst];
  return page.paint(style, sign);
};

const block = (page: TextPage, entry: Entry, isStated: (fact: Fact) => boolean): readonly string[] => {
  const { outcome } = entry;
  const result = outcome && `${page.paint(resultStyles[outcome.result], resultSymbols[outcome.result])} `;
  const reasons = page.tell.reasons(entry);
  return [
    ...nameLines(page, `    ${result ?? ""}${paintedSign(page, entry)} `, result ? 8 : 6, entry),
    ...factLines(page, entry, isStated),
    ...(reasons === undefined ? [] : hanging(page, `${" ".repeat(8)}· `, 10, reasons)),
    ...(outcome === undefined ? [] : outcomeLines(page, outcome)),
  ];
};

const heldBlock = (page: TextPage, entry: HeldEntry): readonly string[] => [
  ...nameLines(page, `    ${paintedSign(page, entry)} ${page.say.kind(entry.kind, 1)} `, 6, entry),
  ...entry.held.flatMap((held) => hanging(page, `${" ".repeat(8)}! `, 10, page.say.held(held))),
  ...factLines(page, entry),
  ...entry.held.flatMap((held) => candidateLines(page, held)),
];

const candidateLines = (page: TextPage, { kind, candidates = [] }: HeldChange): readonly string[] =>
  candidates.flatMap((candidate) => [
    ...hanging(page, `${" ".repeat(8)}? `, 10, page.say.candidate(kind, candidate)),
    ...aligned(
      page,
      candidate.fields.map((field) => fieldWords(page, kind, field)),
      10,
    ),
  ]);

/** The name and what happens; in one line if both fit. The name is never wrapped. */
const nameLines = (page: TextPage, lead: string, indent: number, entry: Entry | HeldEntry): readonly string[] => {
  const name = `${lead}${nameText(page, entry)}`;
  const left = page.limits.fields ? 0 : page.tell.rest(entry).length;
  const more = left === 0 ? [] : [page.say.count(left, "field")];
  const clauses = [...clausesOf(page, entry), ...more];
  if (clauses.length === 0) return [name];
  const summary = visibleText(clauses.join(page.say.phrase("semicolon")));
  const width = indent + displayWidth(visibleText(`${entry.label} ${entry.key}`)) + displayWidth(` · ${summary}`);
  return width <= page.width
    ? [`${name} · ${summary}`]
    : [name, ...clauses.flatMap((clause) => hanging(page, "", 8, clause))];
};

/** What happens; the fields say it where nothing but fields change, and then only a person's department is named. */
const clausesOf = ({ tell }: TextPage, entry: Entry | HeldEntry): readonly string[] => {
  if (entry.verbs[0] !== "changed") return tell.clauses(entry);
  return entry.kind === "employee" && entry.department !== undefined
    ? [tell.named("department", entry.department)]
    : [];
};

const factLines = (
  page: TextPage,
  entry: Entry | HeldEntry,
  isStated: (fact: Fact) => boolean = () => false,
): readonly string[] =>
  aligned(
    page,
    (page.limits.fields ? page.tell.rest(entry) : []).filter((fact) => !isStated(fact)).map(page.tell.fact),
    8,
  );

type Row = { readonly name: string; readonly before?: string; readonly after: string };

const fieldWords = ({ say }: TextPage, kind: Kind, { field, before, after }: FieldChange): Row => ({
  name: say.field(kind, field),
  ...(before === undefined ? {} : { before: say.value(kind, field, before) }),
  after: say.value(kind, field, after),
});

/** Returns a line `field: before → after` for each row; the values are under each other. */
const aligned = (page: TextPage, rows: readonly Row[], margin: number): readonly string[] => {
  const names = rows.map(({ name }) => visibleText(name) + page.say.phrase("colon").trimEnd());
  const indent = margin + Math.max(0, ...names.map(displayWidth)) + 1;
  return rows.flatMap(({ before, after }, index) =>
    hanging(
      page,
      `${" ".repeat(margin)}${names[index]}`,
      indent,
      before === undefined ? after : `${before} → ${after}`,
    ),
  );
};

const outcomeLines = (page: TextPage, outcome: NonNullable<Entry["outcome"]>): readonly string[] => {
  const { code, message, tries } = outcome;
  if (code === undefined && message === undefined && tries === undefined) return [];
  return hanging(page, `${" ".repeat(8)}${resultSymbols[outcome.result]} `, 10, page.say.outcome(outcome));
};
