/** Finds job titles, and asks for their ranks: they decide who signs, and no export says so. */

import {
  ask,
  type FieldLine,
  type Making,
  mappingOf,
  type PartDraft,
  type Question,
  type Setting,
  withoutLabels,
} from "./draft.ts";
import { scores } from "./knowledge/scores.ts";
import { titleRanks } from "./knowledge/words.ts";
import type { Group } from "./roles/roles.ts";
import { type Column, determines, isKey, overlap } from "./tables/columns.ts";

export type FoundTitles = { readonly parts: readonly PartDraft[]; readonly line: FieldLine | undefined };

const nothing: FoundTitles = { parts: [], line: undefined };

export const findTitles = (making: Making, people: Group, own: Group | undefined): FoundTitles => {
  const { words } = making;
  const column = ofSeveral(making, people, "titleCode") ?? ofSeveral(making, people, "titleName");
  if (!column || making.used.has(column)) return nothing;
  const table = own && fromTable(making, column, own);
  if (table) return table;
  const name = ofSeveral(making, people, "titleName");
  const hasName = name !== undefined && name !== column && determines(column, name);
  const names = hasName ? name : column;
  const rank = people.meanings.best("rank");
  const isOfTitles = rank && !making.used.has(rank) && determines(column, rank) && rank.filled === column.filled;
  const ranks = askRanks(making, names, isOfTitles ? rank : undefined);
  if (!ranks) return nothing;
  for (const one of [column, ...(hasName ? [name] : []), ...(ranks.column ? [ranks.column] : [])]) making.used.add(one);
  const line: FieldLine = {
    field: "title",
    mapping: { column: column.name, blank: "clear" },
    why: words.why.values(column.texts.length),
  };
  if (ranks.mapping === null) return nothing;
  const lines: FieldLine[] = [
    { field: "code", mapping: column.name, why: words.why.values(column.texts.length) },
    {
      field: "title",
      mapping: names.name,
      why: hasName ? words.why.oneName(column.texts.length) : words.why.nameIsCode,
    },
    rankLine(ranks),
  ];
  const settings = [{ name: "distinct", value: true, why: words.why.distinct }];
  return { parts: [{ table: "titles", from: people.table, also: people.also, settings, lines }], line };
};

/** What differs in every row names a position or a person, not a title that people share; a code does so if it differs in most. */
const ofSeveral = ({ used }: Making, { meanings }: Group, meaning: "titleCode" | "titleName"): Column | undefined => {
  const mostDifferent = meaning === "titleCode" ? scores.titleCodes : 1;
  const isShared = ({ counts, filled }: Column) => filled <= 10 || counts.size < filled * mostDifferent;
  return meanings.all(meaning).find(({ column }) => !used.has(column) && isShared(column))?.column;
};

const fromTable = (making: Making, column: Column, own: Group): FoundTitles | undefined => {
  const { words } = making;
  const keys = own.table.columns.filter(isKey);
  const [best] = keys.map((key) => ({ key, share: overlap(column, key) })).toSorted((a, b) => b.share - a.share);
  if (!best || best.share < scores.reference) return undefined;
  const code =
    [...own.meanings.all("titleCode"), ...own.meanings.all("number")].find((one) => keys.includes(one.column))
      ?.column ?? best.key;
  const name =
    [...own.meanings.all("titleName"), ...own.meanings.all("name")].find((one) => one.column !== code)?.column ?? code;
  const isByName = best.key !== code;
  if (isByName) making.lookups.set("titles", own.table);
  const rank = own.meanings.best("rank");
  const ranks = askRanks(making, name, rank?.filled === name.filled ? rank : undefined);
  if (!ranks) return nothing;
  for (const one of [column, code, name, ...(ranks.column ? [ranks.column] : [])]) making.used.add(one);
  if (ranks.mapping === null) return nothing;
  const why = words.why.found(Math.round(best.share * column.filled), column.filled, own.table.label, best.key.name);
  const lookup = { table: "titles", key: best.key.name, take: code.name };
  return {
    parts: [
      {
        table: "titles",
        from: own.table,
        also: own.also,
        settings: withoutLabels(own.table),
        lines: [
          { field: "code", mapping: code.name, why: words.why.unique(code.filled) },
          { field: "title", mapping: name.name, why: words.why.filled(name.filled, name.cells.length) },
          rankLine(ranks),
        ],
      },
    ],
    line: {
      field: "title",
      mapping: mappingOf(column, { lookup: isByName ? lookup : undefined, blank: "clear" }),
      why,
    },
  };
};

