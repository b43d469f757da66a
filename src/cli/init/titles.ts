/** Finds job titles, and asks for their ranks: they decide who signs, and no export says so. */
import { type Column, determines, isKey, overlap } from "./columns.ts";
import { ask, type FieldLine, type Making, type PartDraft, type Setting } from "./draft.ts";
import { scores } from "./knowledge/scores.ts";
import { titleRanks } from "./knowledge/words.ts";
import type { Group } from "./roles.ts";

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
  const ranks =
    rank && !making.used.has(rank) && determines(column, rank) && rank.filled === column.filled
      ? { mapping: rank.name, why: words.why.oneRank(column.texts.length) }
      : askRanks(making, names);
  if (!ranks) return nothing;
  for (const one of [column, ...(hasName ? [name] : []), ...(ranks.mapping === rank?.name && rank ? [rank] : [])])
    making.used.add(one);
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
    { field: "rank", ...ranks },
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
  const rank = own.meanings.best("rank") ?? own.meanings.best("order");
  const ranks = rank
    ? { mapping: rank.name, why: words.why.filled(rank.filled, rank.cells.length) }
    : askRanks(making, name);
  if (!ranks) return undefined;
  for (const one of [column, code, name, ...(rank ? [rank] : [])]) making.used.add(one);
  const why = words.why.found(Math.round(best.share * column.filled), column.filled, own.table.label, best.key.name);
  const lookup = { table: "titles", key: best.key.name, take: code.name };
  return {
    parts: [
      {
        table: "titles",
        from: own.table,
        also: own.also,
        settings: [],
        lines: [
          { field: "code", mapping: code.name, why: words.why.unique(code.filled) },
          { field: "title", mapping: name.name, why: words.why.filled(name.filled, name.cells.length) },
          ...(ranks.mapping === null ? [] : [{ field: "rank", ...ranks }]),
        ],
      },
    ],
    line: {
      field: "title",
      mapping: isByName ? { column: column.name, lookup, blank: "clear" } : { column: column.name, blank: "clear" },
      why,
    },
  };
};

type Ranks = { readonly mapping: Setting; readonly why: string };

/** The ranks of titles from an order `A > B = C`; `mapping` is null if titles are left out, undefined if somebody has to say it. */
const askRanks = (making: Making, column: Column): Ranks | undefined => {
  const { words } = making;
  const proposed = proposedOrder(column.texts);
  if (column.texts.length === 1) return { mapping: { value: 10 }, why: words.why.oneTitle };
  const answer = ask(making, {
    id: "titles",
    text: words.ask.titles(column.texts.length),
    shown: proposed.split(" > ").slice(0, scores.titlesShown),
    options: [
      { value: proposed, label: words.ask.asProposed },
      { value: "same", label: words.ask.sameRank },
      { value: "none", label: words.ask.noTitles },
    ],
    list: column.texts,
  });
  if (answer === undefined) return undefined;
  if (answer === "none") return { mapping: null, why: "" };
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

/** Titles as `A > B = C`, by the words that they contain; titles without such a word stand beside the lowest. */
const proposedOrder = (titles: readonly string[]): string => {
  const rankOf = (title: string): number => {
    const at = titleRanks.findIndex((words) => words.test(title));
    return at === -1 ? titleRanks.length - 2 : at;
  };
  const groups = [...Map.groupBy(titles, rankOf)].toSorted(([a], [b]) => a - b);
  return groups.map(([, group]) => group.join(" = ")).join(" > ");
};
