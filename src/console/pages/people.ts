/** People and departments: found by name or key, explained as a run would treat them now, with what runs have changed. */
import type { Kind } from "../../model/directory/kind.ts";
import type { Due } from "../../model/plan/due.ts";
import { maskChange } from "../../model/plan/sensitive.ts";
import type { Explanation, PastChange } from "../../model/runs/explanation.ts";
import type { Report } from "../../report/entries/report.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { explanationLines } from "../../report/text/explanation-text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { number, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { hidden, listCard, ownForm, type Page, table } from "../html/layout.ts";

/** An object that stored plans name. `kind` is that of the object, such as `employee`. */
export type FoundName = { readonly kind: "employee" | "department"; readonly key: string; readonly label: string };

/**
 * The address of a record. Browsers take `.` and `..` in a path for folders, however they are encoded, so a code that is one of them stands
 * in the query.
 */
const recordPath = (kind: Kind, key: string, rest = ""): string =>
  key === "." || key === ".."
    ? `/people/${kind}/-${rest}?key=${key}`
    : `/people/${kind}/${encodeURIComponent(key.toWellFormed())}${rest}`;

/** Most names that a search shows. */
export const shownNames = 50;

/** As many changes of one record are shown; the caller asks for one more. */
export const shownChanges = 50;

/** `found`: of more names than are shown, one more. */
export const searchPage = (visit: OwnVisit, wanted: string, found: readonly FoundName[]): Page => {
  const { people, pages } = visit.words;
  return {
    title: pages.people,
    content: html`<h1>${pages.people}</h1><p class="hint">${people.lead}</p>
<search><form class="row" method="get" action="/people"><div class="wide"><label for="q">${people.search}</label><input id="q" name="q" type="search" value="${wanted}" autofocus></div><button class="first">${people.button}</button></form></search>
${wanted !== "" && resultsOf(visit, wanted, found)}`,
  };
};

const resultsOf = (visit: OwnVisit, wanted: string, found: readonly FoundName[]): Html => {
  const { people } = visit.words;
  const { kinds } = reportWords(visit.language);
  if (found.length === 0) return html`<p>${people.nothing}</p>${lookForm(visit, wanted)}`;
  const more = found.length > shownNames && html`<p class="hint">${people.more(number(shownNames))}</p>`;
  const items = found
    .slice(0, shownNames)
    .map(
      ({ kind, key, label }) =>
        html`<li><a href="${recordPath(kind, key)}">${text(label)}</a> <small>${kinds[kind].one} · ${text(key)}</small></li>`,
    );
  return html`<h2>${people.found}</h2>${listCard(items)}${more}${lookForm(visit, wanted)}`;
};

const lookForm = (visit: OwnVisit, word: string): Html =>
  ownForm(
    visit,
    "/people/look",
    html`${hidden("word", word)}<p class="hint">${visit.words.people.explainHint}</p><button>${visit.words.people.explainButton}</button>`,
  );

export type RecordFacts = FoundName & {
  readonly past: readonly PastChange[];
  /** Who released a run, by its id. */
  readonly releasedBy: ReadonlyMap<string, string>;
  readonly due: readonly Due[];
  /** Names the objects that changes mention. */
  readonly report: Report;
  readonly timeZone: string;
};

export const recordPage = (visit: OwnVisit, given: RecordFacts): Page => {
  const { people } = visit.words;
  const { kind, key, label, due } = given;
  const { calendar, kinds } = reportWords(visit.language);
  const coming = due.map(({ date, what }) => html`<li>${date} · ${calendar.events[what]}</li>`);
  return {
    title: label,
    content: html`<h1>${text(label)}</h1><p class="hint">${kinds[kind].one} · <code>${key}</code></p>
<h2>${people.explain}</h2>${lookForm(visit, `${kind}/${key}`)}
${coming.length > 0 && html`<h2>${people.due}</h2>${listCard(coming)}`}
${
  mayDo(visit, "operator") &&
  html`<h2>${people.apply}</h2><p class="hint">${people.applyHint}</p>${ownForm(visit, recordPath(kind, key, "/apply"), html`<button>${people.apply}</button>`)}`
}
<h2>${people.history}</h2>${historyOf(visit, given)}`,
  };
};

const historyOf = (visit: OwnVisit, { past, releasedBy, timeZone, report }: RecordFacts): Html => {
  const { words, language } = visit;
  const { people } = words;
  if (past.length === 0) return html`<p>${people.noHistory}</p>`;
  const { results, actions, kinds } = reportWords(language);
  const say = phrasing({ ...report, language });
  const rows = past.slice(0, shownChanges).map(({ runId, at, change, outcome }) => {
    const { kind, action, fields } = maskChange(change);
    const what = fields.map(({ field, before, after }) => {
      const earlier = before === undefined ? "" : `${say.value(kind, field, before)} → `;
      return html`<br>${say.field(kind, field)}${say.phrase("colon")}${text(`${earlier}${say.value(kind, field, after)}`)}`;
    });
    const by = releasedBy.get(runId);
    return html`<tr><th scope="row"><a href="/run/${runId}">${time(at, timeZone)}</a></th><td>${kinds[kind].one} · ${actions[action]}${what}</td><td>${results[outcome.result]}${by !== undefined && html`<br><small>${people.releasedBy(by)}</small>`}</td></tr>`;
  });
  const more = past.length > shownChanges && html`<p class="hint">${people.lastOf(number(shownChanges))}</p>`;
  return html`${table([people.when, people.what, people.result], rows)}${more}`;
};

/** The explanation of one record, as `musterd explain` prints it. */
export const explanationPage = (visit: OwnVisit, explanation: Explanation, report: Report): Page => {
  const [name = "", result = "", ...lines] = explanationLines(explanation, { ...report, language: visit.language });
  const { kind, key } = explanation.subject;
  const parts: { readonly head: string; readonly lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    if (line === "") continue;
    if (lines[at - 1] === "") parts.push({ head: line, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return {
    title: name,
    content: html`<h1>${text(name)}</h1><p class="lead">${text(result)}</p>
${parts.map((part) => html`<h2>${part.head}</h2><div class="card"><pre>${part.lines.map((line) => line.replace(/^ {2}/, "")).join("\n")}</pre></div>`)}
<p><a href="${recordPath(kind, key)}">${visit.words.people.history}</a></p>`,
  };
};
