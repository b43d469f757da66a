/** Fills the tables behind the figures when they are opened. Runs in the browser; ../script.ts inlines it. */
import { allOf, bdi, el, partOf } from "./dom.ts";
import type { PageContent } from "./page-data.ts";
import { openPager } from "./pager.ts";

export const fillTable = (content: PageContent, details: HTMLElement, size: number): void => {
  const rows = content.meta.tables[details.dataset["table"] ?? ""] ?? [];
  const heads = Array.from(details.querySelectorAll("thead th"), ({ textContent }) => textContent ?? "");
  const textOf = (cell: string | number): string =>
    cell === 0 ? "·" : typeof cell === "number" ? content.number(cell) : cell;
  const cellOf = (cell: string | number, at: number): HTMLElement => {
    if (at === 0) return el("th", { scope: "row" }, bdi(textOf(cell)));
    const kind = typeof cell === "number" || /^[+−±0-9]/.test(cell) ? "n" : "t";
    return el("td", { class: kind, "data-head": heads[at] ?? "" }, bdi(textOf(cell)));
  };
  const show = (start: number, end: number): void =>
    partOf(details, "tbody").replaceChildren(
      ...rows.slice(start, end).map((row) => el("tr", {}, ...row.map((cell, at) => cellOf(cell ?? "", at)))),
    );
  openPager(content, { nav: partOf(details, ".pager"), total: rows.length, size, show });
};

/** The tables, open and closed. */
export const figureTables = (): readonly HTMLDetailsElement[] => allOf("details[data-table]") as HTMLDetailsElement[];
