/** Writes the head of the HTML report (source and target, verdict, tiles, totals), which works without the page's script. */

import { escapeHtml } from "../lib/escape-html.ts";
import type { Plan } from "../model/plan.ts";
import { sortedByLoss } from "../model/snapshot.ts";
import { approval, capital, type Phrasing } from "./phrasing.ts";
import type { Report } from "./report.ts";
import { actionSymbols, resultCounts, resultOrder, totalsOf } from "./totals.ts";

/** Returns the `<header>` of a page; `report` must be masked already. */
export const pageHead = (report: Report, say: Phrasing): string => `<header>
<h1>${escapeHtml(say.phrase("title"))}</h1>
${facts(report, say)}
${verdict(report, say)}${findings(report, say)}
${tiles(report, say)}
${adoption(report, say)}${totals(report, say)}
</header>`;

const facts = ({ source, target, madeAt, plan, run }: Report, say: Phrasing): string => {
  const { statuses, triggers } = say.words;
  const entries = [
    [say.phrase("source"), source],
    [say.phrase("target"), target],
    [say.phrase("madeAt"), say.instant(madeAt)],
    [say.phrase("today"), plan.today],
    ...(say.undoes === undefined ? [] : [[say.phrase("undoes"), say.undoes]]),
    ...(say.only === undefined ? [] : [[say.phrase("only"), say.only]]),
    ...(say.approval === undefined ? [] : [[say.phrase("approval"), say.approval]]),
    ...(say.release === undefined ? [] : [[say.phrase("release"), say.release]]),
    ...(run === undefined
      ? []
      : [[say.phrase("run"), [run.id, statuses[run.status], triggers[run.trigger]].join(" · ")]]),
  ] as const;
  const items = entries.map(
    ([name = "", text = ""]) => `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(text)}</bdi></dd></div>`,
  );
  return `<dl class="facts">${items.join("")}</dl>`;
};

const runMoods = {
  planned: "",
  running: "",
  succeeded: "good",
  partial: "warn",
  cancelled: "warn",
  interrupted: "warn",
  blocked: "bad",
  failed: "bad",
} as const;

/** The problems that the quality gate found in the source, but for which it did not refuse the source. */
const findings = ({ plan }: Report, say: Phrasing): string => {
  const items = (plan.findings ?? []).map((finding) => `<li>${paragraph(capital(say.finding(finding)))}</li>`);
  if (items.length === 0) return "";
  return `<div class="verdict warn">${paragraph(say.phrase("findings"))}<ul>${items.join("")}</ul></div>`;
};

/** The most important fact: how the run ended, or whether the plan may be applied. */
const verdict = (report: Report, say: Phrasing): string => {
  const { plan, run } = report;
  if (run !== undefined && run.status !== "planned" && run.status !== "blocked") {
    const refresh = `${say.phrase("refresh")}${say.phrase("colon")}${say.words.refreshStates[run.refresh]}`;
    const error = run.error === undefined ? "" : paragraph(`${run.error.code}: ${say.error(run.error)}`);
    const status = capital(say.words.statuses[run.status]);
    return `<div class="verdict ${runMoods[run.status]}">${paragraph(status)}${paragraph(refresh)}${error}</div>`;
  }
  if (plan.breaches.length > 0) {
    const items = plan.breaches.map(
      (breach) =>
        `<li>${paragraph(capital(say.breach(breach)))}${paragraph(capital(say.words.hints[breach.code]))}</li>`,
    );
    return `<div class="verdict bad">${paragraph(say.phrase("notSafe"))}<ul>${items.join("")}</ul>${command(plan, say)}</div>`;
  }
  if (say.nothing === undefined) {
    const way = plan.accepted === undefined ? "" : command(plan, say);
    return `<div class="verdict">${paragraph(say.phrase("toApply"))}${way}</div>`;
  }
  const holds = plan.held.length > 0 || (plan.findings ?? []).some(({ severity }) => severity === "hold");
  return `<div class="verdict ${holds ? "warn" : "good"}">${paragraph(say.nothing)}</div>`;
};

const command = (plan: Plan, say: Phrasing): string =>
  `${paragraph(say.phrase("approve"))}<code>${escapeHtml(approval(plan))}</code>`;

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const tiles = (report: Report, say: Phrasing): string => {
  const { plan } = report;
  const { rowCount, fields } = sortedByLoss(plan.rejected);
  const counts = resultCounts(report);
  const results = resultOrder.map(
    (result) => [counts?.[result] ?? 0, say.words.results[result], resultMoods[result]] as const,
  );
  const all = [
    [plan.changes.length, say.phrase("changes"), ""],
    ...results.filter(([n]) => n > 0),
    [plan.held.length, say.phrase("held"), plan.held.length > 0 ? "amber" : ""],
    [rowCount, say.phrase("rejected"), rowCount > 0 ? "red" : ""],
    [fields.length, say.phrase("dropped"), fields.length > 0 ? "amber" : ""],
    [plan.notices.length, say.phrase("notices"), ""],
  ] as const;
  const items = all.map(
    ([n, word, mood]) => `<li class="${mood}"><b>${say.number(n)}</b> <span>${escapeHtml(capital(word))}</span></li>`,
  );
  return `<ul class="tiles">${items.join("")}</ul>`;
};

/** The adoption table of a first plan: how many objects of the service were matched. */
const adoption = ({ plan }: Report, say: Phrasing): string => {
  if (!plan.adoption) return "";
  const heads = (["kind", "matched", "toDecide", "onlySource", "onlyTarget"] as const).map(
    (name) => `<th scope="col">${escapeHtml(say.phrase(name))}</th>`,
  );
  const rows = plan.adoption.map(({ kind, matched, proposed, onlySource, onlyTarget }) => {
    const cells = [say.matchedBy(matched), ...[proposed, onlySource, onlyTarget].map(say.number)];
    return `<tr><th scope="row">${escapeHtml(capital(say.kind(kind)))}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
  const title = escapeHtml(say.phrase("adoption"));
  return `<h2>${title}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="totals"><thead><tr>${heads.join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>
`;
};

const resultMoods = {
  applied: "green",
  rehired: "green",
  "already-so": "",
  failed: "red",
  "not-tried": "amber",
} as const;

const totals = ({ plan }: Report, say: Phrasing): string => {
  const { rows, actions } = totalsOf(plan);
  if (rows.length === 0) return "";
  const head = [
    say.phrase("kind"),
    ...actions.map((action) => `${actionSymbols[action]} ${say.words.actions[action]}`),
    say.phrase("total"),
    say.phrase("held"),
  ].map((word) => `<th scope="col">${escapeHtml(capital(word))}</th>`);
  const cell = (n: number, sum = "") => (n === 0 ? `<td class="none">0</td>` : `<td${sum}>${say.number(n)}</td>`);
  const body = rows.map(({ kind, counts, changes, held }) => {
    const cells = [...actions.map((action) => cell(counts[action])), cell(changes, ' class="sum"'), cell(held)];
    return `<tr><th scope="row">${escapeHtml(capital(say.kind(kind)))}</th>${cells.join("")}</tr>`;
  });
  return `<h2>${escapeHtml(say.phrase("totals"))}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(say.phrase("totals"))}"><table class="totals"><thead><tr>${head.join("")}</tr></thead>
<tbody>${body.join("\n")}</tbody></table></div>`;
};
