/**
 * Writes the report as one HTML file without other files, which HR can open, search and print. Its content security policy
 * forbids all requests, and all data is escaped. The head is written as markup; the page's script draws the lists.
 */

import { escapeHtml } from "../lib/escape-html.ts";
import { type PageData, pageData } from "./html-data.ts";
import { finder } from "./html-finder.ts";
import { pageHead } from "./html-head.ts";
import { pageScript } from "./html-script.ts";
import { pageStyle } from "./html-style.ts";
import { phrasing } from "./phrasing.ts";
import { presentable, type Report } from "./report.ts";

/** Returns a complete HTML document in the language of the report. */
export const htmlReport = (report: Report): string => {
  const shown = presentable(report);
  const say = phrasing(shown);
  const data = pageData(shown, say);
  return `<!doctype html>
<html lang="${report.language === "en" ? "en" : "zh-Hant-TW"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${say.phrase("title")} · ${shown.plan.today}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<div class="page">
${pageHead(shown, say)}
<main>
<noscript><p class="verdict warn">${escapeHtml(say.phrase("noScript"))}</p></noscript>
${data.groups.length === 0 ? "" : finder(data, say)}
</main>
<footer>${escapeHtml(say.phrase("fingerprint"))} <code>${escapeHtml(shown.plan.fingerprint)}</code></footer>
</div>
${data.groups.length === 0 ? "" : scripts(data)}
</body>
</html>
`;
};

/** Returns the page's data and script. The data contains no `<`, so it can neither end its element nor open a comment. */
const scripts = (data: PageData): string => {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="data">${json}</script>\n<script>${pageScript}</script>`;
};
