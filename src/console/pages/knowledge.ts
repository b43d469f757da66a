/** What HR delivered, what is known of the service, and the audit trail. */

import { kinds } from "../../model/directory/kind.ts";
import { sortedByLoss } from "../../model/directory/snapshot.ts";
import type { SiteHabit } from "../../model/memory/site-habit.ts";
import type { Counts } from "../../model/plan/plan.ts";
import type { AuditEntry, AuditVerification } from "../../model/runs/audit.ts";
import type { ReadFeed } from "../../model/runs/told.ts";
import { partsOfIdentity, targetText } from "../../model/target-identity.ts";
import { type Report, rowPlace } from "../../report/entries/report.ts";
import { findingText, habitText, phrasing } from "../../report/phrasing/phrasing.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import type { OwnVisit } from "../access/visit.ts";
import { facts, lineOf, number, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { listCard, notice, type Page, table } from "../html/layout.ts";
import type { CallFigures } from "../parts.ts";
import { entryTable } from "./runs.ts";

export type SourceFacts = {
  readonly feeds: readonly (ReadFeed & { readonly readMs: number })[];
  readonly counts: readonly { readonly counts: Counts }[];
  /** A report of the newest plan. */
  readonly report: Report | undefined;
  readonly timeZone: string;
};

const rejectedShown = 50;

export const sourcePage = (visit: OwnVisit, { feeds, counts, report, timeZone }: SourceFacts): Page => {
  const { words, language } = visit;
  const { source, pages } = words;
  const rows = feeds.map(
    ({ feed, kind, rows: n, modifiedMs, readMs }) =>
      html`<tr><th scope="row">${text(feed)}</th><td>${reportWords(language).kinds[kind].other}</td><td>${number(n)}</td><td data-head="${source.age}">${modifiedMs !== undefined && time(new Date(modifiedMs).toISOString(), timeZone)}</td><td data-head="${source.read}">${time(new Date(readMs).toISOString(), timeZone)}</td></tr>`,
  );
  const lines = kinds.flatMap((kind) => {
    const values = counts.flatMap(({ counts: one }) => one[kind] ?? []);
    const name = reportWords(language).kinds[kind].other;
    const line = lineOf(values, name);
    return line ? [[name, html`${line} ${number(values.at(-1) ?? 0)}`] as const] : [];
  });
  return {
    title: pages.source,
    content: html`<h1>${pages.source}</h1><p class="hint">${source.lead}</p>
${rows.length === 0 ? html`<p>${source.nothing}</p>` : table([source.feed, source.kind, source.rows, source.age, source.read], rows)}
${lines.length > 0 && html`<h2>${source.over}</h2><div class="card">${facts(lines)}</div>`}
${report && judged(visit, report)}`,
  };
};

const judged = ({ words, language }: OwnVisit, report: Report): Html => {
  const { source } = words;
  const { findings = [], rejected } = report.plan;
  const say = phrasing({ ...report, language });
  const { rows } = sortedByLoss(rejected);
  const found = findings.map((finding) => html`<li>${text(findingText(finding, language))}</li>`);
  const lost = rows
    .slice(0, rejectedShown)
    .map((row) => html`<li><code>${rowPlace(row)}</code> ${text(row.column)} · ${text(say.rejection(row))}</li>`);
  return html`<h2>${source.findings}</h2>${found.length === 0 ? html`<p>${source.noFindings}</p>` : listCard(found)}
<h2>${source.rejected}</h2>${
    lost.length === 0
      ? html`<p>${source.noRejected}</p>`
      : html`<p><a href="/source/rejected.csv">${source.download}</a></p>${listCard(lost)}${rows.length > lost.length && html`<p class="hint">${words.decide.more(number(rows.length - lost.length))}</p>`}`
  }`;
};

export const sitePage = (
  visit: OwnVisit,
  target: string,
  habits: readonly SiteHabit[],
  calls: readonly CallFigures[],
): Page => {
  const { words, language } = visit;
  const { site, pages } = words;
  const outcomes: Readonly<Record<string, string>> = site.outcomes;
  const { url, corpCode } = partsOfIdentity(target) ?? { url: targetText(target, language), corpCode: "" };
  const rows = calls.map(
    ({ operation, outcome, count, seconds }) =>
      html`<tr><th scope="row"><code>${operation}</code></th><td>${outcomes[outcome] ?? outcome}</td><td>${number(count)}</td><td>${words.times.milliseconds(Math.round((seconds * 1000) / Math.max(count, 1)))}</td></tr>`,
  );
  return {
    title: pages.site,
    content: html`<h1>${pages.site}</h1><p class="hint">${site.lead}</p><div class="card">${facts([
      [pages.site, html`<code>${url}</code>`],
      ...(corpCode === "" ? [] : [[site.company, html`<code>${corpCode}</code>`] as const]),
    ])}</div>
<h2>${site.habits}</h2>${
      habits.length === 0
        ? html`<p>${site.noHabits}</p>`
        : listCard(habits.map((habit) => html`<li>${habitText(habit, language)}</li>`))
    }
<h2>${site.calls}</h2>${rows.length === 0 ? html`<p>${site.noCalls}</p>` : table([site.operation, site.outcome, site.number, site.mean], rows, "figures")}`,
  };
};

export type AuditFacts = {
  readonly entries: readonly AuditEntry[];
  readonly verification: AuditVerification;
  readonly timeZone: string;
};

export const auditPage = (visit: OwnVisit, { entries, verification, timeZone }: AuditFacts): Page => {
  const { audit, pages } = visit.words;
  const { problem, head } = verification;
  const oldest = entries[0]?.number ?? 0;
  return {
    title: pages.audit,
    content: html`<h1>${pages.audit}</h1><p class="hint">${audit.lead}</p>
${problem ? notice("trouble", audit.broken(problem.code, String(problem.number))) : notice("good", audit.verified)}
<p>${audit.head(head.number)} <code>${head.digest.slice(0, 12)}</code> · <a href="/audit.csv">${audit.export}</a></p>
${entryTable(visit, [...entries].reverse(), timeZone)}
${oldest > 1 && html`<p><a href="/audit?before=${oldest}">${audit.older}</a></p>`}`,
  };
};
