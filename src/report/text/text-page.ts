/** The page, which all parts of the text report use: the report, its entries, their phrasing, the width in columns, and colours. */
import { styleText } from "node:util";
import { visibleText } from "../../lib/control-characters.ts";
import type { Report } from "../entries/report.ts";
import { reportSections, type Section } from "../phrasing/groups.ts";
import { type ShownReport, shownReport } from "../phrasing/shown-report.ts";
import { fewExamples, type Limits, noLimits } from "./short-report.ts";
import { padText, wrapText } from "./wrap-text.ts";

/** `width` is in columns; `full` prints everything, else the report has at most 60 lines. */
export type TextOptions = { readonly colour: boolean; readonly width: number; readonly full: boolean };

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "cyan";

export type TextPage = ShownReport & {
  readonly width: number;
  /** Made once, because grouping 100,000 entries takes longer than all else. */
  readonly sections: readonly Section[];
  readonly limits: Limits;
  readonly paint: (style: Style, text: string) => string;
};

export const textPage = (report: Report, options: TextOptions): TextPage => {
  const shown = shownReport(report);
  return {
    ...shown,
    sections: reportSections(shown.model.entries, shown.say),
    width: Math.max(40, options.width),
    limits: options.full ? noLimits : fewExamples,
    paint: (style, text) => (options.colour ? styleText(style, text, { validateStream: false }) : text),
  };
};

/** Returns `title · note` with a bold title. */
export const heading = (page: TextPage, title: string, note: string): string =>
  `${page.paint("bold", title)} ${page.paint("dim", `· ${note}`)}`;

/** Wraps `text` with an indent of `indent` columns; in the first line `lead` stands in this indent. */
export const hanging = (page: TextPage, lead: string, indent: number, text: string): readonly string[] =>
  wrapText(visibleText(text), Math.max(20, page.width - indent)).map((line, index) =>
    `${padText(index === 0 ? lead : "", indent)}${line}`.trimEnd(),
  );

/** Returns a line with the number of further items; none if there are none. */
export const moreLine = ({ paint, say }: TextPage, n: number, indent = 2): readonly string[] =>
  n > 0 ? [paint("dim", `${" ".repeat(indent)}${say.phrase("moreInText", { n })}`)] : [];

/** Returns the lines of the first `limit` items, and a line with the number of further items. */
export const limited = <Item>(
  page: TextPage,
  items: readonly Item[],
  limit: number,
  lines: (item: Item) => readonly string[],
): readonly string[] => [...items.slice(0, limit).flatMap(lines), ...moreLine(page, items.length - limit)];
