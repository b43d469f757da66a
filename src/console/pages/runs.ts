/** The runs, newest first: what each did, who asked for it, and where its time went. */

import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import type { Actor } from "../../model/runs/actor.ts";
import type { AuditEntry } from "../../model/runs/audit.ts";
import { type RunStatus, type RunSummary } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import { runErrorText } from "../../report/phrasing/error-text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { mayDo, type OwnVisit } from "../access/visit.ts";
import { duration, facts, number, phasesBar, statusTag, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { notice, ownForm, type Page, table } from "../html/layout.ts";

type RunFilter = { readonly status?: RunStatus | undefined; readonly who?: string | undefined };

/** The outcomes for which the list can be filtered. */
export const runStatuses: readonly RunStatus[] = [
  "succeeded",
  "partial",
  "failed",
  "blocked",
  "planned",
  "cancelled",
  "interrupted",
];

export type RunsFacts = {
  /** A part of those that match, newest first; `hasMore`: there are older ones. */
  readonly runs: readonly RunSummary[];
  readonly hasMore: boolean;
  readonly filter: RunFilter;
  readonly timeZone: string;
};

export const runsPage = (visit: OwnVisit, { runs, hasMore, filter, timeZone }: RunsFacts): Page => {
  const { words } = visit;
  const rows = runs.map((run) => rowOf(visit, run, timeZone));
  const { runs: said } = words;
  return {
    title: words.pages.runs,
    content: html`<h1>${words.pages.runs}</h1><p class="hint">${said.lead}</p>${filterForm(visit, filter)}
${
  rows.length === 0 ? html`<p>${said.empty}</p>` : table([said.began, said.outcome, said.by, said.did, said.time], rows)
}${hasMore && html`<p><a href="${olderAddress(runs, filter)}">${said.older}</a></p>`}`,
  };
};

const olderAddress = (runs: readonly RunSummary[], { status, who }: RunFilter): string =>
  `/run?${String(new URLSearchParams({ ...(status && { status }), ...(who && { who }), before: runs.at(-1)?.id ?? "" }))}`;

const filterForm = ({ words, language }: OwnVisit, { status, who }: RunFilter): Html => {
  const { runs } = words;
  const options = runStatuses.map(
    (one) =>
      html`<option value="${one}"${one === status && html` selected`}>${reportWords(language).statuses[one]}</option>`,
  );
  return html`<form class="row" method="get" action="/run"><div><label for="status">${runs.filter}</label><select id="status" name="status"><option value="">${runs.all}</option>${options}</select></div>
<div class="wide"><label for="who">${runs.who}</label><input id="who" name="who" value="${who ?? ""}"></div><button>${runs.apply}</button></form>`;
};

const rowOf = ({ words, language }: OwnVisit, run: RunSummary, timeZone: string): Html => {
  const { id, status, trigger, askedBy, startedAt, phasesMs = {} } = run;
  return html`<tr><th scope="row"><a href="/run/${id}">${time(startedAt, timeZone)}</a></th><td>${statusTag(status, language)}</td>
<td>${askedBy === undefined ? reportWords(language).triggers[trigger] : text(askedBy)}</td><td>${figuresOf(words, run)}</td>
<td>${phasesBar(phasesMs, words)} ${lasted(words, run)}</td></tr>`;
};

/** What a run did, in numbers of entries. */
export const figuresOf = ({ runs }: OwnVisit["words"], { status, entries }: RunSummary): string => {
  const { planned, applied, failed, held } = entries;
  return status === "planned" || status === "blocked"
    ? runs.planned(number(planned), number(held))
    : runs.figures(number(applied), number(failed), number(held));
};

const lasted = (words: OwnVisit["words"], { startedAt, endedAt }: RunSummary): string =>
  endedAt === undefined ? "" : duration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)), words);

export type RunFacts = {
  readonly run: RunSummary;
  readonly hasReport: boolean;
  /** Absent if the person may not read the audit trail. */
  readonly entries: readonly AuditEntry[] | undefined;
  /** Does its plan wait, or is it one that was released and applied before? */
  readonly plan: "waits" | "again" | undefined;
  readonly timeZone: string;
};

/** Leads to the page that explains it. */
export const againLink = ({ decide }: OwnVisit["words"], fingerprint: string): Html =>
  html`<a href="/decide/${shortFingerprint(fingerprint)}">${decide.again}</a>`;

export const runPage = (visit: OwnVisit, { run, hasReport, entries, plan, timeZone }: RunFacts): Page => {
  const { words, language } = visit;
  const { run: said, runs } = words;
  const { id, status, trigger, askedBy, startedAt, release, error, fingerprint = "", phasesMs = {} } = run;
  const report = `/run/${id}/report`;
  const canUndo = ["succeeded", "partial", "cancelled", "interrupted"].includes(status) && mayDo(visit, "operator");
  return {
    title: `${said.title} ${id}`,
    content: html`<h1>${time(startedAt, timeZone)} ${statusTag(status, language)}</h1>
${plan === "waits" && notice("waiting", html`${said.decide} <a href="/decide/${shortFingerprint(fingerprint)}">${words.today.look}</a>`)}
${plan === "again" && notice("waiting", againLink(words, fingerprint))}
${error && notice(status === "blocked" ? "waiting" : "trouble", html`<code>${error.code}</code> ${text(runErrorText(error, language))}`)}
<div class="card">${facts([
      [said.title, html`<code>${id}</code>`],
      [runs.by, html`${reportWords(language).triggers[trigger]}${askedBy !== undefined && html` · ${text(askedBy)}`}`],
      [runs.did, figuresOf(words, run)],
      [runs.time, html`${lasted(words, run)} ${phasesBar(phasesMs, words)}`],
      ...(release
        ? [
            [said.released, html`${text(release.by)} · ${time(release.at, timeZone)}`] as const,
            [said.reason, text(release.reason)] as const,
          ]
        : []),
    ])}</div>
<h2>${said.report}</h2>
${
  hasReport
    ? html`<p><a href="${report}">${said.openReport}</a></p><iframe src="${report}" title="${said.report}" loading="lazy"></iframe>`
    : html`<p>${said.noReport}</p>`
}
${canUndo && html`<h2>${said.undo}</h2><p class="hint">${said.undoHint}</p>${ownForm(visit, `/run/${id}/undo`, html`<button>${said.undoButton}</button>`)}`}
${entries && entries.length > 0 && html`<h2>${said.entries}</h2>${entryTable(visit, entries, timeZone)}`}`,
  };
};

/** The name, or how it came about. */
const actorWord = ({ kind, name }: Actor, language: Language): string => {
  const triggers: Readonly<Record<string, string>> = reportWords(language).triggers;
  return name ?? triggers[kind] ?? "musterd";
};

export const entryTable = ({ words, language }: OwnVisit, entries: readonly AuditEntry[], timeZone: string): Html => {
  const { audit } = words;
  const rows = entries.map(
    ({ number: n, at, event, by, about, reason }) =>
      html`<tr><th scope="row">${n}</th><td>${time(at, timeZone)}</td><td>${audit.events[event]}</td><td>${text(actorWord(by, language))}</td><td>${about !== undefined && text(about)}${reason !== undefined && html` · ${text(reason)}`}</td></tr>`,
  );
  return table([audit.number, audit.at, audit.event, audit.by, audit.about], rows);
};
