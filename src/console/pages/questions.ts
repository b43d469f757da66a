/** What only a person can say: whether a record of HR's is one of the service's. Both stand side by side. */
import type { HeldChange } from "../../model/plan.ts";
import type { Report } from "../../report/entries/report.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { proposalSection } from "../../report/text/proposals.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { facts } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { notice, ownForm, type Page } from "../html/layout.ts";

/** `open`: the held records about which nobody has said anything; `report`: of the plan that holds them. */
export const questionsPage = (
  visit: OwnVisit,
  open: readonly HeldChange[],
  report: Report | undefined,
  isAnswered: boolean,
): Page => {
  const { questions, pages } = visit.words;
  const proposals = report && proposalsPart(visit, report);
  return {
    title: pages.questions,
    content: html`<h1>${pages.questions}</h1>
${isAnswered && notice("good", questions.answered)}
${open.length === 0 || !report ? html`<p>${questions.none}</p>` : html`<p class="hint">${questions.lead}</p>${open.map((held) => questionCard(visit, held, report))}`}
${proposals}`,
  };
};

const questionCard = (visit: OwnVisit, held: HeldChange, report: Report): Html => {
  const { questions } = visit.words;
  const say = phrasing({ ...report, language: visit.language });
  const { kind, key, label, fields, candidates = [] } = held;
  const stated = fields
    .filter(({ after }) => after !== null && after !== "")
    .map(({ field, after }) => [say.field(kind, field), text(say.value(kind, field, after))] as const);
  const others = candidates.map((candidate) => {
    const answer = html`<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="source" value="${key}"><input type="hidden" name="target" value="${candidate.key}"><div class="row"><button name="answer" value="same">${questions.same}</button><button name="answer" value="other">${questions.other}</button></div>`;
    return html`<section tabindex="0" data-question aria-label="${candidate.label}"><h3>${questions.service}</h3><p>${text(say.candidate(kind, candidate))}</p>${mayDo(visit, "approver") && ownForm(visit, "/questions", answer)}</section>`;
  });
  return html`<section class="card"><h2>${text(label)} <small>${reportWords(visit.language).kinds[kind].one} · ${text(key)}</small></h2><p class="hint">${text(say.held(held))}</p>
<div class="two"><div><h3>${questions.hr}</h3>${facts(stated)}</div><div>${others}</div></div></section>`;
};

const proposalsPart = (visit: OwnVisit, report: Report): Html | undefined => {
  const section = proposalSection({ ...report, language: visit.language });
  if (!section) return undefined;
  const items = section.rows.map(
    ({ said, why, meanwhile }) => html`<li>${text(said)}<br><small>${text(`${why} · ${meanwhile}`)}</small></li>`,
  );
  return html`<h2>${visit.words.questions.proposals}</h2><div class="card"><ul class="plain">${items}</ul></div>`;
};
