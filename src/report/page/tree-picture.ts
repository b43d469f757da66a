/**
 * Draws the department trees before and after a plan side by side, as SVG. Bands join the old and the new place of departments
 * that move; the wider a band, the more departments. Texts beside the names count what is folded into a row.
 */

import { visibleText } from "../../lib/control-characters.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { Company, Mark, When } from "../entries/company-trees.ts";
import type { Phrasing } from "../phrasing/phrasing.ts";
import { filled } from "../words/filled.ts";
import { type Cut, cutOf, type Ribbon, type Row } from "./cut.ts";
import { band, fitted, type Geometry, narrow, round, textWidth, wide } from "./geometry.ts";

/** Returns the picture for screens and paper, and one for phones. */
export const treePicture = (company: Company, say: Phrasing): string => {
  const cut = cutOf(company, { rows: 26, ribbons: 60 });
  return `<div class="picture tree">${svg(company, cut, wide, say)}${svg(company, cut, narrow, say)}</div>`;
};

type Drawing = {
  readonly company: Company;
  readonly cut: Cut;
  readonly geometry: Geometry;
  readonly say: Phrasing;
  /** The top of each row, and the end of the last one. */
  readonly tops: Readonly<Record<When, readonly number[]>>;
};

const headHeight = 26;
const indent = { wide: 14, narrow: 6 } as const;

const svg = (company: Company, cut: Cut, geometry: Geometry, say: Phrasing): string => {
  const tops = {
    before: topsOf(cut.before, "before", geometry, say),
    after: topsOf(cut.after, "after", geometry, say),
  };
  const drawing = { company, cut, geometry, say, tops };
  const { width, column } = geometry;
  const height = Math.max(tops.before.at(-1) ?? 0, tops.after.at(-1) ?? 0) + 6;
  const name = geometry === wide ? "wide" : "narrow";
  const head = (when: When, x: number) =>
    `<text class="side" x="${x}" y="16">${escapeHtml(say.words.page[when])}</text>`;
  return `<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(say.words.page.treeLabel)}">
${head("before", 4)}${head("after", width - column + 4)}
<g class="bands">${bands(drawing)}</g>
${rows(drawing, "before", 0)}
${rows(drawing, "after", width - column)}
</svg>`;
};

const topsOf = (list: readonly Row[], when: When, { lines, rowHeight, fontSize }: Geometry, say: Phrasing) => {
  const tops = [headHeight];
  for (const row of list) {
    const height = lines === 1 || chipsOf(row, when, say).length > 0 ? rowHeight : fontSize + 9;
    tops.push((tops.at(-1) ?? 0) + height);
  }
  return tops;
};

const rows = (drawing: Drawing, when: When, x: number): string =>
  drawing.cut[when]
    .map((row, index) => {
      const [y = 0, end = 0] = drawing.tops[when].slice(index, index + 2);
      return rowOf(drawing, when, row, { x, y, height: end - y });
    })
    .join("\n");

type Place = { readonly x: number; readonly y: number; readonly height: number };

const rowOf = ({ company, geometry, say }: Drawing, when: When, row: Row, { x, y, height }: Place): string => {
  const { column, fontSize, lines } = geometry;
  const left = 8 + row.depth * (lines === 1 ? indent.wide : indent.narrow);
  const name = row.unit?.data.name ?? say.words.page.others;
  const people = company.isCounted ? say.number(row.people) : "";
  const peopleWidth = Math.max(textWidth(people, fontSize), 26) + 24;
  const chipSize = fontSize - 2;
  const chips = fittingChips(chipsOf(row, when, say), lines === 1 ? column : column - left, chipSize);
  const space = column - left - peopleWidth;
  const nameSpace = lines === 1 && chips.length > 0 ? space - chipsWidth(chips, chipSize) - 6 : space;
  const former = formerName(company, row, when);
  const nameWidth = textWidth(visibleText(name), fontSize);
  const formerText =
    former !== undefined && lines === 1 && nameWidth + 50 < nameSpace
      ? `<tspan class="former" dx="6">← ${fitted(former, nameSpace - nameWidth - 26, chipSize)}</tspan>`
      : "";
  const base = round(lines === 1 ? y + height / 2 + fontSize * 0.36 : y + 14);
  const chipsX = round(lines === 1 ? x + column - peopleWidth : x + left);
  const spans = chips.map(
    ([mark, text], index) => `<tspan class="${mark}"${index > 0 ? ` dx="${chipGap}"` : ""}>${escapeHtml(text)}</tspan>`,
  );
  const chipLine = `<text class="chips" x="${chipsX}" y="${lines === 1 ? base : y + 29}" font-size="${chipSize}"${lines === 1 ? ' text-anchor="end"' : ""}>${spans.join("")}</text>`;
  return `<g class="row ${row.unit ? [...row.own].join(" ") : "fold"}"><rect x="${x + left - 6}" y="${y + 1}" width="${column - left + 6}" height="${height - 2}" rx="4"/>
<title>${escapeHtml(visibleText(titleOf(company, row, name, say, former)))}</title><text class="name" x="${x + left}" y="${base}" font-size="${fontSize}">${fitted(name, nameSpace, fontSize)}${formerText}</text>${chips.length === 0 ? "" : chipLine}<text class="people" x="${x + column - 6}" y="${base}" font-size="${fontSize}" text-anchor="end">${people}</text></g>`;
};