/** `column`: the column of ranks, if somebody has chosen it. */
type Ranks = { readonly mapping: Setting; readonly why: string; readonly column?: Column };

const rankLine = ({ mapping, why }: Ranks): FieldLine => ({ field: "rank", mapping, why });

/** The answers that take the ranks of a column. */
const ofColumn = { high: "highest-number", low: "lowest-number" } as const;

/**
 * The ranks of titles from an order `A > B = C`, or from the column `rank`; `mapping` is null if titles are left out, undefined if
 * somebody has to say it. A column says nothing by itself: in half of the exports 1 is the top.
 */
const askRanks = (making: Making, column: Column, rank: Column | undefined): Ranks | undefined => {
  const { words } = making;
  const proposed = proposedOrder(column.texts);
  if (column.texts.length === 1) return { mapping: { value: 10 }, why: words.why.oneTitle };
  const isNumbered = rank !== undefined && rank.texts.length > 1 && rank.texts.every((text) => /^\d+$/.test(text));
  const numbers = isNumbered ? rank : undefined;
  const answer = ask(making, {
    id: "titles",
    text: words.ask.titles(column.texts.length),
    shown: proposed.split(" > ").slice(0, scores.titlesShown),
    options: [
      { value: proposed, label: words.ask.asProposed },
      ...(numbers ? columnOptions(making, column, numbers) : []),
      { value: "same", label: words.ask.sameRank },
      { value: "none", label: words.ask.noTitles },
    ],
    list: column.texts,
  });
  if (answer === undefined) return undefined;
  if (answer === "none") return { mapping: null, why: "" };
  if (numbers && (answer === ofColumn.high || answer === ofColumn.low)) {
    // The service wants ranks from 1.
    const isAsItStands = answer === ofColumn.high && numbers.texts.every((text) => Number(text) > 0);
    const values = ranksOf(numbers, answer === ofColumn.high);
    const mapping = isAsItStands ? numbers.name : { column: numbers.name, values };
    return { mapping, why: words.why.chosen, column: numbers };
  }
  if (answer === "same") return { mapping: { value: 10 }, why: words.why.chosen };
  const groups = answer.split(">").map((group) =>
    group
      .split("=")
      .map((title) => title.trim())
      .filter((title) => title !== ""),
  );
  const ranked = groups.filter((group) => group.length > 0);
  const values = Object.fromEntries(
    ranked.flatMap((group, at) => group.map((title) => [title, (ranked.length - at) * 10] as const)),
  );
  return { mapping: { column: column.name, values, otherwise: 10 }, why: words.why.chosen };
};

/** The numbers of a column with ranks from 10, the highest last; a number that comes later has none until somebody gives it one. */
const ranksOf = ({ texts }: Column, isHighest: boolean): Readonly<Record<string, number>> => {
  const numbers = [...new Set(texts.map(Number))].toSorted((a, b) => (isHighest ? a - b : b - a));
  return Object.fromEntries(texts.map((text) => [text, (numbers.indexOf(Number(text)) + 1) * 10]));
};

/** Both directions of a column, with the titles that would be the highest. */
const columnOptions = ({ words }: Making, { cells }: Column, rank: Column): Question["options"] =>
  [true, false].map((isHighest) => {
    const ranks = ranksOf(rank, isHighest);
    const rows = [...cells.keys()].filter((at) => cells[at] !== "" && rank.cells[at] !== "");
    const byRank = rows.toSorted((a, b) => (ranks[rank.cells[b] ?? ""] ?? 0) - (ranks[rank.cells[a] ?? ""] ?? 0));
    const titles = [...new Set(byRank.map((at) => cells[at] ?? ""))].slice(0, 3);
    return isHighest
      ? { value: ofColumn.high, label: words.ask.highestNumber(rank.name, titles) }
      : { value: ofColumn.low, label: words.ask.lowestNumber(rank.name, titles) };
  });

/** Titles as `A > B = C`, by the words that they contain; titles without such a word stand beside the lowest. */
const proposedOrder = (titles: readonly string[]): string => {
  const rankOf = (title: string): number => {
    const at = titleRanks.findIndex((words) => words.test(title));
    return at === -1 ? titleRanks.length - 2 : at;
  };
  const groups = [...Map.groupBy(titles, rankOf)].toSorted(([a], [b]) => a - b);
  return groups.map(([, group]) => group.join(" = ")).join(" > ");
};
