/** Finds the entries that the reader asks for, by words and by filters. Runs in the browser; ../script.ts inlines it. */
import { allOf, byId } from "./dom.ts";
import type { PageContent, ShownEntry } from "./page-data.ts";

type Facet = "kind" | "verb" | "state";

export type Search = ReturnType<typeof openSearch>;

export const folding = (text: string): string => text.normalize("NFKC").toLowerCase();

const searchedText = ({ label, key, department, summary, facts }: ShownEntry): string =>
  folding([label, key, department, summary, ...facts.flat()].join("\n"));

/** `changed` is called whenever the reader changes a filter or the words. */
export const openSearch = ({ entriesOf }: PageContent, changed: () => void) => {
  const input = byId("search") as HTMLInputElement;
  const chosen: Readonly<Record<Facet, Set<string>>> = { kind: new Set(), verb: new Set(), state: new Set() };
  const buttons = allOf("button[data-facet]");
  const texts: string[] = [];
  const facets: Pick<ShownEntry, "kind" | "verbs" | "state">[] = [];

  input.addEventListener("input", changed);
  for (const button of buttons)
    button.addEventListener("click", () => {
      const { facet, value = "" } = button.dataset;
      const pressed = !chosen[facet as Facet].delete(value);
      if (pressed) chosen[facet as Facet].add(value);
      button.setAttribute("aria-pressed", String(pressed));
      changed();
    });

  const isFiltered = (): boolean => input.value.trim() !== "" || Object.values(chosen).some(({ size }) => size > 0);
  const fitsFilters = ({ kind, verbs, state }: Pick<ShownEntry, "kind" | "verbs" | "state">): boolean =>
    (chosen.kind.size === 0 || chosen.kind.has(kind)) &&
    (chosen.state.size === 0 || chosen.state.has(state)) &&
    (chosen.verb.size === 0 || verbs.some((verb) => chosen.verb.has(verb)));

  return {
    /** Adds the entries of a block to what is searched. */
    index: (block: number): void => {
      for (const entry of entriesOf(block)) {
        texts.push(searchedText(entry));
        facets.push({ kind: entry.kind, verbs: entry.verbs, state: entry.state });
      }
    },
    isFiltered,
    /** The places of the entries that fit; undefined stands for all. */
    select: (): readonly number[] | undefined => {
      if (!isFiltered()) return undefined;
      const wanted = folding(input.value).split(/\s+/).filter(Boolean);
      return facets.flatMap((entry, at) =>
        fitsFilters(entry) && wanted.every((word) => texts[at]?.includes(word)) ? [at] : [],
      );
    },
    clear: (): void => {
      input.value = "";
      for (const set of Object.values(chosen)) set.clear();
      for (const button of buttons) button.setAttribute("aria-pressed", "false");
      input.focus();
    },
  };
};
