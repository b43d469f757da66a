/** Writes the interactive part of the HTML report: search box, filters, and empty lists that the page's script fills. */

import { escapeHtml } from "../lib/escape-html.ts";
import { kinds } from "../model/kind.ts";
import { type PageData, stateWords } from "./html-data.ts";
import { capital, type Phrasing } from "./phrasing.ts";
import { actionOrder } from "./totals.ts";

export const finder = (data: PageData, say: Phrasing): string => {
  const text = (name: Parameters<Phrasing["phrase"]>[0]) => escapeHtml(say.phrase(name));
  const sections = (["changes", "held", "rejected", "dropped", "notices"] as const).map(
    (name) =>
      `<section data-section="${name}" aria-labelledby="h-${name}" hidden><h2 id="h-${name}">${text(name)} <small></small></h2><div class="groups"></div></section>`,
  );
  return `<div class="find" role="search"><label for="search">${text("search")}</label>
<div class="row"><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="${text("searchHint")}">
<button type="button" id="clear" hidden>${text("clear")}</button><p id="matches" role="status" aria-live="polite"></p></div></div>
<div class="filters" role="group" aria-label="${text("filters")}">${filters(data, say)}</div>
<div class="tools"><button type="button" id="open-all">${text("openAll")}</button><button type="button" id="close-all">${text("closeAll")}</button></div>
<p id="empty" class="empty" hidden>${text("noMatch")}</p>
${sections.join("\n")}`;
};

const filters = (data: PageData, say: Phrasing): string => {
  const entries = data.groups.flatMap((group) =>
    group.entries.map(({ action, state }) => ({ kind: group.kind, action, state })),
  );
  const words = stateWords(say);
  const field = (facet: "kind" | "action" | "state", name: string, values: readonly (readonly [string, string])[]) => {
    const items = values.flatMap(([value, word]) => {
      const n = entries.filter((entry) => entry[facet] === value).length;
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
      "action",
      say.phrase("filterAction"),
      actionOrder.map((action) => [action, say.words.actions[action]]),
    ),
    field("state", say.phrase("filterStatus"), Object.entries(words)),
  ].join("\n");
};
