/** The start page: is it well, what runs now, and what waits for whom. */
import type { Remaining } from "../../check/check.ts";
import type { Status, StatusRun } from "../../check/status.ts";
import type { MusterdError } from "../../lib/errors.ts";
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Language } from "../../model/words/language.ts";
import { errorHint, runErrorText } from "../../report/phrasing/error-text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { facts, number, statusTag, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { hidden, listCard, notice, ownForm, type Page } from "../html/layout.ts";
import type { Running } from "../parts.ts";
import { againLink } from "./runs.ts";

/** A plan that is blocked, and whether it was asked of the person who looks. */
export type WaitingPlan = { readonly fingerprint: string; readonly said: readonly string[]; readonly askedBy?: string };

export type TodayFacts = {
  readonly status: Status;
  readonly running: Running | undefined;
  readonly waiting: WaitingPlan | undefined;
  /** The fingerprint of the newest plan, if it was released and applied before. */
  readonly again: string | undefined;
  readonly questions: number;
  /** Of the newest plan of the whole source. */
  readonly plan: Pick<Plan, "held" | "due"> | undefined;
  readonly timeZone: string;
  readonly done?: "started" | "cancelled";
};

export const todayPage = (visit: OwnVisit, given: TodayFacts): Page => {
  const { words } = visit;
  const { status, running, done, again } = given;
  return {
    title: words.pages.today,
    live: running ? "running" : "idle",
    content: html`<h1 class="state ${status.state}">${words.today.states[status.state]}</h1>
${done !== undefined && notice("good", words.today[done])}
${waitingPart(visit, given)}
${again !== undefined && notice("waiting", againLink(words, again))}
${runningPart(visit, running)}
${leftPart(visit, given)}
<h2>${words.today.facts}</h2>
<div class="card">${glance(visit, given)}</div>`,
  };
};

const waitingPart = (visit: OwnVisit, { waiting }: TodayFacts): Html | undefined => {
  if (!waiting) return undefined;
  const { today, decide } = visit.words;
  const { fingerprint, said, askedBy } = waiting;
  return html`<h2>${mayDo(visit, "approver") ? today.decide : today.decideOther}</h2>
<div class="card">${said.map((line) => html`<p class="lead">${line}</p>`)}
${askedBy !== undefined && html`<p>${decide.askedBy(askedBy)}</p>`}
<p><a class="button" href="/decide/${shortFingerprint(fingerprint)}">${today.look}</a></p></div>`;
};

const runningPart = (visit: OwnVisit, running: Running | undefined): Html => {
  const { today } = visit.words;
  if (!running)
    return html`${mayDo(visit, "operator") && ownForm(visit, "/start", html`<button>${today.start}</button>`)}`;
  return html`<h2>${today.running}</h2><div class="card">${progressOf(visit, running)}
${mayDo(visit, "operator") && ownForm(visit, "/cancel", html`${hidden("run", running.id)}<button>${today.cancel}</button>`)}</div>`;
};

/** How far the run has come. */
export const progressOf = ({ words }: OwnVisit, running: Running): Html => {
  const { progress } = running;
  const said = progressText(words, running);
  return html`<p data-progress>${said}</p>${
    progress
      ? html`<progress max="${Math.max(progress.total, 1)}" value="${progress.done}" aria-label="${said}"></progress>`
      : html`<progress aria-label="${said}"></progress>`
  }`;
};

export const progressText = ({ today }: OwnVisit["words"], { progress }: Running): string =>
  progress ? today.done(number(progress.done), number(progress.total)) : today.preparing;

const leftPart = ({ words, language }: OwnVisit, { status, waiting }: TodayFacts): Html | undefined => {
  // The plan that waits is told above.
  const remaining = status.remaining.filter((left) => !waiting || !("error" in left) || left.level !== "waiting");
  const lines = [
    ...status.parts.map((part) => {
      const said = "error" in part ? errorLine(part.error, language) : "warning" in part ? text(part.warning) : "";
      return html`<code>${part.part}</code> ${said}`;
    }),
    ...remaining.map((left) => remainingLine(left, words, language)),
  ];
  if (lines.length === 0) return undefined;
  return html`<h2>${words.today.left}</h2>${listCard(lines.map((line) => html`<li>${line}</li>`))}`;
};

const errorLine = (error: MusterdError, language: Language): Html =>
  html`${text(runErrorText(error, language))}<br><small>${text(errorHint(error, language))}</small>`;

const remainingLine = (left: Remaining, words: OwnVisit["words"], language: Language): Html =>
  "error" in left
    ? html`<code>${left.error.code}</code> ${errorLine(left.error, language)}`
    : left.code === "questions-open"
      ? html`${text(left.message)}<br><a href="/questions">${words.pages.questions}</a>`
      : html`${text(left.message)}<br><small>${text(left.next)}</small>`;

const glance = (visit: OwnVisit, { status, questions, plan, timeZone }: TodayFacts): Html => {
  const { words, language } = visit;
  const { today, frame } = words;
  const { lastGood, lastRun, nextRun, remaining } = status;
  const run = (one: StatusRun | undefined) =>
    one
      ? html`<a href="/run/${one.id}">${time(one.endedAt ?? one.startedAt, timeZone)}</a> ${statusTag(one.status, language)}`
      : frame.none;
  const isOwed = remaining.some((left) => "code" in left && left.code === "refresh-owed");
  return facts([
    [today.lastGood, run(lastGood)],
    [today.lastRun, run(lastRun)],
    [
      today.nextRun,
      nextRun ? html`${time(nextRun.at, timeZone)} · ${reportWords(language).triggers[nextRun.by]}` : frame.none,
    ],
    [today.held, number(plan?.held.length ?? 0)],
    [today.questions, questions > 0 ? html`<a href="/questions">${number(questions)}</a>` : number(0)],
    [today.due, number(plan?.due?.length ?? 0)],
    [today.refresh, isOwed ? today.refreshOwed : today.refreshDone],
  ]);
};
