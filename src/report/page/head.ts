/**
 * Writes the top of the HTML report, which works without the page's script: source and target, whether the plan may be applied,
 * and what the quality gate found.
 */

import { escapeHtml } from "../../lib/escape-html.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { blockOf } from "../phrasing/block.ts";
import { habitLines, originLines } from "../phrasing/head.ts";
import { approval, capital, type Phrasing } from "../phrasing/phrasing.ts";
import type { ShownReport } from "../phrasing/shown-report.ts";

/** Returns the top of a page. */
export const pageHead = (
  shown: ShownReport,
): string => `<div class="top"><h1>${escapeHtml(shown.say.phrase("title"))}</h1>
${facts(shown)}</div>
${verdict(shown)}${findings(shown)}${habits(shown)}`;

const facts = (shown: ShownReport): string => {
  const items = originLines(shown).map(
    ([name, text]) => `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(text)}</bdi></dd></div>`,
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
const findings = ({ report, say }: ShownReport): string => {
  const items = (report.plan.findings ?? []).map((finding) => `<li>${paragraph(capital(say.finding(finding)))}</li>`);
  if (items.length === 0) return "";
  return `<div class="verdict warn">${paragraph(say.phrase("findings"))}<ul>${items.join("")}</ul></div>`;
};

const habits = (shown: ShownReport): string => {
  const items = habitLines(shown).map(([, text]) => `<li>${escapeHtml(text)}</li>`);
  if (items.length === 0) return "";
  return `<div class="verdict">${paragraph(shown.say.phrase("habits"))}<ul>${items.join("")}</ul></div>`;
};

/** The most important fact: how the run ended, or whether the plan may be applied. */
const verdict = (shown: ShownReport): string => {
  const { say } = shown;
  const { plan, run } = shown.report;
  if (run !== undefined && run.status !== "planned" && run.status !== "blocked") {
    const refresh = `${say.phrase("refresh")}${say.phrase("colon")}${say.words.refreshStates[run.refresh]}`;
    const error = run.error === undefined ? "" : paragraph(`${run.error.code}: ${say.error(run.error)}`);
    const status = capital(say.words.statuses[run.status]);
    return `<div class="verdict ${runMoods[run.status]}">${paragraph(status)}${paragraph(refresh)}${error}</div>`;
  }
  const block = blockOf(shown);
  if (block !== undefined) {
    const items = block.limits.map(({ said, facts: told }) => {
      const more = told.map((fact) => `<li>${paragraph(fact)}</li>`).join("");
      return `<li>${paragraph(said)}${more === "" ? "" : `<ul>${more}</ul>`}</li>`;
    });
    const advice = block.advice.map(({ said, command: given = "" }) => {
      const code = given === "" ? "" : `<code>${escapeHtml(given)}</code>`;
      return `<li>${paragraph(said)}${code}</li>`;
    });
    return `<div class="verdict bad">${paragraph(block.title)}<ul>${items.join("")}</ul><ol>${advice.join("")}</ol></div>`;
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

/** Names of settings and commands stand between backquotes, as in the text. */
const paragraph = (text: string): string => `<p>${escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>`;
