/**
 * Draws the lists of the page. A group shows a few of its entries, the others on demand; small lists are shown whole. Runs in the
 * browser; ../script.ts inlines it.
 */
import { bdi, el, partOf } from "./dom.ts";
import type { PageContent } from "./page-data.ts";
import { openPager } from "./pager.ts";
import type { Rows } from "./rows.ts";

type Group = PageContent["meta"]["groups"][string][number];
type Shown = { readonly isOpen: boolean; readonly printing: boolean };

const groupPart = (
  content: PageContent,
  rows: Rows,
  { title, cause }: Group,
  positions: readonly number[],
  { isOpen, printing }: Shown,
): HTMLElement => {
  const samples = 5;
  const list = el("div", {});
  const pages = el("div", { class: "pager" });
  const heading = cause ? `${title} · ${cause}` : title;
  const show = (start: number, end: number): void =>
    list.replaceChildren(rows.tableOf(heading, positions.slice(start, end).map(content.entryAt), printing));
  const causes = cause ? [el("p", { class: "cause" }, bdi(cause))] : [];
  const part = el("div", { class: "group" }, el("h3", {}, title), ...causes, list, pages);
  if (printing || (isOpen && positions.length <= samples + 2)) {
    show(0, positions.length);
    return part;
  }
  if (isOpen) show(0, samples);
  const button = el("button", { type: "button" }, content.say("showAll", { n: positions.length }));
  button.setAttribute("aria-label", `${button.textContent} · ${title}`);
  button.addEventListener("click", () => {
    openPager(content, { nav: pages, total: positions.length, size: 100, show });
    pages.querySelector<HTMLElement>("button:enabled")?.focus({ preventScroll: true });
  });
  pages.append(button);
  return part;
};

type Section = {
  readonly section: HTMLElement;
  /** The place of the section's first entry. */
  readonly first: number;
  readonly selected: readonly number[] | undefined;
  readonly printing: boolean;
};

/** Draws a section, and returns the place of the next section's first entry. */
export const fillSection = (
  content: PageContent,
  rows: Rows,
  { section, first, selected, printing }: Section,
): number => {
  const shownGroups = 12;
  const smallList = 30;
  const parts: (readonly [Group, readonly number[]])[] = [];
  let from = first;
  for (const group of content.meta.groups[section.dataset["section"] ?? ""] ?? []) {
    const start = from;
    const end = from + group.size;
    const positions =
      selected?.filter((at) => at >= start && at < end) ?? Array.from({ length: group.size }, (_, at) => start + at);
    if (positions.length > 0) parts.push([group, positions]);
    from = end;
  }
  const count = parts.reduce((sum, [, { length }]) => sum + length, 0);
  const isOpen = printing || count <= smallList;
  section.hidden = count === 0;
  partOf(section, "h2 small").textContent = content.number(count);
  partOf(section, ".groups").replaceChildren(
    ...parts.map(([group, positions], at) =>
      groupPart(content, rows, group, positions, { isOpen: at < shownGroups, printing: isOpen }),
    ),
  );
  return from;
};
