/** Writes the interactive part of the HTML report: search box, filters, and empty lists that the page's script fills. */
import { escapeHtml } from "../../lib/escape-html.ts";
import { kinds } from "../../model/directory/kind.ts";
import { verbs } from "../entries/verbs.ts";
import { capital, type Phrasing } from "../phrasing/phrasing.ts";
import { type PageData, stateWords } from "./data.ts";
import { type SectionName, sectionNames } from "./payload.ts";

/** `organisation` is the part of the page between the worst entries and all others. */
export const finder = (data: PageData, organisation: string, say: Phrasing): string => {
  const text = (name: Parameters<Phrasing["phrase"]>[0]) => escapeHtml(say.phrase(name));
  return `<search class="find"><label for="search">${text("search")}</label>
<div class="row"><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="${text("searchHint")}">
<button type="button" id="clear" hidden>${text("clear")}</button><p id="matches" role="status" aria-live="polite"></p></div></search>
<details class="filters"><summary>${text("filters")}</summary>${filters(data, say)}</details>
<p id="empty" class="empty" hidden>${text("noMatch")}</p>
${list("worst", say)}
<div id="organisation">${organisation}</div>
${sectionNames
  .filter((name) => name !== "worst")
  .map((name) => list(name, say))
  .join("\n")}`;
};

const list = (name: SectionName, say: Phrasing): string => {
  const { page } = say.words;
  const title = name === "worst" ? say.phrase("lookFirst") : name === "changes" ? page.everything : say.phrase(name);
  const id = name === "worst" ? ' id="worst"' : "";
  return `<section${id} data-section="${name}" aria-labelledby="h-${name}" hidden><h2 id="h-${name}">${escapeHtml(title)} <small></small></h2><div class="groups"></div></section>`;
};

const filters = ({ counts }: PageData, say: Phrasing): string => {
  const field = (facet: "kind" | "verb" | "state", name: string, values: readonly (readonly [string, string])[]) => {
    const items = values.flatMap(([value, word]) => {
      const n = counts.get(`${facet}/${value}`) ?? 0;
      return n === 0
        ? []
        : [
            `<button type="button" aria-pressed="false" data-facet="${facet}" data-value="${value}">${escapeHtml(capital(word))} <small>${say.number(n)}</small></button>`,
          ];
    });
    return items.length < 2
      ? ""
      : `<fieldset><legend>${escapeHtml(name)}</legend><div class="chips">${items.join("")}</div></fieldset>`;
  };
  return [
    field(
      "kind",
      say.phrase("filterKind"),
      kinds.map((kind) => [kind, say.kind(kind)]),
    ),
    field(
      "verb",
      say.words.page.what,
      verbs.map((verb) => [verb, say.words.verbs[verb].other]),
    ),
    field("state", say.phrase("filterStatus"), Object.entries(stateWords(say))),
  ].join("\n");
};