type Chip = readonly [mark: Mark, text: string];

const chipGap = 7;

const chipsWidth = (chips: readonly Chip[], fontSize: number): number =>
  chips.reduce((sum, [, text]) => sum + textWidth(text, fontSize) + chipGap, 0);

const fittingChips = (chips: readonly Chip[], width: number, fontSize: number): readonly Chip[] =>
  chips.filter((_, index) => chipsWidth(chips.slice(0, index + 1), fontSize) <= width);

/** What happens to the row's department and inside it. Before the plan, moved departments go out; after it, they come in. */
const chipsOf = (row: Row, when: When, say: Phrasing): readonly Chip[] => {
  const { page } = say.words;
  const words = { ...page.chips, moved: when === "before" ? page.chips.out : page.chips.in };
  const own = [...row.own].filter((mark) => mark !== "moved").map((mark) => [mark, page.own[mark]] as const);
  const inside = (["closed", "new", "moved", "renamed"] as const)
    .filter((mark) => row.inside[mark] > 0)
    .map((mark) => [mark, filled(words[mark], { n: say.number(row.inside[mark]) })] as const);
  return [...own, ...inside];
};

const formerName = ({ departments }: Company, row: Row, when: When): string | undefined => {
  const { before, after } = departments.get(row.key) ?? {};
  return when === "after" && before && after && before.name !== after.name ? before.name : undefined;
};

const titleOf = (company: Company, row: Row, name: string, say: Phrasing, former?: string): string =>
  [
    row.unit === undefined || row.key === name ? name : `${name} (${row.key})`,
    ...(former === undefined ? [] : [`← ${former}`]),
    ...(company.isCounted ? [filled(say.words.page.people, { n: say.number(row.people) })] : []),
  ].join(" · ");

/** Bands that leave or enter one row are spread over its height; colours tell where a band goes. */
const bands = ({ company, cut, geometry, say, tops }: Drawing): string => {
  const { width, column, rowHeight } = geometry;
  const index = { before: indexOf(cut.before), after: indexOf(cut.after) };
  const most = Math.max(1, ...cut.ribbons.map(({ departments }) => departments));
  const ends = [...new Set(cut.ribbons.map(({ to }) => to))].sort(
    (a, b) => (index.after.get(a) ?? 0) - (index.after.get(b) ?? 0),
  );
  const spread = (side: "from" | "to") => {
    const other = side === "from" ? index.after : index.before;
    const opposite = side === "from" ? "to" : "from";
    const groups = Map.groupBy(cut.ribbons, (ribbon) => ribbon[side]);
    return new Map(
      [...groups.values()].flatMap((group) => {
        const sorted = group.toSorted((a, b) => (other.get(a[opposite]) ?? 0) - (other.get(b[opposite]) ?? 0));
        const step = (rowHeight * 0.62) / sorted.length;
        return sorted.map((ribbon, at): [Ribbon, number] => [ribbon, (at - (sorted.length - 1) / 2) * step]);
      }),
    );
  };
  const from = spread("from");
  const to = spread("to");
  const middle = (when: When, at: number): number => ((tops[when][at] ?? 0) + (tops[when][at + 1] ?? 0)) / 2;
  const name = (row: Row | undefined) => row?.unit?.data.name ?? say.words.page.others;
  return cut.ribbons
    .map((ribbon) => {
      const [a, b] = [index.before.get(ribbon.from) ?? 0, index.after.get(ribbon.to) ?? 0];
      const y1 = middle("before", a) + (from.get(ribbon) ?? 0);
      const y2 = middle("after", b) + (to.get(ribbon) ?? 0);
      const thickness = round(1.2 + 4.8 * (ribbon.departments / most));
      const people = company.isCounted ? ` · ${filled(say.words.page.people, { n: say.number(ribbon.people) })}` : "";
      const title = `${name(cut.before[a])} → ${name(cut.after[b])} · ${filled(say.words.page.bandTitle, { n: say.number(ribbon.departments) })}${people}`;
      return `<path class="c${ends.indexOf(ribbon.to) % 6}" d="${band(column + 2, y1, width - column - 2, y2)}" stroke-width="${thickness}"><title>${escapeHtml(visibleText(title))}</title></path>`;
    })
    .join("");
};

const indexOf = (list: readonly Row[]): ReadonlyMap<string, number> =>
  new Map(list.map((row, index) => [row.key, index]));
