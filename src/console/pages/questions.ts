/** What only a person can say: whether a record of HR's is one of the service's. Both stand side by side. */
import { hash } from "node:crypto";
import type { HeldChange } from "../../model/plan/plan.ts";
import type { Report } from "../../report/entries/report.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { proposalSection } from "../../report/text/proposals.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { facts, number } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { hidden, listCard, notice, ownForm, type Page } from "../html/layout.ts";

export type QuestionsFacts = {
  /** The held records about which nobody has said anything. */
  readonly open: readonly HeldChange[];
  /** Of the plan that holds them. */
  readonly report: Report | undefined;
  /** How many answers were just kept. */
  readonly answered: number;
  /** How many questions stand before those that are shown. */
  readonly from: number;
};

const shownQuestions = 50;

/** The place of the first question of a page, for whatever place somebody asks for. */
export const firstShown = (asked: string | undefined, count: number): number => {
  const at = Math.min(Math.max(Number(asked) || 0, 0), Math.max(count - 1, 0));
  return at - (at % shownQuestions);
};

/** Questions that have one candidate, and the same grounds for it, may be answered together. */
export const ruleOf = ({ kind, reason, candidates = [] }: HeldChange): string | undefined => {
  const [only, ...others] = candidates;
  return only && others.length === 0 ? JSON.stringify([kind, reason, only.evidence]) : undefined;
};

/** Which questions were shown: an answer to all of them is to no others. */
export const seenForm = (open: readonly HeldChange[]): string =>
  hash("sha256", JSON.stringify(open.map(({ kind, key, candidates = [] }) => [kind, key, candidates[0]?.key])), "hex");

export const questionsPage = (visit: OwnVisit, { open, report, answered, from }: QuestionsFacts): Page => {
  const { questions, pages } = visit.words;
  const proposals = report && proposalsPart(visit, report);
  const next = from + shownQuestions;
  const more = open.length - next;
  return {
    title: pages.questions,
    content: html`<h1>${pages.questions}</h1>
${answered > 0 && notice("good", questions.answered(number(answered)))}
${
  open.length === 0 || !report
    ? html`<p>${questions.none}</p>`
    : html`<p class="hint">${questions.lead}</p>${bulkPart(visit, open, report)}${sheetPart(visit)}${from > 0 && html`<p><a href="/questions">${questions.first}</a></p>`}${open.slice(from, next).map((held) => questionCard(visit, held, report, from))}
${more > 0 && html`<p><a href="/questions?from=${next}">${visit.words.decide.more(number(more))}</a></p>`}`
}
${proposals}`,
  };
};

/** All questions of one rule, where there are several. */
const bulkPart = (visit: OwnVisit, open: readonly HeldChange[], report: Report): readonly (Html | false)[] => {
  const { questions } = visit.words;
  const say = phrasing({ ...report, language: visit.language });
  if (!mayDo(visit, "approver")) return [];
  return [...Map.groupBy(open, ruleOf)].map(([rule, alike]) => {
    const [first] = alike;
    const [candidate] = first?.candidates ?? [];
    if (rule === undefined || alike.length < 2 || !first || !candidate) return false;
    const grounds = say.candidate(first.kind, { ...candidate, label: candidate.key, key: candidate.key });
    const fields = html`${hidden("rule", rule)}${hidden("seen", seenForm(alike))}<div class="row"><button name="answer" value="same">${questions.allSame(number(alike.length))}</button><button name="answer" value="other">${questions.allOther(number(alike.length))}</button></div>`;
    return html`<details class="card"><summary>${questions.together(number(alike.length))}</summary><p>${reportWords(visit.language).kinds[first.kind].other}</p><p class="hint">${questions.example} ${text(grounds)}</p>${ownForm(visit, "/questions/rule", fields)}</details>`;
  });
};

const sheetPart = (visit: OwnVisit): Html => {
  const { questions } = visit.words;
  const upload = html`<label for="sheet">${questions.upload}</label><input id="sheet" name="sheet" type="file" accept=".xlsx" required><button>${questions.uploadButton}</button>`;
  return html`<details class="card"><summary>${questions.sheet}</summary><p class="hint">${questions.sheetHint}</p><p><a href="/questions.xlsx">${questions.download}</a></p>
${mayDo(visit, "approver") && ownForm(visit, "/questions/sheet", upload, "multipart/form-data")}</details>`;
};

const questionCard = (visit: OwnVisit, held: HeldChange, report: Report, from: number): Html => {
  const { questions } = visit.words;
  const say = phrasing({ ...report, language: visit.language });
  const { kind, key, label, fields, candidates = [] } = held;
  const stated = fields
    .filter(({ after }) => after !== null && after !== "")
    .map(({ field, after }) => [say.field(kind, field), text(say.value(kind, field, after))] as const);
  const others = candidates.map((candidate) => {
    const answer = html`${hidden("kind", kind)}${hidden("source", key)}${hidden("target", candidate.key)}${hidden("from", `${from}`)}<div class="row"><button name="answer" value="same">${questions.same}</button><button name="answer" value="other">${questions.other}</button></div>`;
    return html`<section tabindex="0" data-question aria-label="${candidate.label}"><h3>${questions.service}</h3><p>${text(say.candidate(kind, candidate))}</p>${mayDo(visit, "approver") && ownForm(visit, "/questions", answer)}</section>`;
  });
  return html`<section class="card"><h2>${text(label)} <small>${reportWords(visit.language).kinds[kind].one} · ${text(key)}</small></h2>
<p class="hint">${text(say.held(held))}</p>
<div class="two"><div><h3>${questions.hr}</h3>${facts(stated)}</div><div>${others}</div></div></section>`;
};

const proposalsPart = (visit: OwnVisit, report: Report): Html | undefined => {
  const section = proposalSection({ ...report, language: visit.language });
  if (!section) return undefined;
  const items = section.rows.map(({ said, note }) => html`<li>${text(said)}<br><small>${text(note)}</small></li>`);
  return html`<h2>${visit.words.questions.proposals}</h2>${listCard(items)}`;
};
