/**
 * Writes the figures of the HTML report, which work without the page's script: one paragraph with what happens, tiles, the worst
 * at a glance, and tables of totals.
 */
import { escapeHtml } from "../../lib/escape-html.ts";
import { sortedByLoss } from "../../model/directory/snapshot.ts";
import { subjectKinds } from "../../model/plan/subjects.ts";
import type { Entry } from "../entries/entries.ts";
import { resultCounts, resultOrder } from "../entries/totals.ts";
import type { Verb } from "../entries/verbs.ts";
import { capital } from "../phrasing/phrasing.ts";
import type { ShownReport } from "../phrasing/shown-report.ts";
import { filled } from "../words/filled.ts";
import { isWorst } from "./data.ts";

/** What happens, in one paragraph: people first, then departments, then the rest. */
export const paragraphOf = ({ model: { totals }, say }: ShownReport): string => {
  const order = ["employee", "department", ...subjectKinds] as const;
  const sentences = [...new Set(order)].flatMap((kind) => {
    const ofKind = totals.filter((total) => total.kind === kind);
    const [first] = ofKind;
    if (first === undefined) return [];
    const parts = ofKind.map(({ verb, count }) => ({ count: say.number(count), verb: say.verb(verb, count) }));
    return [say.words.page.sentence(say.kind(kind, first.count), parts)];
  });
  return sentences.length === 0 ? "" : `<p class="short">${escapeHtml(sentences.join(" "))}</p>`;
};

const resultMoods = {
  applied: "green",
  rehired: "green",
  "already-so": "",
  unconfirmed: "amber",
  failed: "red",
  "not-tried": "amber",
} as const;

type Tile = readonly [n: number, word: string, mood: string];

export const tiles = ({ report: { plan }, model, say }: ShownReport): string => {
  const { totals, entries, held } = model;
  const { page, verbs, results } = say.words;
  const { rowCount, fields } = sortedByLoss(plan.rejected);
  const count = (kind: string, ...wanted: readonly Verb[]) =>
    totals.reduce((sum, one) => sum + (one.kind === kind && wanted.includes(one.verb) ? one.count : 0), 0);
  const people = (["leaves", "joins", "moves", "returns"] as const).map((verb): Tile => {
    return [count("employee", verb), verbs[verb].other, verb === "leaves" ? "red" : ""];
  });
  const departments = (["closed", "new", "reopened", "moved", "renamed"] as const).map((verb): Tile => {
    return [count("department", verb), page.tiles[verb], verb === "closed" ? "red" : ""];
  });
  const counts = resultCounts(entries);
  const done = resultOrder.map((result): Tile => [counts?.[result] ?? 0, results[result], resultMoods[result]]);
  const all: readonly Tile[] = [
    [entries.length, say.words.page.entries, "always"],
    ...done,
    ...people,
    [count("department", "manager-replaced", "manager-removed"), page.managers, "amber"],
    ...departments,
    [held.length, say.phrase("held"), "amber"],
    [rowCount, say.phrase("rejected"), "red"],
    [fields.length, say.phrase("dropped"), "amber"],
    [plan.notices.length, say.phrase("notices"), ""],
  ];
  const items = all
    .filter(([n, , mood]) => n > 0 || mood === "always")
    .map(
      ([n, word, mood]) => `<li class="${mood}"><b>${say.number(n)}</b> <span>${escapeHtml(capital(word))}</span></li>`,
    );
  return `<ul class="tiles">${items.join("")}</ul>`;
};

const namesShown = 4;

/** The worst at a glance: how many of what, with the first names. Empty if nothing is severe. The list below has all of them. */
export const worstAtAGlance = ({ model: { entries }, say }: ShownReport): string => {
  const { page } = say.words;
  const worst = entries.filter(isWorst);
  const groups = [...Map.groupBy(worst, ({ kind, verbs: [verb] }) => `${kind}/${verb}`).values()];
  const item = (group: readonly Entry[]): string => {
    const [first] = group;
    const { kind = "employee", verbs: [verb = "changed"] = [] } = first ?? {};
    const names = group.slice(0, namesShown).map(({ label }) => `<bdi>${escapeHtml(label)}</bdi>`);
    const more = group.length - names.length;
    const rest = more > 0 ? [escapeHtml(filled(page.more, { n: say.number(more) }))] : [];
    const title = `${capital(say.kind(kind, group.length))} · ${say.verb(verb, group.length)}`;
    return `<li><b>${say.number(group.length)}</b> <span><strong>${escapeHtml(title)}</strong> <small>${[...names, ...rest].join(escapeHtml(say.phrase("list")))}</small></span></li>`;
  };
  if (groups.length === 0) return "";
  const heading = `<a href="#worst">${escapeHtml(page.glance)}</a> <small>${say.number(worst.length)}</small>`;
  return `<section class="card alarm" aria-labelledby="h-glance"><h2 id="h-glance">${heading}</h2><ul class="glance">${groups.map(item).join("\n")}</ul></section>`;
};

/** What happens to how many objects: a row for each kind. */
export const totalsTable = ({ model: { totals, held }, say }: ShownReport): string => {
  const rows = subjectKinds.flatMap((kind) => {
    const parts = totals
      .filter((total) => total.kind === kind)
      .map(({ verb, count }) => {
        const total = say.words.total(say.number(count), say.verb(verb, count), kind);
        return `<span>${escapeHtml(total)}</span>`;
      });
    const ofKind = held.filter((one) => one.kind === kind).length;
    const holds = ofKind === 0 ? [] : [`<span><b>${say.number(ofKind)}</b> ${escapeHtml(say.phrase("held"))}</span>`];
    const all = [...parts, ...holds];
    return all.length === 0
      ? []
      : [`<tr><th scope="row">${escapeHtml(capital(say.kind(kind)))}</th><td>${all.join(" ")}</td></tr>`];
  });
  if (rows.length === 0) return "";
  return `<section class="card" aria-labelledby="h-totals"><h2 id="h-totals">${escapeHtml(say.phrase("totals"))}</h2><table class="sums"><tbody>${rows.join("\n")}</tbody></table></section>`;
};
