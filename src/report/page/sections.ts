/**
 * Writes the small sections of the HTML report: what comes due, proposals, and how a first plan has matched. They need no script.
 */
import { escapeHtml } from "../../lib/escape-html.ts";
import { adoptionOf } from "../phrasing/adoption.ts";
import { capital } from "../phrasing/phrasing.ts";
import type { ShownReport } from "../phrasing/shown-report.ts";
import { calendarOf } from "../text/calendar.ts";
import { proposalSection } from "../text/proposals.ts";

/** What HR seems to have done, with the lines that would settle it. */
export const proposals = ({ report }: ShownReport): string => {
  const section = proposalSection(report);
  if (!section) return "";
  const items = section.rows.map(({ said, note, lines }) => {
    const code = lines.map((line) => `<code>${escapeHtml(line)}</code>`);
    return `<li><p><b>${text(said)}</b></p><p class="hint">${text(note)}</p>${code.join("")}</li>`;
  });
  return card(
    "proposals",
    section.heading,
    `<p class="hint">${text(section.hint)}</p><ul class="plain">${items.join("\n")}</ul>`,
  );
};

/** The calendar of the next days. */
export const calendar = ({ report }: ShownReport): string => {
  const found = calendarOf(report.plan, report.language);
  if (!found) return "";
  const heads = found.columns.map((head) => `<th scope="col">${escapeHtml(head)}</th>`);
  const rows = found.rows.map(({ date, event, person, department }) => {
    const cells = [event, person, department].map((cell) => `<td class="t">${text(cell)}</td>`);
    return `<tr><th scope="row">${text(date)}</th>${cells.join("")}</tr>`;
  });
  return card("due", found.heading, cellTable(heads, rows));
};

/** How many objects of the service a first plan has matched. */
export const adoption = (shown: ShownReport): string => {
  const found = adoptionOf(shown);
  if (!found) return "";
  const heads = found.columns.map((head) => `<th scope="col">${escapeHtml(head)}</th>`);
  const rows = found.rows.map(({ kind, matched, counts }) => {
    const numbers = counts.map(
      (n, index) =>
        `<td class="n" data-head="${escapeHtml(found.columns[index + 2] ?? "")}">${shown.say.number(n)}</td>`,
    );
    return `<tr><th scope="row">${escapeHtml(capital(kind))}</th><td class="t">${escapeHtml(matched)}</td>${numbers.join("")}</tr>`;
  });
  return card("adoption", found.heading, cellTable(heads, rows));
};

const text = (of: string): string => `<bdi>${escapeHtml(of)}</bdi>`;

const cellTable = (heads: readonly string[], rows: readonly string[]): string =>
  `<table class="cells"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;

const card = (id: string, title: string, content: string): string =>
  `<section class="card" aria-labelledby="h-${id}"><h2 id="h-${id}">${escapeHtml(title)}</h2>${content}</section>`;
